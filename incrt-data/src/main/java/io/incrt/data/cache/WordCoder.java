package io.incrt.data.cache;

import io.incrt.data.tokens.Words;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Texts: the provisional number of every word and mark, cut and in lower case as {@link Words} does
 * it. Which of them become tokens is known once all are counted.
 */
final class WordCoder implements RecordCoder {

  private static final byte BLANK = 0;
  private static final byte MARK = 1;
  private static final byte WORD = 2;
  // Surrogates, and what is several letters in lower case.
  private static final byte HARD = 3;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final long OTHER = 0xC2B2AE3D27D4EB4FL;
  private static final int SHINGLE = 3;

  private static final byte[] CLASSES = new byte[1 << 16];
  private static final char[] LOWER = new char[1 << 16];
  // In lower case the letters of words; 0 for others.
  private static final char[] WORDS = new char[1 << 16];

  static {
    for (int i = 0; i < CLASSES.length; i++) {
      char letter = (char) i;
      LOWER[i] = letter;
      CLASSES[i] = kind(letter);
      if (CLASSES[i] != HARD) {
        LOWER[i] = Words.lower(String.valueOf(letter)).charAt(0);
      }
      WORDS[i] = CLASSES[i] == WORD ? LOWER[i] : 0;
    }
  }

  private final Dictionary dictionary;
  private char[] letters = new char[1 << 12];
  private long[] hashes = new long[1 << 10];
  private int[] starts = new int[1 << 10];
  private int[] ends = new int[1 << 10];
  private int[] numbers = new int[1 << 10];
  private byte[] coded = new byte[5 << 10];
  private int words;

  WordCoder(Dictionary dictionary) {
    this.dictionary = dictionary;
  }

  Dictionary dictionary() {
    return dictionary;
  }

  private static byte kind(char letter) {
    if (Character.isSurrogate(letter) || Words.lower(String.valueOf(letter)).length() != 1) {
      return HARD;
    }
    if (letter == '_') {
      return WORD;
    }
    return switch (Character.getType(letter)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          WORD;
      case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          BLANK;
      default -> (letter >= '\t' && letter <= '\r') || letter == '\u0085' ? BLANK : MARK;
    };
  }

  @Override
  public int read(String sequence) {
    int length = sequence.length();
    room(length);
    sequence.getChars(0, length, letters, 0);
    words = 0;
    letters[length] = ' ';
    int i = 0;
    while (i < length) {
      char letter = letters[i];
      int from = i;
      char lower = WORDS[letter];
      if (lower != 0) {
        // Two chains, as each multiplication waits for the one before it.
        long even = 0;
        long odd = 0;
        do {
          letters[i++] = lower;
          even = (even ^ lower) * FACTOR;
          lower = WORDS[letters[i]];
          if (lower == 0) {
            break;
          }
          letters[i++] = lower;
          odd = (odd ^ lower) * OTHER;
          lower = WORDS[letters[i]];
        } while (lower != 0);
        add(from, i, joined(even, odd));
        letter = letters[i];
      }
      byte kind = CLASSES[letter];
      if (kind == HARD) {
        return readOthers(sequence);
      }
      if (kind == MARK) {
        letters[i] = LOWER[letter];
        add(i, i + 1, joined(FACTOR, letters[i] * OTHER));
      }
      // What follows a word is no word.
      i++;
    }
    return words;
  }

  private static long joined(long even, long odd) {
    long hash = (even ^ (even >>> 29)) + odd * FACTOR;
    return hash ^ (hash >>> 32);
  }

  /** The hash of a word or mark in lower case. */
  static long hash(String word) {
    if (word.length() == 1 && CLASSES[word.charAt(0)] == MARK) {
      return joined(FACTOR, word.charAt(0) * OTHER);
    }
    long even = 0;
    long odd = 0;
    for (int i = 0; i < word.length(); i++) {
      even = i % 2 == 0 ? (even ^ word.charAt(i)) * FACTOR : even;
      odd = i % 2 == 1 ? (odd ^ word.charAt(i)) * OTHER : odd;
    }
    return joined(even, odd);
  }

  private void add(int from, int to, long hash) {
    if (words == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * words);
      starts = Arrays.copyOf(starts, 2 * words);
      ends = Arrays.copyOf(ends, 2 * words);
    }
    hashes[words] = hash;
    starts[words] = from;
    ends[words++] = to;
  }

  private void room(int length) {
    if (length >= letters.length) {
      letters = new char[length + (length >> 1) + 1];
    }
  }

  private int readOthers(String sequence) {
    words = 0;
    String lower = Words.lower(sequence);
    room(lower.length());
    lower.getChars(0, lower.length(), letters, 0);
    BiConsumer<Integer, Integer> each =
        (from, to) -> {
          add(from, to, hash(lower.substring(from, to)));
        };
    Words.eachOf(lower, each);
    return words;
  }

  @Override
  public long sketch() {
    if (words < SHINGLE) {
      long hash = words;
      for (int i = 0; i < words; i++) {
        hash = (hash ^ hashes[i]) * FACTOR;
      }
      return RecordCoder.mix(hash);
    }
    long least = Long.MAX_VALUE;
    for (int i = 2; i < words; i++) {
      long shingle = (hashes[i - 2] * FACTOR + hashes[i - 1]) * FACTOR + hashes[i];
      least = Math.min(least, ((shingle ^ (shingle >>> 32)) * FACTOR) & Long.MAX_VALUE);
    }
    return RecordCoder.mix(least);
  }

  @Override
  public int code() {
    if (coded.length < 4 * words + 4) {
      coded = new byte[8 * words + 4];
    }
    if (numbers.length < words) {
      numbers = new int[hashes.length];
    }
    dictionary.countKnown(hashes, words, numbers);
    int at = 0;
    for (int i = 0; i < words; i++) {
      int rest = numbers[i];
      if (rest < 0) {
        rest = dictionary.count(hashes[i], letters, starts[i], ends[i]);
      }
      // How many bytes a word takes cannot be foreseen, so that no branch depends on it.
      int second = rest > 0x7f ? 1 : 0;
      int third = rest > 0x3fff ? 1 : 0;
      int fourth = rest > 0x1fffff ? 1 : 0;
      coded[at] = (byte) ((rest & 0x7f) | (second << 7));
      coded[at + 1] = (byte) (((rest >>> 7) & 0x7f) | (third << 7));
      coded[at + 2] = (byte) (((rest >>> 14) & 0x7f) | (fourth << 7));
      coded[at + 3] = (byte) (rest >>> 21);
      at += 1 + second + third + fourth;
    }
    return at;
  }

  @Override
  public byte[] coded() {
    return coded;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    dictionary.write(out);
  }
}
