package io.incrt.data.familiarity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTest {

  private static final Familiarity DNA =
      Familiarity.learn(Kind.DNA, MadeUp.records("ACGT", 200, 50, 1), List.of(), 7);

  private static List<LabelledSequence> records(Kind kind) {
    return switch (kind) {
      case DNA -> MadeUp.records("ACGT", 100, 50, 1);
      case RNA -> MadeUp.records("ACGU", 100, 50, 1);
      case PROTEIN -> MadeUp.records("ACDEFGHIKLMNPQRSTVWY", 100, 50, 1);
      case TEXT -> MadeUp.sentences(100, 1);
    };
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatIsRestoredAnswersTheSame(Kind kind) {
    Familiarity learned = Familiarity.learn(kind, records(kind), List.of(), 7);
    Familiarity restored = Familiarity.restore(kind, learned.numbers(), learned.tables());
    assertEquals(learned, restored);
    assertEquals(learned.hashCode(), restored.hashCode());
    Random random = new Random(2);
    for (int i = 0; i < 50; i++) {
      String sequence = MadeUp.random("ACGTU abc", 1 + random.nextInt(200), random);
      assertEquals(learned.score(sequence), restored.score(sequence));
      assertEquals(learned.warning(sequence), restored.warning(sequence));
    }
    int stored = learned.tables().values().stream().mapToInt(table -> 4 * table.length).sum();
    assertTrue(stored < 1_000_000);
  }

  @Test
  void theSameRecordsAndSeedGiveTheSameInAnyOrder() {
    List<LabelledSequence> shuffled = new ArrayList<>(MadeUp.records("ACGT", 200, 50, 1));
    Familiarity again = Familiarity.learn(Kind.DNA, shuffled, List.of(), 7);
    assertEquals(DNA, again);
    Collections.shuffle(shuffled, new Random(3));
    assertArrayEquals(
        DNA.tables().get("ratios"),
        Familiarity.learn(Kind.DNA, shuffled, List.of(), 7).tables().get("ratios"));
  }

  @Test
  void changingTheTablesHandedOutChangesNothing() {
    float[] ratios = DNA.tables().get("ratios");
    float before = ratios[0];
    ratios[0] = 99;
    assertEquals(before, DNA.tables().get("ratios")[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"letters", "ratios", "tail"})
  void aDamagedArrayIsRefused(String name) {
    refused(name, null);
    float[] right = DNA.tables().get(name);
    float[] spoiled = right.clone();
    spoiled[right.length / 2] = Float.NaN;
    refused(name, spoiled);
    refused(name, new float[right.length + 1000]);
  }

  private static void refused(String name, float[] table) {
    Map<String, float[]> tables = new LinkedHashMap<>(DNA.tables());
    tables.put(name, table);
    assertThrows(
        IllegalArgumentException.class, () -> Familiarity.restore(Kind.DNA, DNA.numbers(), tables));
  }

  @Test
  void aDamagedNumberIsRefused() {
    for (String name : DNA.numbers().keySet()) {
      for (Double wrong : new Double[] {null, Double.NaN, Double.POSITIVE_INFINITY}) {
        Map<String, Double> numbers = new LinkedHashMap<>(DNA.numbers());
        numbers.put(name, wrong);
        IllegalArgumentException refused =
            assertThrows(
                IllegalArgumentException.class,
                () -> Familiarity.restore(Kind.DNA, numbers, DNA.tables()));
        assertTrue(refused.getMessage().contains("'" + name + "'"), refused.getMessage());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0.5, 6, 8, 16, 1e9})
  void anotherOrderIsRefused(double order) {
    Map<String, Double> numbers = new LinkedHashMap<>(DNA.numbers());
    numbers.put("order", order);
    assertThrows(
        IllegalArgumentException.class, () -> Familiarity.restore(Kind.DNA, numbers, DNA.tables()));
  }

  @Test
  void anotherKindIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Familiarity.restore(Kind.RNA, DNA.numbers(), DNA.tables()));
    assertTrue(refused.getMessage().contains("RNA"), refused.getMessage());
  }
}
