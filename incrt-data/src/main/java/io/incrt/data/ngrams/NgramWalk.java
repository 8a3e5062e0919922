package io.incrt.data.ngrams;

import io.incrt.data.records.Kind;

/**
 * Walks over a record's n-grams and hands out a 64-bit key of each, with the letters it covers: the
 * block of features that it belongs to in the bits from {@link #BLOCK_SHIFT} on, and a hash of its
 * letters below.
 *
 * <p>An n-gram's hash is a polynomial in its letters, so one more letter costs one multiplication,
 * and so does one more in front, which is what a reverse complement needs.
 */
final class NgramWalk {

  static final int BLOCK_SHIFT = 60;
  static final int BLOCKS = 4;

  static final int WORDS = 0;
  static final int LETTERS = 1;
  static final int PLACED = 2;
  static final int ENDS = 3;

  private static final long BASE = 0x9E3779B97F4A7C15L;
  private static final long LENGTH = 0xD1B54A32D192ED03L;
  private static final long PLACE = 0x8CB92BA72F3D8DD7L;
  private static final String STRAND = "acgtrymkbvdhswn-";
  private static final String OTHER_STRAND = "tgcayrkmvbhdswn-";

  /** N-grams at the ends are short: there are few of them, and they are to be seen again. */
  private static final int LONGEST_AT_ENDS = 3;

  private static final int FIRST_STRETCH = 8;

  private final NgramShape shape;
  private final Taker taker;

  /** What becomes of the keys. */
  interface Taker {
    /**
     * Takes an n-gram.
     *
     * @param from its first letter
     * @param to behind its last; the blanks that are thought around words are not counted
     */
    void take(long key, int from, int to);
  }

  NgramWalk(NgramShape shape, Taker taker) {
    this.shape = shape;
    this.taker = taker;
  }

  /** Over a record whose last letter is in its place. */
  void over(String sequence) {
    over(sequence, sequence.length());
  }

  /**
   * Over a record.
   *
   * @param end the place behind its last letter, where the first letter's is 0
   */
  void over(String sequence, int end) {
    if (shape.kind() == Kind.TEXT) {
      overText(sequence);
      return;
    }
    if (shape.longest() > 0) {
      if (shape.bothStrands()) {
        bothStrands(sequence);
      } else {
        letters(sequence, 0, sequence.length());
      }
    }
    for (int i = 0; shape.placed() > 0 && i < sequence.length(); i++) {
      apart(sequence, i, sequence.length(), shape.placed(), PLACED, end - 1 - i);
    }
    ends(sequence, Math.min(shape.ends(), sequence.length()));
  }

  /**
   * The n-grams of stretches that double in length from either end inwards: where a signal is is
   * the less exact the farther it is from the end.
   */
  private void ends(String text, int ends) {
    int stretch = 0;
    int from = 0;
    for (int to = FIRST_STRETCH; from < ends; to *= 2) {
      int end = Math.min(to, ends);
      int last = text.length() - from;
      for (int i = 0; i < end - from; i++) {
        apart(text, from + i, end, LONGEST_AT_ENDS, ENDS, 2 * stretch);
        apart(text, text.length() - end + i, last, LONGEST_AT_ENDS, ENDS, 2 * stretch + 1);
      }
      from = end;
      stretch++;
    }
  }

  private void overText(String text) {
    long[] recent = new long[Math.max(1, shape.words())];
    int[] starts = new int[recent.length];
    int words = 0;
    int at = 0;
    while (at < text.length()) {
      if (blank(text.charAt(at))) {
        at++;
        continue;
      }
      int from = at;
      long hash = 0;
      while (at < text.length() && !blank(text.charAt(at))) {
        hash = (hash + letter(text.charAt(at)) + 1) * BASE;
        at++;
      }
      if (shape.words() > 0) {
        recent[words % recent.length] = mixed(hash);
        starts[words % recent.length] = from;
        words++;
        wordsUpTo(recent, starts, words, at);
      }
      if (shape.longest() > 0) {
        // One blank on either side, so that beginnings and endings of words are n-grams too.
        letters(text, from - 1, at + 1);
      }
    }
  }

  /** The n-grams that end with the latest word. */
  private void wordsUpTo(long[] recent, int[] starts, int words, int to) {
    long hash = 0;
    for (int n = 1; n <= Math.min(words, recent.length); n++) {
      int one = (words - n) % recent.length;
      hash = (hash + recent[one]) * BASE;
      give(WORDS, hash + n * LENGTH, starts[one], to);
    }
  }

  private void letters(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      long hash = 0;
      int most = Math.min(shape.longest(), to - i);
      for (int n = 1; n <= most; n++) {
        int at = i + n - 1;
        hash = hash * BASE + (padding(at, from, to) ? ' ' : letter(text.charAt(at)));
        if (n >= shape.shortest()) {
          give(
              LETTERS,
              hash + n * LENGTH,
              padding(i, from, to) ? i + 1 : i,
              padding(at, from, to) ? at : at + 1);
        }
      }
    }
  }

  private boolean padding(int at, int from, int to) {
    return shape.kind() == Kind.TEXT && (at == from || at == to - 1);
  }

  private void bothStrands(String bases) {
    for (int i = 0; i < bases.length(); i++) {
      long forward = 0;
      long backward = 0;
      long power = 1;
      int most = Math.min(shape.longest(), bases.length() - i);
      for (int n = 1; n <= most; n++) {
        char base = letter(bases.charAt(i + n - 1));
        forward = forward * BASE + base;
        backward += power * complement(base);
        power *= BASE;
        if (n >= shape.shortest()) {
          give(LETTERS, Math.min(forward, backward) + n * LENGTH, i, i + n);
        }
      }
    }
  }

  private static char complement(char base) {
    int at = STRAND.indexOf(base);
    return at < 0 ? base : OTHER_STRAND.charAt(at);
  }

  /** The n-grams from {@code i} on that count for this place alone. */
  private void apart(String text, int i, int to, int longest, int block, int place) {
    long hash = 0;
    int most = Math.min(longest, to - i);
    for (int n = 1; n <= most; n++) {
      hash = hash * BASE + letter(text.charAt(i + n - 1));
      give(block, hash + n * LENGTH + (place + 1) * PLACE, i, i + n);
    }
  }

  private char letter(char letter) {
    char small = Character.toLowerCase(letter);
    // RNA's u is DNA's t, whichever of them a file holds.
    return small == 'u' && (shape.kind() == Kind.DNA || shape.kind() == Kind.RNA) ? 't' : small;
  }

  static boolean blank(char letter) {
    return Character.isWhitespace(letter) || Character.isSpaceChar(letter);
  }

  private void give(int block, long hash, int from, int to) {
    taker.take((long) block << BLOCK_SHIFT | mixed(hash) >>> (Long.SIZE - BLOCK_SHIFT), from, to);
  }

  /** SplitMix64's last steps, which make every bit depend on every other. */
  static long mixed(long hash) {
    long z = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
