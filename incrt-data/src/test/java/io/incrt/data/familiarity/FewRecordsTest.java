package io.incrt.data.familiarity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FewRecordsTest {

  private static final String RECORD = MadeUp.random("ACGT", 1000, new Random(1));

  private static Familiarity learn(String... sequences) {
    List<LabelledSequence> records = new ArrayList<>();
    for (String sequence : sequences) {
      records.add(new LabelledSequence("r", sequence, "x"));
    }
    return Familiarity.learn(Kind.DNA, records, List.of(), 7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void equalRecordsAreLikeThemselvesAndUnlikeRandomLetters(int count) {
    Familiarity familiarity = learn(Collections.nCopies(count, RECORD).toArray(String[]::new));
    assertEquals(Optional.empty(), familiarity.warning(RECORD));
    assertTrue(familiarity.isStrange(MadeUp.random("ACGT", 1000, new Random(2))));
  }

  @Test
  void threeSimilarRecordsAreEnoughToNoticeRandomLetters() {
    String second = RECORD.substring(0, 500) + "ACCA" + RECORD.substring(500);
    String third = RECORD.substring(0, 300) + "TT" + RECORD.substring(310);
    Familiarity familiarity = learn(RECORD, second, third);
    assertEquals(Optional.empty(), familiarity.warning(RECORD));
    assertEquals(Optional.empty(), familiarity.warning(third));
    assertTrue(familiarity.isStrange(MadeUp.random("ACGT", 1000, new Random(2))));
  }

  @Test
  void threeRecordsWithNothingInCommonAreNoReasonToWarn() {
    Familiarity familiarity =
        learn(
            RECORD,
            MadeUp.random("ACGT", 1000, new Random(3)),
            MadeUp.random("ACGT", 1000, new Random(4)));
    assertEquals(Optional.empty(), familiarity.warning(RECORD));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void noRecordsOrEmptyOnesDoNotFail(Kind kind) {
    Familiarity none = Familiarity.learn(kind, List.of(), List.of(), 7);
    Familiarity empty =
        Familiarity.learn(kind, List.of(new LabelledSequence("r", "", "x")), List.of(), 7);
    assertTrue(Double.isFinite(none.score("ACG")));
    assertEquals(none.warning("AAA"), empty.warning("AAA"));
  }

  @Test
  void oneLetterRecordsKeepEveryRatioFinite() {
    Familiarity familiarity =
        learn(Collections.nCopies(50, "A".repeat(5000)).toArray(String[]::new));
    assertTrue(Double.isFinite(familiarity.score("CGCGTATA")));
    assertEquals(Optional.empty(), familiarity.warning("A".repeat(5000)));
    assertTrue(familiarity.isStrange("CG".repeat(2500)));
  }

  @Test
  void recordsOfOneGroupAreLeftOutTogether() {
    // Each record occurs twice with one letter changed; only groups keep the pair together.
    List<LabelledSequence> grouped = new ArrayList<>();
    List<LabelledSequence> single = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      String sequence = MadeUp.random("ACGT", 300, random);
      for (String copy : List.of("A" + sequence, "C" + sequence)) {
        grouped.add(new LabelledSequence("r", copy, "x", "g" + i, ""));
        single.add(new LabelledSequence("r", copy, "x"));
      }
    }
    String fresh = MadeUp.random("ACGT", 300, random);
    assertFalse(Familiarity.learn(Kind.DNA, grouped, List.of(), 7).isStrange(fresh));
    assertTrue(
        Familiarity.learn(Kind.DNA, single, List.of(), 7).noticed()
            > Familiarity.learn(Kind.DNA, grouped, List.of(), 7).noticed());
  }
}
