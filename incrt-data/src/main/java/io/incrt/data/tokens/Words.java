package io.incrt.data.tokens;

import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Learns the vocabulary of texts: words and single marks, in lower case. */
public final class Words {

  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}_]+|[^\\s\\p{L}\\p{N}_]", Pattern.UNICODE_CHARACTER_CLASS);

  private Words() {}

  /**
   * A tokenizer that knows the words seen often enough.
   *
   * @param atLeast how often that is
   * @param merges how many pieces to learn that other words are composed of; with 0 they are
   *     unknown
   */
  public static TextTokenizer learn(List<LabelledSequence> records, int atLeast, int merges) {
    return learn(records, atLeast, merges, List.of());
  }

  /**
   * The same, and it also knows words that no record has, such as those of a file of word vectors.
   *
   * @param extra these words, numbered after the learned ones in the order given; those learned
   *     anyway keep their number
   * @throws IllegalArgumentException if one of them is not a single word or mark in lower case,
   *     since no text could hold it
   */
  public static TextTokenizer learn(
      List<LabelledSequence> records, int atLeast, int merges, List<String> extra) {
    for (String word : extra) {
      if (!isToken(word)) {
        throw new IllegalArgumentException(
            "an extra word must be a single word or mark in lower case, but one is '" + word + "'");
      }
    }
    Map<String, Integer> counts = count(records);
    List<String> words = new ArrayList<>(frequent(counts, atLeast));
    words.addAll(extra);
    return TextTokenizer.of(
        merges == 0
            ? TokenizerFile.words(words)
            : TokenizerFile.words(words, SubwordLearner.learn(counts, merges)));
  }

  /**
   * A text in lower case, letter by letter as the library does it. Java would write the last sigma
   * of a Greek word in another way, and the word would never be found.
   */
  public static String lower(String text) {
    return text.replace('\u03a3', '\u03c3').toLowerCase(Locale.ROOT);
  }

  /** Whether a text can be a token: a single word or mark, in lower case. */
  public static boolean isToken(String text) {
    return WORD.matcher(text).matches() && lower(text).equals(text);
  }

  /** Every word and mark of these records, in lower case. */
  public static Set<String> in(List<LabelledSequence> records) {
    return count(records).keySet();
  }

  /**
   * Visits the words and marks of a text that is in lower case already: where each begins, and the
   * place behind it.
   */
  public static void eachOf(String lower, BiConsumer<Integer, Integer> visitor) {
    Matcher matcher = WORD.matcher(lower);
    while (matcher.find()) {
      visitor.accept(matcher.start(), matcher.end());
    }
  }

  /** A tokenizer that knows these words and marks in lower case, numbered in their order. */
  public static TextTokenizer of(List<String> words) {
    return TextTokenizer.of(TokenizerFile.words(words));
  }

  private static Map<String, Integer> count(List<LabelledSequence> records) {
    Map<String, Integer> counts = new HashMap<>();
    for (LabelledSequence sequence : records) {
      Matcher matcher = WORD.matcher(lower(sequence.sequence()));
      while (matcher.find()) {
        counts.merge(matcher.group(), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static List<String> frequent(Map<String, Integer> counts, int atLeast) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() >= atLeast)
        .sorted(
            Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }
}
