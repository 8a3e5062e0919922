package io.incrt.data.vectors;

import io.incrt.data.tokens.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which entries of a file are kept, and keeps them. Memory is bounded by the words asked
 * for and the limit on others, whatever the file says of itself.
 */
final class KeptWords {

  /** Longer words are no words; and a word's pieces take memory too. */
  static final int LONGEST = 200;

  /** What {@link #place} says of an entry that is left out. */
  static final int NONE = -1;

  private static final char REPLACED = '\uFFFD';

  private final Set<String> wanted;
  private final int maxOthers;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> words = new ArrayList<>();
  private final List<float[]> vectors = new ArrayList<>();
  private long inFile;
  private int others;
  private int composed;
  private long repeated;
  private long unusable;

  KeptWords(Set<String> wanted, int maxOthers) {
    this.wanted = wanted;
    this.maxOthers = maxOthers;
  }

  /** The number under which the next entry of the file is kept, or {@link #NONE}. */
  int place(byte[] bytes, int from, int to) {
    inFile++;
    // A character is at most four bytes.
    String word =
        to - from > 4 * LONGEST ? "" : new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // A word cut in the middle of a character has this in it, and no text is written that way.
    if (word.isEmpty() || word.length() > LONGEST || word.indexOf(REPLACED) >= 0) {
      unusable++;
      return NONE;
    }
    word = Words.lower(word);
    if (numbers.containsKey(word)) {
      repeated++;
      return NONE;
    }
    if (wanted.contains(word)) {
      return add(word);
    }
    if (others < maxOthers && Words.isToken(word)) {
      others++;
      return add(word);
    }
    return NONE;
  }

  /** The number of a word that is asked for, not in the file, and composed. */
  int compose(String word) {
    composed++;
    return add(word);
  }

  private int add(String word) {
    numbers.put(word, words.size());
    words.add(word);
    vectors.add(null);
    return words.size() - 1;
  }

  /** The words asked for that no entry has had so far, sorted. */
  List<String> missing() {
    return wanted.stream().filter(word -> !numbers.containsKey(word)).sorted().toList();
  }

  /** Stores a copy as the vector of a kept word. */
  void store(int number, float[] vector) {
    vectors.set(number, vector.clone());
  }

  /** Adds to the vector of a kept word. */
  void add(int number, float[] more) {
    float[] sum = vectors.get(number);
    if (sum == null) {
      store(number, more);
      return;
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
  }

  /** Divides the vector of a kept word; false if it is not finite. */
  boolean divide(int number, int by) {
    float[] vector = vectors.get(number);
    boolean finite = true;
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= by;
      finite &= Float.isFinite(vector[i]);
    }
    return finite;
  }

  List<String> words() {
    return words;
  }

  Map<String, Integer> numbers() {
    return numbers;
  }

  List<float[]> vectors() {
    return vectors;
  }

  VectorCounts counts() {
    return new VectorCounts(
        inFile, words.size() - others - composed, others, composed, repeated, unusable);
  }
}
