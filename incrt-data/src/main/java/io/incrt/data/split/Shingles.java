package io.incrt.data.split;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The shingles of a record, as hashes: three words in a row of a text, 14 letters in a row of DNA
 * or RNA, 6 of a protein: so long that some million letters share few of them by chance. A record
 * too short for one shingle is a single shorter one.
 *
 * @param size words or letters of a shingle
 * @param words whether they are words
 * @param ambiguous letters that stand for any; no shingle spans one
 */
record Shingles(int size, boolean words, String ambiguous) {

  private static final int WORDS = 3;
  private static final int BASES = 14;
  private static final int RESIDUES = 6;
  private static final int LETTERS = 5;
  private static final int LOOKED_AT = 1000;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /** The shingles for records of a kind; letters of texts that are mostly of a word or two. */
  static Shingles of(Kind kind, List<LabelledSequence> records) {
    return switch (kind) {
      case DNA, RNA -> new Shingles(BASES, false, kind.ambiguous());
      case PROTEIN -> new Shingles(RESIDUES, false, kind.ambiguous());
      default ->
          mostlyShort(records) ? new Shingles(LETTERS, false, "") : new Shingles(WORDS, true, "");
    };
  }

  private static boolean mostlyShort(List<LabelledSequence> records) {
    int step = Math.max(1, records.size() / LOOKED_AT);
    int balance = 0;
    for (int i = 0; i < records.size(); i += step) {
      balance += eachOfWords(records.get(i).sequence(), WORDS, hash -> {}) < WORDS ? 1 : -1;
    }
    return balance > 0;
  }

  /** What they are called in messages. */
  String name() {
    return size + (words ? "-grams" : "-mers");
  }

  /** Visits the hash, never negative, of each shingle of a sequence; repeated ones repeatedly. */
  void each(String sequence, LongConsumer visitor) {
    if (words) {
      eachOfWords(sequence, size, visitor);
    } else {
      eachOfLetters(sequence, visitor);
    }
  }

  /** Visits every run of that many words; the whole text where it has fewer. Returns its words. */
  static int eachOfWords(String text, int size, LongConsumer visitor) {
    long[] last = new long[size];
    int count = 0;
    int i = 0;
    while (i < text.length()) {
      int letter = text.codePointAt(i);
      int from = i;
      i += Character.charCount(letter);
      if (Character.isWhitespace(letter)) {
        continue;
      }
      long word = Character.toLowerCase(letter);
      if (inWord(letter)) {
        while (i < text.length() && inWord(text.codePointAt(i))) {
          int next = text.codePointAt(i);
          word = word * FACTOR + Character.toLowerCase(next);
          i += Character.charCount(next);
        }
      }
      last[count % size] = mix(word + (i - from));
      count++;
      if (count >= size) {
        visitor.accept(joined(last, count, size));
      }
    }
    if (count > 0 && count < size) {
      visitor.accept(joined(last, count, count));
    }
    return count;
  }

  // Ideographs are not separated by blanks; each is a word of its own.
  private static boolean inWord(int letter) {
    return (Character.isLetterOrDigit(letter) || letter == '_') && !Character.isIdeographic(letter);
  }

  private static long joined(long[] last, int count, int size) {
    long hash = size;
    for (int i = count - size; i < count; i++) {
      hash = mix(hash * FACTOR + last[i % last.length]);
    }
    return hash & Long.MAX_VALUE;
  }

  private void eachOfLetters(String sequence, LongConsumer visitor) {
    long oldest = 1;
    for (int i = 0; i < size; i++) {
      oldest *= FACTOR;
    }
    long hash = 0;
    int plain = 0;
    boolean any = false;
    for (int i = 0; i < sequence.length(); i++) {
      int letter = Character.toUpperCase(sequence.charAt(i));
      if (ambiguous.indexOf(letter) >= 0) {
        plain = 0;
        hash = 0;
        continue;
      }
      hash = hash * FACTOR + letter;
      if (++plain > size) {
        hash -= oldest * Character.toUpperCase(sequence.charAt(i - size));
      }
      if (plain >= size) {
        any = true;
        visitor.accept(mix(hash) & Long.MAX_VALUE);
      }
    }
    if (!any) {
      visitor.accept(whole(sequence));
    }
  }

  /** The hash of a whole sequence, whatever the case of its letters. */
  static long whole(String sequence) {
    long hash = sequence.length();
    for (int i = 0; i < sequence.length(); i++) {
      hash = hash * FACTOR + Character.toUpperCase(sequence.charAt(i));
    }
    return mix(hash) & Long.MAX_VALUE;
  }

  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
