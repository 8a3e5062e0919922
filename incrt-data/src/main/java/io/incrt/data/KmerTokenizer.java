package io.incrt.data;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Windows of k letters, every {@code stride} letters. Letters are taken in upper case.
 *
 * <p>A window with an ambiguous letter (N among bases, X among amino acids) is unknown. Its share
 * in each window it might be would need as many tokens in one place; and were it a token of its
 * own, a model could learn a laboratory by its habit of leaving gaps. The unknown token is also
 * what training puts in place of tokens at random, so the model is used to it.
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

  /**
   * A tokenizer that knows the windows of these records.
   *
   * @param ambiguous letters that stand for several; a window with one of them stays unknown
   */
  public static KmerTokenizer learn(
      int k, int stride, String ambiguous, List<LabelledSequence> records) {
    TreeSet<String> windows = new TreeSet<>();
    for (LabelledSequence sequence : records) {
      String letters = sequence.sequence().toUpperCase(Locale.ROOT);
      for (int i = 0; i + k <= letters.length(); i += stride) {
        windows.add(letters.substring(i, i + k));
      }
    }
    windows.removeIf(window -> window.chars().anyMatch(letter -> ambiguous.indexOf(letter) >= 0));
    return of(k, stride, List.copyOf(windows));
  }

  @Override
  public int[] encode(String sequence) {
    String letters = sequence.toUpperCase(Locale.ROOT);
    int[] tokens = new int[letters.length() < k ? 0 : (letters.length() - k) / stride + 1];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = numbers.getOrDefault(letters.substring(i * stride, i * stride + k), UNKNOWN);
    }
    return tokens;
  }

  @Override
  public int size() {
    return FIRST + vocabulary.size();
  }

  @Override
  public TokenizerFile file() {
    return TokenizerFile.betweenBlanks(vocabulary);
  }
}
