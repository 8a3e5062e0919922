/**
 * What {@code explain} does with records as they come: explains, measures, gathers motifs, and
 * writes lines or a page. Options are read elsewhere.
 */
package io.incrt.cli.explain;
