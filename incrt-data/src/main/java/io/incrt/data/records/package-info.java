/**
 * Labelled sequences on their way in: what a record is, the FASTA, table and JSONL readers, and
 * what they believe of a file. No tokens, no splits, nothing that learns.
 */
package io.incrt.data.records;
