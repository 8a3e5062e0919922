package io.incrt.data.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrossFoldsTest {

  private static final int FOLDS = 4;

  private static String bases(Random random, int length) {
    StringBuilder bases = new StringBuilder();
    random.ints(length, 0, 4).forEach(i -> bases.append("ACGT".charAt(i)));
    return bases.toString();
  }

  /** Families of three genes that differ in a few letters; a record is named after its family. */
  private static List<LabelledSequence> families(int families) {
    Random random = new Random(5);
    List<LabelledSequence> records = new ArrayList<>();
    for (int family = 0; family < families; family++) {
      String ancestor = bases(random, 400);
      for (int i = 0; i < 3; i++) {
        StringBuilder gene = new StringBuilder(ancestor);
        gene.setCharAt(random.nextInt(400), 'A');
        String label = family % 4 == 0 ? "rare" : "common";
        records.add(new LabelledSequence(String.valueOf(family), gene.toString(), label));
      }
    }
    Collections.shuffle(records, random);
    return records;
  }

  private static List<LabelledSequence> unlike(int records) {
    Random random = new Random(6);
    return IntStream.range(0, records)
        .mapToObj(
            i -> new LabelledSequence("r" + i, bases(random, 60), i % 5 == 0 ? "rare" : "common"))
        .toList();
  }

  private static Set<Integer> foldsOf(CrossFolds folds, int record, int wanted) {
    Set<Integer> found = new HashSet<>();
    IntStream.range(0, wanted).filter(f -> folds.isLeftOut(record, f)).forEach(found::add);
    return found;
  }

  @Test
  void nearCopiesAreLeftOutTogetherAndEachRecordOnce() {
    List<LabelledSequence> records = families(48);
    CrossFolds folds = CrossFolds.of(records, Kind.DNA, true, FOLDS, 1);
    assertEquals(48, folds.clusters());
    Map<String, Set<Integer>> where = new HashMap<>();
    for (int i = 0; i < records.size(); i++) {
      Set<Integer> own = foldsOf(folds, i, FOLDS);
      assertEquals(1, own.size());
      where.computeIfAbsent(records.get(i).id(), id -> new HashSet<>()).addAll(own);
    }
    where.forEach((family, own) -> assertEquals(1, own.size(), family));
  }

  @Test
  void everyFoldHasItsShareOfEveryLabel() {
    List<LabelledSequence> records = unlike(200);
    CrossFolds folds = CrossFolds.of(records, Kind.DNA, true, FOLDS, 1);
    for (int f = 0; f < FOLDS; f++) {
      int fold = f;
      long rare =
          IntStream.range(0, 200)
              .filter(i -> folds.isLeftOut(i, fold) && records.get(i).label().equals("rare"))
              .count();
      assertEquals(10, rare);
      assertEquals(50, folds.size(f));
    }
  }

  @Test
  void groupsStayTogetherWhereLikenessDoesNotCount() {
    List<LabelledSequence> records = new ArrayList<>();
    for (LabelledSequence record : unlike(80)) {
      int patient = records.size() % 16;
      records.add(
          new LabelledSequence(
              record.id(), record.sequence(), record.label(), "patient " + patient, ""));
    }
    CrossFolds folds = CrossFolds.of(records, Kind.DNA, false, FOLDS, 1);
    for (int i = 16; i < 80; i++) {
      assertEquals(foldsOf(folds, i % 16, FOLDS), foldsOf(folds, i, FOLDS));
    }
    assertFalse(folds.words().contains("near-copies"), folds.words());
  }

  @Test
  void theOnlyRecordOfALabelIsNeverLeftOut() {
    List<LabelledSequence> records = new ArrayList<>(unlike(40));
    records.add(new LabelledSequence("lone", "ACGTACGTTTGACCA".repeat(3), "lone"));
    CrossFolds folds = CrossFolds.of(records, Kind.DNA, true, FOLDS, 1);
    assertEquals(Set.of(), foldsOf(folds, 40, FOLDS));
    assertEquals(1, folds.neverLeftOut());
    assertTrue(folds.words().contains("1 records are never left out"), folds.words());
  }

  @Test
  void theSeedDecidesAndNothingElse() {
    List<LabelledSequence> records = unlike(60);
    CrossFolds folds = CrossFolds.of(records, Kind.DNA, true, FOLDS, 1);
    CrossFolds again = CrossFolds.of(records, Kind.DNA, true, FOLDS, 1);
    CrossFolds other = CrossFolds.of(records, Kind.DNA, true, FOLDS, 2);
    int moved = 0;
    for (int i = 0; i < 60; i++) {
      assertEquals(foldsOf(folds, i, FOLDS), foldsOf(again, i, FOLDS));
      moved += foldsOf(folds, i, FOLDS).equals(foldsOf(other, i, FOLDS)) ? 0 : 1;
    }
    assertTrue(moved > 20, moved + " moved");
  }

  @Test
  void moreFoldsThanClustersAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> CrossFolds.of(unlike(6), Kind.DNA, true, 10, 1));
    assertTrue(refusal.getMessage().contains("cannot be dealt out to 10 folds"));
    assertTrue(refusal.getMessage().contains("choose fewer folds"));
    assertThrows(
        IllegalArgumentException.class, () -> CrossFolds.of(unlike(6), Kind.DNA, true, 1, 1));
  }
}
