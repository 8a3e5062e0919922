package io.incrt.data.vectors;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The pieces of letters that fastText composes words from. Each piece of {@code minLetters} to
 * {@code maxLetters} letters of {@code <word>} is hashed (FNV-1a) to one of the buckets; different
 * pieces may share one.
 *
 * @param minLetters the fewest letters of a piece
 * @param maxLetters the most letters of a piece; 0 for no pieces
 * @param buckets how many rows of the matrix are for pieces
 */
record Subwords(int minLetters, int maxLetters, int buckets) {

  private static final int FNV_START = 0x811C9DC5;
  private static final int FNV_PRIME = 16_777_619;

  /** Passes on the bucket of each piece of a word in UTF-8, repeated ones too. */
  void each(byte[] word, IntConsumer bucket) {
    if (maxLetters == 0 || buckets == 0) {
      return;
    }
    byte[] letters = new byte[word.length + 2];
    letters[0] = '<';
    System.arraycopy(word, 0, letters, 1, word.length);
    letters[letters.length - 1] = '>';
    for (int from = 0; from < letters.length; from++) {
      if (inner(letters[from])) {
        continue;
      }
      int hash = FNV_START;
      int to = from;
      for (int count = 1; to < letters.length && count <= maxLetters; count++) {
        do {
          // fastText widens the byte with its sign, so must this.
          hash = (hash ^ letters[to++]) * FNV_PRIME;
        } while (to < letters.length && inner(letters[to]));
        boolean bracket = count == 1 && (from == 0 || to == letters.length);
        if (count >= minLetters && !bracket) {
          bucket.accept(Integer.remainderUnsigned(hash, buckets));
        }
      }
    }
  }

  /** Whether a byte continues a character of UTF-8. */
  private static boolean inner(byte one) {
    return (one & 0xC0) == 0x80;
  }

  /** Pairs of a row of the matrix and a kept word whose vector it is part of. */
  static final class Parts {

    /** A gigabyte of pairs; those of four million words of usual length fit. */
    private static final int MOST = 1 << 27;

    private long[] pairs = new long[1 << 10];
    private int size;

    /** False if there are too many. */
    boolean add(long row, int word) {
      if (size == MOST) {
        return false;
      }
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * size);
      }
      pairs[size++] = row << 31 | word;
      return true;
    }

    int size() {
      return size;
    }

    /** In the order of the rows, as the file has them. */
    void sort() {
      Arrays.sort(pairs, 0, size);
    }

    long row(int i) {
      return pairs[i] >>> 31;
    }

    int word(int i) {
      return (int) (pairs[i] & Integer.MAX_VALUE);
    }
  }
}
