/**
 * What {@code compare} prints on a terminal: columns that fit it. Knows what was found out, not
 * how.
 */
package io.incrt.cli.comparison;
