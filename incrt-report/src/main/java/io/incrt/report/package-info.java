/**
 * Pages of a model and of the reproduction: one self-contained HTML file each, drawn from the files
 * of a run. No scripts, no fonts, no network, no training.
 */
package io.incrt.report;
