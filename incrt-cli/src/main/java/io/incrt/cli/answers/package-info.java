/**
 * Answers as lines: what predict writes for a record, and for what is none. Knows the library's
 * predictions, no model and no file.
 */
package io.incrt.cli.answers;
