package io.incrt.data.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldOutTest {

  private static LabelledSequence record(String id, String sequence, String label) {
    return new LabelledSequence(id, sequence, label);
  }

  private static String letters(Random random, String alphabet, int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))))
        .collect(Collectors.joining());
  }

  private static String changed(Random random, String sequence, int changes) {
    StringBuilder changed = new StringBuilder(sequence);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(changed.length());
      int letter = "ACGT".indexOf(changed.charAt(at)) + 1 + random.nextInt(3);
      changed.setCharAt(at, "ACGT".charAt(letter % 4));
    }
    return changed.toString();
  }

  /** Families of genes; the name of a record starts with its family's. */
  private static List<LabelledSequence> families(int families, int members) {
    Random random = new Random(5);
    List<LabelledSequence> records = new ArrayList<>();
    for (int family = 0; family < families; family++) {
      String ancestor = letters(random, "ACGT", 400);
      for (int i = 0; i < members; i++) {
        String gene = changed(random, ancestor, 2);
        records.add(record(family + "/" + i, gene, family % 2 == 0 ? "x" : "y"));
      }
    }
    Collections.shuffle(records, random);
    return records;
  }

  private static Map<String, Integer> heldOf(List<LabelledSequence> records, HoldOut holdOut) {
    Map<String, Integer> held = new HashMap<>();
    holdOut.held().stream()
        .forEach(i -> held.merge(records.get(i).id().replaceAll("/.*", ""), 1, Integer::sum));
    return held;
  }

  @Test
  void nearCopiesOfGenesAreHeldOutTogether() {
    List<LabelledSequence> records = families(100, 6);
    for (long seed = 0; seed < 3; seed++) {
      HoldOut holdOut = HoldOut.of(records, Kind.DNA, seed);
      assertEquals(100, holdOut.clusters());
      assertEquals(Set.of(6), Set.copyOf(heldOf(records, holdOut).values()));
      assertEquals(60, holdOut.held().cardinality());
      assertTrue(holdOut.worked());
    }
  }

  @Test
  void theSeedDeterminesWhatIsHeldOut() {
    List<LabelledSequence> records = families(50, 4);
    assertEquals(HoldOut.of(records, Kind.DNA, 1), HoldOut.of(records, Kind.DNA, 1));
    assertFalse(
        HoldOut.of(records, Kind.DNA, 1).held().equals(HoldOut.of(records, Kind.DNA, 2).held()));
  }

  @Test
  void phrasesStayWithTheSentenceTheyAreCutFrom() {
    Random random = new Random(2);
    List<LabelledSequence> records = new ArrayList<>();
    for (int sentence = 0; sentence < 120; sentence++) {
      int number = sentence;
      List<String> words =
          random.ints(20, 0, 3000).mapToObj(i -> "w" + i).collect(Collectors.toList());
      records.add(record(sentence + "/", String.join(" ", words), number % 2 == 0 ? "x" : "y"));
      for (int i = 0; i < 9; i++) {
        int from = random.nextInt(14);
        String phrase = String.join(" ", words.subList(from, from + 2 + random.nextInt(5)));
        records.add(record(sentence + "/" + i, phrase, random.nextBoolean() ? "x" : "y"));
      }
    }
    Collections.shuffle(records, random);
    HoldOut holdOut = HoldOut.of(records, Kind.TEXT, 1);
    Map<String, Integer> held = heldOf(records, holdOut);
    long whole = held.values().stream().filter(count -> count == 10).count();
    assertTrue(whole >= held.size() - 2, held.toString());
  }

  @Test
  void aPhraseOfManySentencesDoesNotChainThem() {
    Random random = new Random(3);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String some = random.ints(8, 0, 3000).mapToObj(n -> "w" + n).collect(Collectors.joining(" "));
      records.add(record("s" + i, some + " one of the " + some, i % 2 == 0 ? "x" : "y"));
    }
    records.add(record("p", "one of the", "x"));
    HoldOut holdOut = HoldOut.of(records, Kind.TEXT, 1);
    assertEquals(200, holdOut.clusters());
    assertEquals(2, holdOut.largest());
  }

  @Test
  void whereAllAreAlikeTheClosestStayTogether() {
    Random random = new Random(7);
    String gene = letters(random, "ACGT", 1000);
    List<LabelledSequence> records = new ArrayList<>();
    for (int lineage = 0; lineage < 100; lineage++) {
      String ancestor = changed(random, gene, 10);
      for (int i = 0; i < 4; i++) {
        String label = lineage % 2 == 0 ? "x" : "y";
        records.add(record(lineage + "/" + i, changed(random, ancestor, 1), label));
      }
    }
    HoldOut holdOut = HoldOut.of(records, Kind.DNA, 1);
    assertEquals(Set.of(4), Set.copyOf(heldOf(records, holdOut).values()));
  }

  @Test
  void clustersStaySmallEnoughToHoldOutAndTheWordsSayWhatThatCosts() {
    Random random = new Random(8);
    String gene = letters(random, "ACGT", 600);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      records.add(record("r" + i, changed(random, gene, 1), i % 2 == 0 ? "x" : "y"));
    }
    HoldOut holdOut = HoldOut.of(records, Kind.DNA, 1);
    assertTrue(holdOut.worked());
    assertTrue(holdOut.largest() <= 30, holdOut.words());
    assertTrue(holdOut.heldClusters() >= 4, holdOut.words());
    assertTrue(holdOut.refused() > 0);
    assertTrue(holdOut.words().endsWith("would be too large to hold out"), holdOut.words());
  }

  @Test
  void groupsStayWholeWhateverTheirSize() {
    List<LabelledSequence> records = new ArrayList<>();
    for (LabelledSequence one : families(60, 5)) {
      int group = Integer.parseInt(one.id().replaceAll("/.*", "")) / 3;
      records.add(new LabelledSequence(one.id(), one.sequence(), one.label(), "g" + group, ""));
    }
    HoldOut holdOut = HoldOut.of(records, Kind.DNA, 4);
    Map<String, Integer> held = new HashMap<>();
    holdOut.held().stream().forEach(i -> held.merge(records.get(i).group(), 1, Integer::sum));
    assertEquals(Set.of(15), Set.copyOf(held.values()));
    assertTrue(holdOut.words().contains("of one group or"), holdOut.words());
  }

  @Test
  void everyLabelKeepsMostOfItsRecordsAndRareOnesAreHeldOutToo() {
    List<LabelledSequence> records = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 600; i++) {
      String label = i < 2 ? "two" : i < 7 ? "five" : i == 7 ? "one" : "many";
      records.add(record("r" + i, letters(random, "ACGT", 80), label));
    }
    HoldOut holdOut = HoldOut.of(records, Kind.DNA, 1);
    Map<String, Integer> held = new HashMap<>();
    holdOut.held().stream().forEach(i -> held.merge(records.get(i).label(), 1, Integer::sum));
    assertEquals(Map.of("two", 1, "five", 1, "many", 59), held);
  }

  @Test
  void ofFewRecordsAFifthIsHeldOut() {
    assertEquals(0.2, HoldOut.share(200));
    assertEquals(0.125, HoldOut.share(400));
    assertEquals(0.1, HoldOut.share(500));
    assertEquals(0.1, HoldOut.share(10_000_000));
  }

  @Test
  void copiesOfOneRecordCannotBeHeldOut() {
    List<LabelledSequence> records =
        IntStream.range(0, 40)
            .mapToObj(i -> record("r" + i, "the same words again", i % 2 == 0 ? "x" : "y"))
            .toList();
    assertFalse(HoldOut.of(records, Kind.TEXT, 1).worked());
  }
}
