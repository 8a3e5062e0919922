package io.incrt.data.tokens;

import io.incrt.data.records.LabelledSequence;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    Map<String, Integer> counts = count(records);
    List<String> words = frequent(counts, atLeast);
    return TextTokenizer.of(
        merges == 0
            ? TokenizerFile.words(words)
            : TokenizerFile.words(words, SubwordLearner.learn(counts, merges)));
  }

  private static Map<String, Integer> count(List<LabelledSequence> records) {
    Map<String, Integer> counts = new HashMap<>();
    for (LabelledSequence sequence : records) {
      Matcher matcher = WORD.matcher(sequence.sequence().toLowerCase(Locale.ROOT));
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
