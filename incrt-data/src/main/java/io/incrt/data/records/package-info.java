/**
 * Reading of labelled sequences: the record, the FASTA, table and JSONL readers, and their limits
 * on files. No tokens, no splits, no training.
 */
package io.incrt.data.records;
