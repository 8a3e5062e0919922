package io.incrt.data.ngrams;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which n-grams of a record are its features.
 *
 * @param kind what the records are; letters of text are taken within words, those of the other
 *     kinds throughout
 * @param words the most words in one n-gram; 0 for none
 * @param shortest the fewest letters in one n-gram
 * @param longest the most letters in one n-gram; 0 for none
 * @param placed the most letters in an n-gram that counts by its place in the record; 0 for none
 * @param length the letters of every training record, where places count; of a record of another
 *     length either end may be the one that is in its place; else 0
 * @param ends how many letters at either end have n-grams that count apart from the others; 0 for
 *     none
 * @param bothStrands whether an n-gram of bases and its reverse complement are one feature
 */
public record NgramShape(
    Kind kind,
    int words,
    int shortest,
    int longest,
    int placed,
    int length,
    int ends,
    boolean bothStrands) {

  /** Longer n-grams would make a record's features quadratic in its letters. */
  private static final int MOST = 16;

  private static final int LONGER_OF_BASES = 8;
  private static final int LONGER_OF_PROTEINS = 4;
  private static final int ENDS = 64;
  private static final int PLACED = 4;

  /** Places in longer records would be more features than records can tell of. */
  private static final int LONGEST_PLACED = 1000;

  /** Requires lengths that make sense together. */
  public NgramShape {
    if (kind == null) {
      throw new IllegalArgumentException(
          "n-grams are those of a kind of records, but none is named");
    }
    if (words < 0 || words > MOST || longest < 0 || longest > MOST || placed < 0 || placed > MOST) {
      throw new IllegalArgumentException(
          "n-grams have 0 to "
              + MOST
              + " words or letters, but "
              + words
              + " words, "
              + longest
              + " letters and "
              + placed
              + " placed letters were asked for");
    }
    if (shortest < 1 || (longest > 0 && shortest > longest) || ends < 0) {
      throw new IllegalArgumentException(
          "n-grams of "
              + shortest
              + " to "
              + longest
              + " letters and "
              + ends
              + " letters at the ends are not possible");
    }
    if (length < 0 || (placed > 0) != (length > 0)) {
      throw new IllegalArgumentException(
          "places count where all records have one length, but n-grams of "
              + placed
              + " letters were asked for by place in records of "
              + length);
    }
    if (words + longest + placed == 0) {
      throw new IllegalArgumentException("there must be n-grams of words or of letters");
    }
    if (bothStrands && kind != Kind.DNA) {
      throw new IllegalArgumentException("only DNA has two strands, but the kind is " + kind);
    }
  }

  /** The same, where an n-gram of DNA and its reverse complement are one feature. */
  NgramShape ofBothStrands(boolean both) {
    return new NgramShape(kind, words, shortest, longest, placed, length, ends, both);
  }

  /** N-grams that count wherever they are. */
  static NgramShape letters(Kind kind, int words, int shortest, int longest) {
    return new NgramShape(kind, words, shortest, longest, 0, 0, 0, false);
  }

  /** What is usual for a kind. */
  public static NgramShape of(Kind kind) {
    return switch (kind) {
      case TEXT -> letters(kind, 2, 2, 5);
      case DNA, RNA -> letters(kind, 0, 1, 6);
      case PROTEIN -> letters(kind, 0, 1, 3);
    };
  }

  /**
   * Changes worth trying, one after the other, on what is usual for the kind: longer motifs, how
   * records begin and end, and, for records of one length, the place of each letter.
   */
  static List<UnaryOperator<NgramShape>> changes(
      Kind kind, boolean bothStrands, List<LabelledSequence> training) {
    if (kind == Kind.TEXT) {
      return List.of();
    }
    List<UnaryOperator<NgramShape>> changes = new ArrayList<>();
    int longer = kind == Kind.PROTEIN ? LONGER_OF_PROTEINS : LONGER_OF_BASES;
    changes.add(s -> new NgramShape(kind, 0, 1, longer, 0, 0, s.ends, s.bothStrands));
    if (bothStrands) {
      // Ends and places are others on the other strand.
      return changes;
    }
    changes.add(s -> new NgramShape(kind, 0, 1, s.longest, 0, 0, ENDS, s.bothStrands));
    int length = training.get(0).sequence().length();
    if (length <= LONGEST_PLACED
        && training.stream().allMatch(record -> record.sequence().length() == length)) {
      changes.add(s -> new NgramShape(kind, 0, 1, s.longest, PLACED, length, s.ends, false));
      changes.add(s -> new NgramShape(kind, 0, 1, 1, PLACED, length, 0, false));
    }
    return changes;
  }

  /** In words: "words 1–2 and letters 2–5". */
  public String describe() {
    List<String> parts = new ArrayList<>();
    if (words > 0) {
      parts.add("words " + range(1, words));
    }
    if (longest > 0) {
      parts.add("letters " + range(shortest, longest) + (bothStrands ? " of both strands" : ""));
    }
    if (placed > 0) {
      parts.add("letters " + range(1, placed) + " by place");
    }
    if (ends > 0) {
      parts.add("the " + ends + " letters at either end");
    }
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }

  /** In how many records an n-gram must occur: one word may name a class, a few letters do not. */
  int fewest(int block) {
    return block == NgramWalk.LETTERS && kind == Kind.TEXT ? 2 : 1;
  }

  private static String range(int from, int to) {
    return from == to ? "" + from : from + "–" + to;
  }
}
