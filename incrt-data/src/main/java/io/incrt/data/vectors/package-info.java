/**
 * Word vectors that others have trained: the readers of their files, and the words kept of one.
 * Knows how a tokenizer writes words; nothing of records, splits or networks.
 */
package io.incrt.data.vectors;
