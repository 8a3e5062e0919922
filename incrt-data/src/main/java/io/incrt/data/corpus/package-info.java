/**
 * The corpus of a run: its records are read, split, tokenised once and checked. Knows readers and
 * tokenizers, and nothing of training.
 */
package io.incrt.data.corpus;
