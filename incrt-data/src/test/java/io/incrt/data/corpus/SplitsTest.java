package io.incrt.data.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SplitsTest {

  private static Set<String> groups(List<LabelledSequence> records) {
    return records.stream().map(LabelledSequence::group).collect(Collectors.toSet());
  }

  private static Corpora.Parts parts(List<LabelledSequence> records) {
    return new Corpora.Parts(records, List.of(), List.of());
  }

  @Test
  void groupsStayTogetherAndClassesKeepTheirShares() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      records.add(
          new LabelledSequence(
              "r" + i, "text " + i, i % 10 < 7 ? "many" : "few", "g" + i % 101, ""));
    }
    for (long seed = 0; seed < 20; seed++) {
      Corpora.Parts split = Splits.random(parts(records), seed);
      Set<String> both = new HashSet<>(groups(split.train()));
      both.retainAll(groups(split.valid()));
      assertEquals(Set.of(), both);
      assertEquals(1000, split.train().size() + split.valid().size());
      assertTrue(Math.abs(split.valid().size() - 100) <= 20);
      long few = split.valid().stream().filter(one -> one.label().equals("few")).count();
      assertTrue(Math.abs(few - 30) <= 12);
    }
    assertEquals(Splits.random(parts(records), 3), Splits.random(parts(records), 3));
  }

  @Test
  void twoGroupsAreOneForEachSide() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(
          new LabelledSequence("r" + i, "text", i % 2 == 0 ? "x" : "y", i < 15 ? "a" : "b", ""));
    }
    for (long seed = 0; seed < 10; seed++) {
      Corpora.Parts split = Splits.random(parts(records), seed);
      assertFalse(split.train().isEmpty());
      assertFalse(split.valid().isEmpty());
    }
  }

  @Test
  void recordsInSeveralPartsAreFound() {
    LabelledSequence a = new LabelledSequence("1", "a", "x");
    LabelledSequence again = new LabelledSequence("2", "a", "y");
    LabelledSequence b = new LabelledSequence("3", "b", "y");
    Corpus corpus =
        new Corpus(
            List.of(a, new LabelledSequence("4", "c", "y")),
            List.of(b),
            List.of(again, b),
            KmerTokenizer.of(1, 1, List.of("A", "B")));
    assertEquals(
        List.of(
            new Splits.Overlap("test", "training", 1, 1, again),
            new Splits.Overlap("test", "validation", 1, 0, b)),
        Splits.overlaps(corpus));
    assertTrue(
        Splits.overlaps(new Corpus(List.of(a), List.of(b), List.of(), corpus.tokenizer()))
            .isEmpty());
  }

  private static Corpora.Parts held(List<LabelledSequence> records, List<String> remarks) {
    return Splits.holdOut(parts(records), Kind.TEXT, DataSettings.Split.CLUSTERS, 1, remarks::add);
  }

  @Test
  void recordsThatAreAllAlikeAreDrawnAtRandomAndTheRemarkSaysSo() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      records.add(new LabelledSequence("r" + i, "the same words", i % 2 == 0 ? "x" : "y"));
    }
    List<String> remarks = new ArrayList<>();
    assertEquals(Splits.random(parts(records), 1), held(records, remarks));
    assertEquals(
        List.of(
            "the records are too much alike to hold out whole clusters of them, so some are drawn"
                + " at random; validation records may have near-copies among the training records"),
        remarks);
  }

  @Test
  void oneGroupCannotBeHeldOutInEitherWay() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(new LabelledSequence("r" + i, "text " + i, i % 2 == 0 ? "x" : "y", "g", ""));
    }
    BadRecordException error =
        assertThrows(BadRecordException.class, () -> held(records, new ArrayList<>()));
    assertTrue(error.getMessage().contains("every record is of the group 'g'"));
  }

  @Test
  void recordsKeepTheirOrderWhenClustersAreHeldOut() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      records.add(new LabelledSequence("r" + i, "text no " + i, i % 2 == 0 ? "x" : "y"));
    }
    List<String> remarks = new ArrayList<>();
    Corpora.Parts split = held(records, remarks);
    assertEquals(40, split.valid().size());
    assertEquals(
        records.stream().filter(record -> !split.valid().contains(record)).toList(), split.train());
    assertTrue(remarks.get(0).startsWith("40 of 200 training records are held out"));
  }
}
