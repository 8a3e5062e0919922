package io.incrt.data.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which letters, and which windows of up to six of them, occur. Windows are of A, C, G, T, U, gaps
 * and stops; one with another letter is unknown, as are those with ambiguity letters anyway.
 */
final class Seen {

  /** The letters that windows have, by their three bits. */
  static final String WINDOWED = "ACGTU-*";

  static final int BITS = 3;
  static final int WIDEST = 6;

  private static final int LETTERS = 128;
  private static final int MASK = (1 << (BITS * WIDEST)) - 1;
  private static final byte[] CODES = new byte[LETTERS];

  static {
    Arrays.fill(CODES, (byte) -1);
    for (int i = 0; i < WINDOWED.length(); i++) {
      CODES[WINDOWED.charAt(i)] = (byte) i;
    }
  }

  private final boolean[] letters;
  // By length: those that occur, by their bits.
  private boolean allOfBases;
  private final boolean[][] windows = new boolean[WIDEST + 1][];

  Seen() {
    letters = new boolean[LETTERS];
    for (int k = 1; k <= WIDEST; k++) {
      windows[k] = new boolean[1 << (BITS * k)];
    }
  }

  /** The three bits of a letter; −1 if windows do not have it. */
  static int code(int letter) {
    return CODES[letter];
  }

  /** Notes the letters of a sequence; 0 is one that is not ASCII. */
  void letters(byte[] sequence, int length) {
    for (int i = 0; i < length; i++) {
      letters[sequence[i]] = true;
    }
  }

  /** Notes the letters of a sequence and its windows. */
  void windows(byte[] sequence, int length) {
    boolean[] widest = windows[WIDEST];
    int window = 0;
    int run = 0;
    for (int i = 0; i < length; i++) {
      letters[sequence[i]] = true;
      int code = CODES[sequence[i]];
      if (code < 0) {
        end(window, run);
        run = 0;
        continue;
      }
      window = ((window << BITS) | code) & MASK;
      if (++run >= WIDEST) {
        widest[window] = true;
      }
    }
    end(window, run);
  }

  /** Whether all windows of A, C, G and T occur, so that no more of them need be noted. */
  boolean hasAllOfBases() {
    if (!allOfBases) {
      boolean all = true;
      for (int i = 0; i < 1 << (2 * WIDEST); i++) {
        int window = 0;
        for (int j = WIDEST - 1; j >= 0; j--) {
          window = (window << BITS) | ((i >> (2 * j)) & 3);
        }
        all &= windows[WIDEST][window];
      }
      allOfBases = all;
    }
    return allOfBases;
  }

  /** Notes the shorter windows at the end of a run, which begin no window of six. */
  private void end(int window, int run) {
    for (int left = Math.min(run, WIDEST - 1); left > 0; left--) {
      for (int k = 1; k <= left; k++) {
        windows[k][(window >> (BITS * (left - k))) & ((1 << (BITS * k)) - 1)] = true;
      }
    }
  }

  /** The windows of k letters that occur, sorted, without those with one of these letters. */
  List<String> of(int k, String without) {
    TreeSet<String> found = new TreeSet<>();
    if (k == 1) {
      for (char letter = 1; letter < LETTERS; letter++) {
        if (letters[letter] && without.indexOf(letter) < 0) {
          found.add(String.valueOf(letter));
        }
      }
      return List.copyOf(found);
    }
    for (int window = 0; window < windows[k].length; window++) {
      if (windows[k][window]) {
        found.add(text(window, k));
      }
    }
    for (int window = 0; window < windows[WIDEST].length; window++) {
      if (windows[WIDEST][window]) {
        found.add(text(window >> (BITS * (WIDEST - k)), k));
      }
    }
    return List.copyOf(found);
  }

  private static String text(int window, int k) {
    StringBuilder text = new StringBuilder();
    for (int i = k - 1; i >= 0; i--) {
      text.append(WINDOWED.charAt((window >> (BITS * i)) & ((1 << BITS) - 1)));
    }
    return text.toString();
  }

  void write(DataOutput out) throws IOException {
    put(out, letters);
    for (int k = 1; k <= WIDEST; k++) {
      put(out, windows[k]);
    }
  }

  static Seen read(DataInput in) throws IOException {
    Seen seen = new Seen();
    get(in, seen.letters);
    for (int k = 1; k <= WIDEST; k++) {
      get(in, seen.windows[k]);
    }
    for (boolean[] own : seen.windows) {
      for (int window = 0; own != null && window < own.length; window++) {
        boolean gap = (window & (window >> 1) & (window >> 2) & 0x9249) != 0;
        if (own[window] && gap) {
          throw new IOException("a window has a letter that there is none for");
        }
      }
    }
    return seen;
  }

  private static void put(DataOutput out, boolean... flags) throws IOException {
    byte[] packed = new byte[(flags.length + 7) / 8];
    for (int i = 0; i < flags.length; i++) {
      packed[i >> 3] |= (byte) (flags[i] ? 1 << (i & 7) : 0);
    }
    out.write(packed);
  }

  private static void get(DataInput in, boolean[] flags) throws IOException {
    byte[] packed = new byte[(flags.length + 7) / 8];
    in.readFully(packed);
    for (int i = 0; i < flags.length; i++) {
      flags[i] = ((packed[i >> 3] >> (i & 7)) & 1) != 0;
    }
  }
}
