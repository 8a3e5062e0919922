/**
 * Pages of a model and of the reproduction: one HTML file each, drawn from what a run left, that
 * needs nothing else. No scripts, no fonts, no network, no training.
 */
package io.incrt.report;
