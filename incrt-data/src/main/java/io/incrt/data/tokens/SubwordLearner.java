package io.incrt.data.tokens;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Learns a byte-pair encoding: words are split into letters, and the most frequent pair of
 * neighbours is merged into one piece, repeatedly. Pieces that do not begin a word carry {@link
 * #INNER}. Ties go to the pair that comes first in the alphabet, so the same words give the same
 * pieces.
 */
final class SubwordLearner {

  /** The prefix of a piece that does not begin a word. */
  static final String INNER = "##";

  private final List<Word> words = new ArrayList<>();
  private final Map<Merge, Integer> counts = new HashMap<>();
  private final Map<Merge, Set<Integer>> places = new HashMap<>();

  private record Word(List<String> pieces, int count) {}

  /** Two neighbours that are merged into one piece. */
  record Merge(String left, String right) implements Comparable<Merge> {

    /** The piece they become. */
    String joined() {
      return left + right.substring(INNER.length());
    }

    @Override
    public int compareTo(Merge other) {
      int first = left.compareTo(other.left);
      return first != 0 ? first : right.compareTo(other.right);
    }
  }

  /**
   * The learned pieces.
   *
   * @param pieces letters first, then the results of the merges, each once
   * @param merges in the order they are to be applied
   */
  record Pieces(List<String> pieces, List<Merge> merges) {}

  private SubwordLearner(Map<String, Integer> vocabulary) {
    for (String word : new TreeSet<>(vocabulary.keySet())) {
      words.add(new Word(letters(word), vocabulary.get(word)));
      note(words.size() - 1, 1);
    }
  }

  /** Learns at most {@code limit} merges of pairs seen at least twice. */
  static Pieces learn(Map<String, Integer> vocabulary, int limit) {
    return new SubwordLearner(vocabulary).run(limit);
  }

  private Pieces run(int limit) {
    Set<String> pieces = new LinkedHashSet<>(new TreeSet<>(allLetters()));
    List<Merge> merges = new ArrayList<>();
    while (merges.size() < limit) {
      Merge best = null;
      int most = 1;
      for (Map.Entry<Merge, Integer> entry : counts.entrySet()) {
        int count = entry.getValue();
        if (count > most || (count == most && best != null && entry.getKey().compareTo(best) < 0)) {
          most = count;
          best = entry.getKey();
        }
      }
      if (best == null) {
        break;
      }
      merges.add(best);
      pieces.add(best.joined());
      for (int place : new TreeSet<>(places.get(best))) {
        note(place, -1);
        join(words.get(place).pieces, best);
        note(place, 1);
      }
    }
    return new Pieces(List.copyOf(pieces), merges);
  }

  private Collection<String> allLetters() {
    Set<String> letters = new HashSet<>();
    words.forEach(word -> letters.addAll(word.pieces));
    return letters;
  }

  private static List<String> letters(String word) {
    List<String> letters = new ArrayList<>();
    word.codePoints()
        .forEach(c -> letters.add((letters.isEmpty() ? "" : INNER) + Character.toString(c)));
    return letters;
  }

  private static void join(List<String> pieces, Merge merge) {
    for (int i = 0; i + 1 < pieces.size(); i++) {
      if (pieces.get(i).equals(merge.left) && pieces.get(i + 1).equals(merge.right)) {
        pieces.set(i, merge.joined());
        pieces.remove(i + 1);
      }
    }
  }

  /** Adds the pairs of a word to the counts (sign 1), or removes them (−1). */
  private void note(int place, int sign) {
    Word word = words.get(place);
    for (int i = 0; i + 1 < word.pieces.size(); i++) {
      Merge pair = new Merge(word.pieces.get(i), word.pieces.get(i + 1));
      if (counts.merge(pair, sign * word.count, Integer::sum) == 0) {
        counts.remove(pair);
      }
      Set<Integer> where = places.computeIfAbsent(pair, key -> new HashSet<>());
      if (sign > 0) {
        where.add(place);
      } else {
        where.remove(place);
      }
    }
  }
}
