package io.incrt.lite.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Byte-pair encoding: a word is cut into letters, and of all neighbours that may be joined those
 * whose rule comes first are, the leftmost of them first. Letters that are no pieces are unknown,
 * neighbouring ones together.
 */
final class Pieces {

  /** The prefix of a piece that does not begin a word. */
  private static final String INNER = "##";

  private static final int NONE = -1;

  private final Map<String, Integer> vocabulary;
  private final int unknown;
  private final Map<Long, Join> joins = new HashMap<>();

  /** A rule: its place in the order of rules, and the piece it makes. */
  private record Join(int rank, int made) {}

  /** Two neighbours that may be joined, by the place of the left one. */
  private record Candidate(int place, Join join) implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      int first = Integer.compare(join.rank, other.join.rank);
      return first != 0 ? first : Integer.compare(place, other.place);
    }
  }

  /**
   * Pieces.
   *
   * @param vocabulary every piece's number
   * @param unknown the number of what is no piece
   */
  Pieces(Map<String, Integer> vocabulary, int unknown) {
    this.vocabulary = vocabulary;
    this.unknown = unknown;
  }

  /** Adds a rule, after those there are. */
  void add(int rank, String left, String right) {
    int made = vocabulary.get(left + right.substring(INNER.length()));
    joins.put(pair(vocabulary.get(left), vocabulary.get(right)), new Join(rank, made));
  }

  private static long pair(int left, int right) {
    return (long) left << Integer.SIZE | right;
  }

  /** The numbers of a word's pieces. */
  int[] of(String word) {
    return new Word(letters(word)).joined();
  }

  private int[] letters(String word) {
    List<Integer> letters = new ArrayList<>();
    boolean fused = false;
    for (int at = 0; at < word.length(); at += Character.charCount(word.codePointAt(at))) {
      String letter = Character.toString(word.codePointAt(at));
      Integer number = vocabulary.get(at == 0 ? letter : INNER + letter);
      if (number != null) {
        letters.add(number);
      } else if (!fused) {
        letters.add(unknown);
      }
      fused = number == null;
    }
    return letters.stream().mapToInt(Integer::intValue).toArray();
  }

  /** A word while it is put together. */
  private final class Word {

    private final int[] pieces;
    private final int[] next;
    private final int[] previous;
    private final PriorityQueue<Candidate> queue = new PriorityQueue<>();

    Word(int... letters) {
      pieces = letters;
      next = new int[letters.length];
      previous = new int[letters.length];
      for (int i = 0; i < letters.length; i++) {
        next[i] = i + 1 < letters.length ? i + 1 : NONE;
        previous[i] = i - 1;
      }
      for (int i = 0; i < letters.length; i++) {
        consider(i);
      }
    }

    private void consider(int place) {
      if (place != NONE && next[place] != NONE) {
        Join join = joins.get(pair(pieces[place], pieces[next[place]]));
        if (join != null) {
          queue.add(new Candidate(place, join));
        }
      }
    }

    int[] joined() {
      for (Candidate best = queue.poll(); best != null; best = queue.poll()) {
        int place = best.place;
        int right = pieces[place] == NONE ? NONE : next[place];
        if (right == NONE) {
          continue;
        }
        Join now = joins.get(pair(pieces[place], pieces[right]));
        // Neighbours may have changed since; as in the library, what counts is what they make.
        if (now != null && now.made == best.join.made) {
          join(place, right, now.made);
        }
      }
      int count = 0;
      int[] kept = new int[pieces.length];
      for (int piece : pieces) {
        if (piece != NONE) {
          kept[count++] = piece;
        }
      }
      return Arrays.copyOf(kept, count);
    }

    private void join(int place, int right, int made) {
      pieces[place] = made;
      pieces[right] = NONE;
      next[place] = next[right];
      if (next[right] != NONE) {
        previous[next[right]] = place;
      }
      consider(previous[place]);
      consider(place);
    }
  }
}
