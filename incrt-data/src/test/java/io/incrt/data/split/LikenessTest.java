package io.incrt.data.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LikenessTest {

  private static LabelledSequence text(String id, String words) {
    return new LabelledSequence(id, words, "x", "", "file:" + id);
  }

  private static final List<LabelledSequence> TRAIN =
      List.of(text("1", "a b c d e f g h"), text("2", "k l m n o p"), text("3", "q r s t"));

  @Test
  void nearCopiesAndSharesAreCounted() {
    // Of six 3-grams each: all; five; two in one and two in another.
    List<LabelledSequence> test =
        List.of(
            text("5", "A b c d e f g h"),
            text("6", "a b c d e f g z"),
            text("7", "a b c d k l m n"));
    List<Likeness> all = Likeness.of(TRAIN, List.of(), test, Kind.TEXT);
    assertEquals(
        List.of(
            new Likeness(
                "test",
                "training",
                3,
                2,
                Optional.of(test.get(0)),
                (1 + 5 / 6.0 + 4 / 6.0) / 3,
                "3-grams")),
        all);
    assertEquals(
        List.of(
            "2 of 3 test records are near-copies of training records (at least 80 % of the 3-grams"
                + " in common; the first: file:5)",
            "on average 83 % of a test record's 3-grams are in the training records"),
        Likeness.words(all));
  }

  @Test
  void everyPairOfPartsIsCompared() {
    List<LabelledSequence> valid = List.of(text("4", "u v w x y"));
    List<LabelledSequence> test = List.of(text("5", "u v w x y"));
    List<Likeness> all = Likeness.of(TRAIN, valid, test, Kind.TEXT);
    assertEquals(3, all.size());
    assertEquals(
        List.of(
            "1 of 1 test records is a near-copy of a validation record (at least 80 % of the"
                + " 3-grams in common; the first: file:5)",
            "on average 0 % of a validation record's 3-grams are in the training records, 0 % of a"
                + " test record's"),
        Likeness.words(all));
  }

  @Test
  void ofManyRecordsSomeThousandsAreLookedAt() {
    List<LabelledSequence> test =
        IntStream.range(0, 12_000).mapToObj(i -> text("" + i, "w" + i + " x y z")).toList();
    Likeness likeness = Likeness.of(test, List.of(), test, Kind.TEXT).get(0);
    assertEquals(4000, likeness.records());
    assertEquals(4000, likeness.nearCopies());
    assertEquals(1.0, likeness.share());
  }

  @Test
  void recordsThatAreEmptyOrShortOrAmbiguousAreNoTrouble() {
    List<LabelledSequence> odd =
        List.of(text("1", ""), text("2", "A"), text("3", "NNNNNNNNNNNNNNNNNNNNNN"), text("4", " "));
    for (Kind kind : Kind.values()) {
      assertTrue(Likeness.of(odd, odd, odd, kind).size() == 3);
      assertEquals(4, HoldOut.of(odd, kind, 1).records());
    }
  }
}
