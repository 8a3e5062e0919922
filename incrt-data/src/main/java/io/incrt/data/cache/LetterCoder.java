package io.incrt.data.cache;

import io.incrt.data.records.Kind;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;

/**
 * Sequences of bases or residues: a byte for each letter, in upper case, without blanks. Windows of
 * letters are made of them when they are read, once the lengths of all records are known.
 */
final class LetterCoder implements RecordCoder {

  private static final int LETTERS = 128;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final Seen seen;
  private final boolean bases;
  // Bits and letters of a shingle: 14 bases, 6 residues, as long as those of other splits.
  private final int bits;
  private final int size;
  private final long mask;
  private final byte[] upper = new byte[LETTERS];
  private final byte[] codes = new byte[LETTERS];
  private char[] given = new char[1 << 12];
  private byte[] letters = new byte[1 << 12];
  private int count;
  private boolean onlyBases;
  private int coded;
  private boolean complete;
  private long sketch;

  LetterCoder(Kind kind, Seen seen) {
    this.seen = seen;
    bases = kind != Kind.PROTEIN;
    bits = bases ? Seen.BITS : 5;
    size = bases ? 14 : 6;
    mask = (1L << (bits * size)) - 1;
    for (char letter = 1; letter < LETTERS; letter++) {
      upper[letter] = (byte) Character.toUpperCase(letter);
      codes[letter] = (byte) code(letter, kind);
    }
    for (char blank : " \t\n\u000B\f\r".toCharArray()) {
      upper[blank] = 0;
    }
    codes[0] = -1;
  }

  Seen seen() {
    return seen;
  }

  private static int code(char letter, Kind kind) {
    if (kind != Kind.PROTEIN) {
      return Seen.code(letter);
    }
    boolean known = letter >= 'A' && letter <= 'Z' && kind.ambiguous().indexOf(letter) < 0;
    return known ? letter - 'A' : letter == '*' ? 26 : letter == '-' ? 27 : -1;
  }

  @Override
  public int read(String sequence) {
    int length = sequence.length();
    if (length > given.length) {
      given = new char[length + (length >> 1)];
      letters = new byte[given.length];
    }
    sequence.getChars(0, length, given, 0);
    long least = Long.MAX_VALUE;
    long shingle = 0;
    int codesSeen = 0;
    int run = 0;
    int at = 0;
    for (int i = 0; i < length; i++) {
      if (given[i] >= LETTERS) {
        return readOthers(sequence);
      }
      byte letter = upper[given[i]];
      if (letter == 0) {
        continue;
      }
      letters[at++] = letter;
      int code = codes[letter];
      shingle = ((shingle << bits) | code) & mask;
      // A letter without a code also spoils those behind it, until it has left the shingle.
      run = code < 0 ? 0 : run + 1;
      codesSeen |= code;
      if (run >= size) {
        least = Math.min(least, (shingle * FACTOR) >>> 1);
      }
    }
    count = at;
    onlyBases = (codesSeen & ~3) == 0;
    sketch = least == Long.MAX_VALUE ? whole() : RecordCoder.mix(least);
    return at;
  }

  /** The same where some are not ASCII; each of those is an unknown letter. */
  private int readOthers(String sequence) {
    String others = sequence.toUpperCase(Locale.ROOT).replaceAll("\\s+", "");
    if (others.length() > letters.length) {
      letters = new byte[others.length()];
      given = new char[others.length()];
    }
    for (int i = 0; i < others.length(); i++) {
      letters[i] = others.charAt(i) < LETTERS ? (byte) others.charAt(i) : 0;
    }
    count = others.length();
    onlyBases = false;
    sketch = whole();
    return count;
  }

  private long whole() {
    long hash = count;
    for (int i = 0; i < count; i++) {
      hash = (hash ^ letters[i]) * FACTOR;
    }
    return RecordCoder.mix(hash);
  }

  @Override
  public long sketch() {
    return sketch;
  }

  @Override
  public int code() {
    if (bases) {
      // Asked from time to time only, as the answer takes a while.
      complete = complete || ((coded++ & 0xfff) == 0xfff && seen.hasAllOfBases());
      if (!complete || !onlyBases) {
        seen.windows(letters, count);
      }
    } else {
      seen.letters(letters, count);
    }
    return count;
  }

  @Override
  public byte[] coded() {
    return letters;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    seen.write(out);
  }
}
