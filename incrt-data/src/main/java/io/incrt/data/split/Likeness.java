package io.incrt.data.split;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How alike the records of one part are to those of another. Judging a model by near-copies of what
 * it learned from shows what it remembers, not what it has understood.
 *
 * @param judged the part whose records are looked at
 * @param seen the part they are compared with
 * @param records how many records were looked at; of many, some thousands evenly spread
 * @param nearCopies how many of those share at least {@link #NEAR} of their shingles with one
 *     record of {@code seen}
 * @param first the first of them
 * @param share how many of a record's shingles occur in any record of {@code seen}; the mean
 * @param shingles what shingles are, as in "3-grams"
 */
public record Likeness(
    String judged,
    String seen,
    int records,
    int nearCopies,
    Optional<LabelledSequence> first,
    double share,
    String shingles) {

  /** The share of its shingles from which on a record is a near-copy. */
  public static final double NEAR = 0.8;

  /**
   * Compares parts: validation and test records with training records, and test records with
   * validation records. Those of empty parts are left out.
   */
  public static List<Likeness> of(
      List<LabelledSequence> train,
      List<LabelledSequence> valid,
      List<LabelledSequence> test,
      Kind kind) {
    List<Likeness> all = new ArrayList<>();
    Shingles shingles = Shingles.of(kind, train);
    if (!valid.isEmpty()) {
      all.add(of("validation", valid, "training", train, shingles));
    }
    if (!test.isEmpty()) {
      all.add(of("test", test, "training", train, shingles));
    }
    if (!test.isEmpty() && !valid.isEmpty()) {
      all.add(of("test", test, "validation", valid, shingles));
    }
    return all;
  }

  private static Likeness of(
      String judged,
      List<LabelledSequence> records,
      String seen,
      List<LabelledSequence> others,
      Shingles shingles) {
    NearCopies copies = new NearCopies(records, shingles);
    others.forEach(other -> copies.compare(other.sequence()));
    return new Likeness(
        judged,
        seen,
        copies.records(),
        copies.count(),
        copies.first().map(records::get),
        copies.share(),
        shingles.name());
  }

  /** What a reader should know of a comparison of parts, one sentence each. */
  public static List<String> words(List<Likeness> all) {
    List<String> sentences = new ArrayList<>();
    List<String> shares = new ArrayList<>();
    for (Likeness one : all) {
      one.first.ifPresent(example -> sentences.add(one.copies(example)));
      if (one.seen.equals("training")) {
        shares.add(
            String.format(Locale.ROOT, "%.0f %% of a %s record's", 100 * one.share, one.judged)
                + (shares.isEmpty() ? " " + one.shingles + " are in the training records" : ""));
      }
    }
    if (!shares.isEmpty()) {
      sentences.add("on average " + String.join(", ", shares));
    }
    return sentences;
  }

  private String copies(LabelledSequence example) {
    return nearCopies
        + " of "
        + records
        + " "
        + judged
        + (nearCopies == 1 ? " records is a near-copy of a " : " records are near-copies of ")
        + seen
        + (nearCopies == 1 ? " record" : " records")
        + " (at least "
        + Math.round(100 * NEAR)
        + " % of the "
        + shingles
        + " in common; the first: "
        + example.where()
        + ")";
  }
}
