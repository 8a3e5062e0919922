/**
 * The report of a trained model: one HTML page that needs nothing else, drawn from the files of its
 * folder. No scripts, no fonts, no network.
 */
package io.incrt.lab.report;
