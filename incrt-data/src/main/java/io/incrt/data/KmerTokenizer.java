package io.incrt.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Windows of k letters, every {@code stride} letters. Letters are taken in upper case.
 *
 * @param k the letters of a token
 * @param stride the letters from one token to the next; 1 overlaps as much as possible
 * @param vocabulary the known windows, sorted
 */
public record KmerTokenizer(
    int k, int stride, List<String> vocabulary, Map<String, Integer> numbers) implements Tokenizer {

  /** Checks the numbers. */
  public KmerTokenizer {
    if (k < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "k and stride must be at least 1 but are " + k + " and " + stride);
    }
    vocabulary = List.copyOf(vocabulary);
    numbers = Map.copyOf(numbers);
  }

  /** A tokenizer that knows these windows. */
  public static KmerTokenizer of(int k, int stride, List<String> vocabulary) {
    Map<String, Integer> numbers = new HashMap<>();
    for (String window : vocabulary) {
      numbers.put(window, FIRST + numbers.size());
    }
    return new KmerTokenizer(k, stride, vocabulary, numbers);
  }

  /** A tokenizer that knows the windows of these records. */
  public static KmerTokenizer learn(int k, int stride, List<LabelledSequence> records) {
    TreeSet<String> windows = new TreeSet<>();
    for (LabelledSequence sequence : records) {
      windows.addAll(windows(sequence.sequence(), k, stride));
    }
    return of(k, stride, List.copyOf(windows));
  }

  private static List<String> windows(String sequence, int k, int stride) {
    String letters = sequence.toUpperCase(Locale.ROOT);
    List<String> windows = new ArrayList<>();
    for (int i = 0; i + k <= letters.length(); i += stride) {
      windows.add(letters.substring(i, i + k));
    }
    return windows;
  }

  @Override
  public int[] encode(String sequence) {
    return windows(sequence, k, stride).stream()
        .mapToInt(window -> numbers.getOrDefault(window, UNKNOWN))
        .toArray();
  }

  @Override
  public int size() {
    return FIRST + vocabulary.size();
  }
}
