/**
 * How alike records are: shared shingles, clusters of like records, whole clusters held out, and
 * near-copies that cross a split. Knows records, and nothing of tokenizers or training.
 */
package io.incrt.data.split;
