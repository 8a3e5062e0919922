package io.incrt.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words and single marks, in lower case.
 *
 * @param vocabulary the known words, most frequent first
 */
public record WordTokenizer(List<String> vocabulary, Map<String, Integer> numbers)
    implements Tokenizer {

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+|[^\\s\\p{L}\\p{N}_]");

  /** Copies. */
  public WordTokenizer {
    vocabulary = List.copyOf(vocabulary);
    numbers = Map.copyOf(numbers);
  }

  /** A tokenizer that knows these words. */
  public static WordTokenizer of(List<String> vocabulary) {
    Map<String, Integer> numbers = new HashMap<>();
    for (String word : vocabulary) {
      numbers.put(word, FIRST + numbers.size());
    }
    return new WordTokenizer(vocabulary, numbers);
  }

  /** A tokenizer that knows the words seen at least {@code atLeast} times in these records. */
  public static WordTokenizer learn(List<LabelledSequence> records, int atLeast) {
    Map<String, Integer> counts = new HashMap<>();
    for (LabelledSequence sequence : records) {
      words(sequence.sequence()).forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    return of(
        counts.entrySet().stream()
            .filter(entry -> entry.getValue() >= atLeast)
            .sorted(
                Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue())
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList());
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  @Override
  public int[] encode(String sequence) {
    return words(sequence).stream().mapToInt(word -> numbers.getOrDefault(word, UNKNOWN)).toArray();
  }

  @Override
  public int size() {
    return FIRST + vocabulary.size();
  }
}
