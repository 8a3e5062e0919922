package io.incrt.data.familiarity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FamiliarityTest {

  private static final String BASES = "ACGT";
  private static final String AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

  private static final Familiarity DNA =
      Familiarity.learn(
          Kind.DNA, MadeUp.records(BASES, 800, 50, 1), MadeUp.records(BASES, 100, 50, 2), 7);

  private static double strange(Familiarity familiarity, Stream<String> sequences) {
    return sequences.mapToInt(s -> familiarity.isStrange(s) ? 1 : 0).average().orElseThrow();
  }

  private static Stream<String> sequences(List<LabelledSequence> records) {
    return records.stream().map(LabelledSequence::sequence);
  }

  private static Stream<String> random(String letters, int count, int length) {
    Random random = new Random(11);
    return IntStream.range(0, count).mapToObj(i -> MadeUp.random(letters, length, random));
  }

  @Test
  void fewNewRecordsAreStrangeAndNearlyAllRandomLettersAre() {
    assertTrue(strange(DNA, sequences(MadeUp.records(BASES, 1000, 50, 3))) < 0.02);
    assertTrue(strange(DNA, random(BASES, 500, 100)) > 0.95);
    assertTrue(DNA.noticed() > 0.95);
  }

  @Test
  void theReverseOfARecordIsStrange() {
    Stream<String> reversed =
        sequences(MadeUp.records(BASES, 300, 100, 4))
            .map(s -> new StringBuilder(s).reverse().toString());
    assertTrue(strange(DNA, reversed) > 0.95);
  }

  @Test
  void recordsOfEveryLengthAreTreatedAlike() {
    Random random = new Random(5);
    for (int length : new int[] {50, 100, 400, 3000}) {
      Stream<String> alike =
          IntStream.range(0, 500).mapToObj(i -> MadeUp.chain(BASES, length, random));
      assertTrue(strange(DNA, alike) < 0.04, "length " + length);
      assertTrue(strange(DNA, random(BASES, 100, length)) > 0.9);
    }
  }

  @Test
  void heldOutRecordsAreNotNeeded() {
    Familiarity alone =
        Familiarity.learn(Kind.DNA, MadeUp.records(BASES, 800, 50, 1), List.of(), 7);
    assertTrue(strange(alone, sequences(MadeUp.records(BASES, 1000, 50, 3))) < 0.025);
    assertTrue(strange(alone, random(BASES, 500, 100)) > 0.95);
  }

  @Test
  void recordsHeldOutFromElsewhereLowerTheLimit() {
    Random random = new Random(6);
    List<LabelledSequence> elsewhere =
        IntStream.range(0, 200)
            .mapToObj(i -> MadeUp.chain(BASES, 100, random) + MadeUp.random(BASES, 50, random))
            .map(s -> new LabelledSequence("e", s, "x"))
            .toList();
    assertTrue(strange(DNA, sequences(elsewhere)) > 0.2);
    Familiarity lenient =
        Familiarity.learn(Kind.DNA, MadeUp.records(BASES, 800, 50, 1), elsewhere, 7);
    // 2 % and two standard errors of a share of 200 records.
    assertTrue(strange(lenient, sequences(elsewhere)) <= 0.04);
  }

  @Test
  void proteinsAreToldFromRandomLettersAndFromBases() {
    Familiarity protein =
        Familiarity.learn(Kind.PROTEIN, MadeUp.records(AMINO_ACIDS, 400, 50, 1), List.of(), 7);
    assertTrue(strange(protein, sequences(MadeUp.records(AMINO_ACIDS, 400, 50, 2))) < 0.03);
    assertEquals(1, strange(protein, random(AMINO_ACIDS, 200, 100)));
    assertEquals(1, strange(protein, random(BASES, 200, 200)));
  }

  @Test
  void wordsAreToldFromRandomLettersAndOtherScripts() {
    Familiarity text = Familiarity.learn(Kind.TEXT, MadeUp.sentences(500, 1), List.of(), 7);
    assertTrue(strange(text, sequences(MadeUp.sentences(500, 2))) < 0.02);
    assertTrue(text.isStrange("kq xwzv pljtr vv mqhgd bnxs zzr"));
    assertTrue(text.isStrange("Как называется самая большая река в мире ?"));
    assertTrue(text.isStrange("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
  }

  @Test
  void oneLetterOverAndOverIsStrange() {
    assertTrue(DNA.isStrange("A".repeat(300)));
  }

  @Test
  void lettersOfAnotherAlphabetAreNamed() {
    String protein = "MKLVINGKTLKGEITIEGAVDAATAEKIFKQYANDNGIDGEWTYDDATKTFTVTE";
    String warning = DNA.warning(protein).orElseThrow();
    assertTrue(warning.endsWith(" of its 55 letters are none of ACGT"), warning);
  }

  @Test
  void caseDoesNotMatterAndAmbiguousLettersArePassedOver() {
    String sequence = MadeUp.chain(BASES, 200, new Random(8));
    assertEquals(DNA.score(sequence), DNA.score(sequence.toLowerCase(Locale.ROOT)));
    assertEquals(DNA.score(sequence), DNA.score("NNN" + sequence + "nn-RY"));
    assertEquals(
        Optional.of("unlike the training records: only 200 of its 1 200 letters are certain"),
        DNA.warning("NNNNN".repeat(200) + sequence));
  }

  @Test
  void anyStringGetsAnAnswer() {
    assertEquals(
        Optional.of("holds no letter that can be compared with the training records"),
        DNA.warning(""));
    assertTrue(DNA.isStrange("NNNN"));
    assertEquals(
        Optional.of("unlike the training records: 1 of the 50 letters of the shortest of them"),
        DNA.warning("A"));
    assertTrue(DNA.isStrange("\uD83D\uDE00\u0000\uFFFF".repeat(50)));
    assertTrue(Double.isFinite(DNA.score("ACGT".repeat(4_000_000))));
  }

  @Test
  void theWarningSaysHowRareSuchRecordsAre() {
    assertEquals(
        Optional.of(
            "unlike the training records: its letters follow each other as in none of them"),
        DNA.warning(MadeUp.random(BASES, 400, new Random(9))));
  }
}
