package io.incrt.data.cache;

import io.incrt.data.records.Kind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Turns sequences of one kind into what a block holds, and notes what the vocabulary needs. */
sealed interface RecordCoder permits LetterCoder, WordCoder {

  /** Reads a sequence; what follows is of it. Returns its letters or words. */
  int read(String sequence);

  /**
   * The smallest hash of its shingles, never negative: two records have the same one with the
   * probability of the share of their shingles that both have (min-wise hashing; Broder 1997).
   */
  long sketch();

  /** Learns from it, and codes it. Returns how many bytes that takes. */
  int code();

  /** These bytes; those behind them are of other records. */
  byte[] coded();

  /** Writes what was learned of all sequences that were coded. */
  void write(DataOutput out) throws IOException;

  /** A coder that has learned nothing yet. */
  static RecordCoder of(Kind kind) {
    return kind == Kind.TEXT ? new WordCoder(new Dictionary()) : new LetterCoder(kind, new Seen());
  }

  /** A coder that has learned what {@link #write} wrote. */
  static RecordCoder read(Kind kind, DataInput in) throws IOException {
    return kind == Kind.TEXT
        ? new WordCoder(Dictionary.read(in))
        : new LetterCoder(kind, Seen.read(in));
  }

  /** Spreads a hash over all bits; never negative. */
  static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return (mixed ^ (mixed >>> 31)) & Long.MAX_VALUE;
  }

  /** The hash of a name. */
  static long hash(String name) {
    long hash = name.length();
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x9E3779B97F4A7C15L;
    }
    return mix(hash);
  }
}
