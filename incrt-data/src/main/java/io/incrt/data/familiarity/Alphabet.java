package io.incrt.data.familiarity;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers the letters of a kind of sequences from 0 on. Upper and lower case are the same letter.
 *
 * <p>Bases and amino acids are fixed; the characters of texts are learned, the commonest first,
 * because scripts differ. All other characters of a text share one number, all digits another one.
 */
final class Alphabet {

  /** Says nothing of the sequence: an ambiguity letter, a gap, a repeated blank. */
  static final int SKIPPED = -1;

  /** A character that no sequence of this kind has. */
  static final int FOREIGN = -2;

  private static final int NONE = -3;
  private static final int LARGEST = 56;
  private static final int CHARACTERS = 1 << 16;

  private final String letters;
  private final int size;
  private final int blank;
  private final byte[] numbers = new byte[CHARACTERS];

  private Alphabet(Kind kind, String letters) {
    this.letters = letters;
    if (kind == Kind.TEXT) {
      size = letters.length() + 1;
      Arrays.fill(numbers, (byte) letters.length());
    } else {
      size = letters.length();
      Arrays.fill(numbers, (byte) FOREIGN);
      skip(kind.ambiguous() + "-*. \t\n\r");
    }
    for (int i = 0; i < letters.length(); i++) {
      put(letters.charAt(i), i);
    }
    if (kind == Kind.TEXT) {
      for (int i = 0; i < CHARACTERS; i++) {
        numbers[i] = numbers[folded((char) i)];
      }
    }
    blank = kind == Kind.TEXT ? numbers[' '] : NONE;
  }

  private void skip(String characters) {
    for (int i = 0; i < characters.length(); i++) {
      put(characters.charAt(i), SKIPPED);
    }
  }

  private void put(char letter, int number) {
    numbers[letter] = (byte) number;
    numbers[Character.toLowerCase(letter)] = (byte) number;
  }

  /** The alphabet with these letters, as {@link #letters()} gave them. */
  static Alphabet of(Kind kind, String letters) {
    boolean right = kind == Kind.TEXT ? letters.length() < LARGEST : letters.equals(fixed(kind));
    if (!right) {
      throw new IllegalArgumentException(
          "'" + letters + "' is no alphabet of " + kind + "; write it as it was learned");
    }
    return new Alphabet(kind, letters);
  }

  /** The alphabet of these records. */
  static Alphabet learn(Kind kind, List<LabelledSequence> records, Sample sample) {
    if (kind != Kind.TEXT) {
      return new Alphabet(kind, fixed(kind));
    }
    long[] counts = new long[CHARACTERS];
    for (int i = 0; i < records.size(); i++) {
      String text = records.get(i).sequence();
      int to = sample.to(i, text.length());
      for (int at = sample.from(i, text.length()); at < to; at++) {
        counts[folded(text.charAt(at))]++;
      }
    }
    StringBuilder commonest = new StringBuilder();
    while (commonest.length() < LARGEST - 1) {
      int best = 0;
      for (int i = 1; i < CHARACTERS; i++) {
        best = counts[i] > counts[best] ? i : best;
      }
      if (counts[best] == 0) {
        break;
      }
      commonest.append((char) best);
      counts[best] = 0;
    }
    return new Alphabet(kind, commonest.toString());
  }

  private static String fixed(Kind kind) {
    return switch (kind) {
      case DNA -> "ACGT";
      case RNA -> "ACGU";
      case PROTEIN -> "ACDEFGHIKLMNPQRSTVWY";
      case TEXT -> "";
    };
  }

  private static char folded(char letter) {
    if (Character.isWhitespace(letter)) {
      return ' ';
    }
    return Character.isDigit(letter) ? '0' : Character.toLowerCase(letter);
  }

  /** The letters in the order of their numbers. */
  String letters() {
    return letters;
  }

  /** How many numbers there are. */
  int size() {
    return size;
  }

  /** The number of a letter, {@link #SKIPPED} or {@link #FOREIGN}. */
  int number(char letter) {
    return numbers[letter];
  }

  /** The number of the blank, of which only the first in a row counts; negative if none does. */
  int blank() {
    return blank;
  }
}
