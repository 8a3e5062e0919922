/**
 * Pages of a model and of the reproduction: one self-contained HTML file each, drawn from the files
 * of a run. No scripts, no fonts, no network, no training.
 *
 * <p>More than 20 classes, since all pages share one style sheet, one way to escape text and the
 * sections they are made of, which nobody else is to use.
 */
package io.incrt.report;
