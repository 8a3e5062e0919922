package io.incrt.data.ngrams;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NgramFeaturesTest {

  private static final int MOST = 1 << 20;

  private static List<LabelledSequence> records(String... sequences) {
    return Stream.of(sequences).map(text -> new LabelledSequence("r", text, "c")).toList();
  }

  private static NgramShape letters(Kind kind, int from, int to) {
    return new NgramShape(kind, 0, from, to, 0, 0, 0, false);
  }

  private static NgramFeatures learn(NgramShape shape, String... sequences) {
    return NgramFeatures.learn(shape, records(sequences), MOST);
  }

  @Test
  void weightsAreThoseOfTheTextbook() {
    NgramFeatures features = learn(letters(Kind.DNA, 1, 1), "AAAC", "AG", "GG");
    assertEquals(3, features.size());
    // a: in 2 of 3 records, 3 times here; c: in 1 of 3, once here.
    double a = (1 + Math.log(3)) * (1 + Math.log(4.0 / 3));
    double c = 1 + Math.log(4.0 / 2);
    double norm = Math.sqrt(a * a + c * c);
    float[] weights = features.encode("aaac").weights();
    Arrays.sort(weights);
    assertArrayEquals(new float[] {(float) (c / norm), (float) (a / norm)}, weights, 1e-6f);
  }

  @Test
  void wordsAndLettersAreTwoBlocksOfLengthOne() {
    NgramFeatures features =
        learn(NgramShape.of(Kind.TEXT), "a good film", "a bad film", "a good day");
    assertEquals(2, features.encode("A  GOOD\tday").squaredNorm(), 1e-5);
  }

  @Test
  void lettersOfTextStayWithinWordsAndCountTheirEdges() {
    NgramShape shape = new NgramShape(Kind.TEXT, 0, 2, 5, 0, 0, 0, false);
    // " ab ": 3 of two letters, 2 of three, 1 of four.
    assertEquals(6, learn(shape, "ab", "AB").size());
    assertEquals(6, learn(shape, "ab ab", "ab").size());
  }

  @Test
  void lettersOfTextMustOccurTwice() {
    NgramShape shape = new NgramShape(Kind.TEXT, 1, 2, 5, 0, 0, 0, false);
    assertEquals(2, learn(shape, "ab", "cd").size());
  }

  @Test
  void bothStrandsAreOne() {
    NgramShape shape = new NgramShape(Kind.DNA, 0, 1, 3, 0, 0, 0, true);
    NgramFeatures features = learn(shape, "ACCGTTN", "GATTACA");
    SparseVector one = features.encode("AACGTCATTG");
    SparseVector other = features.encode("CAATGACGTT");
    assertArrayEquals(one.rows(), other.rows());
    assertArrayEquals(one.weights(), other.weights());
    // A with T, C with G, and N.
    assertEquals(3, learn(new NgramShape(Kind.DNA, 0, 1, 1, 0, 0, 0, true), "ACGTN").size());
  }

  @Test
  void rnaAndDnaSpellTheSameBase() {
    NgramFeatures features = learn(letters(Kind.RNA, 1, 3), "ACGU");
    assertArrayEquals(features.encode("ACGU").rows(), features.encode("ACGT").rows());
  }

  @Test
  void placesTellRecordsApartThatLettersDoNot() {
    NgramShape placed = new NgramShape(Kind.DNA, 0, 1, 1, 1, 2, 0, false);
    NgramFeatures features = learn(placed, "AC", "CA");
    SparseVector one = features.encode("AC");
    SparseVector other = features.encode("CA");
    assertEquals(6, features.size());
    assertTrue(!Arrays.equals(one.rows(), other.rows()));
  }

  @Test
  void endsOfARecordCountApart() {
    NgramShape ends = new NgramShape(Kind.PROTEIN, 0, 1, 1, 0, 0, 2, false);
    NgramFeatures features = learn(ends, "MKAAAAAAKL", "AAAAMKAAAA");
    assertTrue(
        features.encode("MKAAAAAAAA").rows().length > features.encode("AAAAAAAAMK").rows().length);
  }

  @Test
  void ofTooManyTheMostFrequentStay() {
    NgramFeatures all = learn(letters(Kind.PROTEIN, 1, 1), "ABCD", "ABC", "AB");
    NgramFeatures two =
        NgramFeatures.learn(letters(Kind.PROTEIN, 1, 1), records("ABCD", "ABC", "AB"), 2);
    assertEquals(4, all.size());
    assertEquals(2, two.size());
    assertEquals(2, two.encode("AB").rows().length);
    assertEquals(0, two.encode("CD").rows().length);
  }

  @Test
  void whatIsStoredIsRestored() {
    NgramFeatures features = learn(NgramShape.of(Kind.TEXT), "a good film", "a bad film");
    NgramFeatures again =
        NgramFeatures.restore(features.shape(), features.keys(), features.rarity());
    SparseVector one = features.encode("a good bad film");
    SparseVector other = again.encode("a good bad film");
    assertArrayEquals(one.rows(), other.rows());
    assertArrayEquals(one.weights(), other.weights());
  }

  @Test
  void whatCannotHaveBeenStoredIsRefused() {
    NgramShape shape = NgramShape.of(Kind.DNA);
    float[] two = {1, 1};
    assertThrows(
        IllegalArgumentException.class, () -> NgramFeatures.restore(shape, new long[] {1}, two));
    assertThrows(
        IllegalArgumentException.class, () -> NgramFeatures.restore(shape, new long[] {2, 1}, two));
    assertThrows(
        IllegalArgumentException.class,
        () -> NgramFeatures.restore(shape, new long[] {-1, 1}, two));
    assertThrows(
        IllegalArgumentException.class,
        () -> NgramFeatures.restore(shape, new long[] {1, 2}, new float[] {1, Float.NaN}));
  }

  @Test
  void anyInputHasAVector() {
    for (Kind kind : Kind.values()) {
      NgramFeatures features = learn(NgramShape.of(kind), "ACGT ACGT", "ACGT");
      for (String odd : List.of("", " ", "\u0000", "\ud83d", "😀😀", "\u00a0x\u3000", "A")) {
        SparseVector vector = features.encode(odd);
        for (float weight : vector.weights()) {
          assertTrue(Float.isFinite(weight));
        }
      }
    }
    assertEquals(0, learn(NgramShape.of(Kind.TEXT), "").size());
  }

  @Test
  void aRecordOfMillionsOfLettersHasAVector() {
    String bases =
        new Random(1)
            .ints(2_000_000, 0, 4)
            .collect(StringBuilder::new, (all, i) -> all.append("ACGT".charAt(i)), (a, b) -> {})
            .toString();
    NgramFeatures features = learn(letters(Kind.DNA, 1, 6), bases);
    assertEquals(4 + 16 + 64 + 256 + 1024 + 4096, features.size());
    assertEquals(1, features.encode(bases).squaredNorm(), 1e-4);
  }

  @Test
  void aFullTableForgetsTheRarest() {
    KeyCounts counts = new KeyCounts(1000);
    for (int round = 0; round < 50; round++) {
      counts.nextRecord();
      IntStream.range(0, 100).forEach(key -> counts.take(NgramWalk.mixed(key) >>> 4));
      int from = 1000 * (round + 1);
      IntStream.range(from, from + 200).forEach(key -> counts.take(NgramWalk.mixed(key) >>> 4));
    }
    for (int key = 0; key < 100; key++) {
      assertEquals(50, counts.count(NgramWalk.mixed(key) >>> 4));
    }
  }

  @Test
  void impossibleShapesAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new NgramShape(Kind.RNA, 0, 1, 3, 0, 0, 0, true));
    assertThrows(
        IllegalArgumentException.class, () -> new NgramShape(Kind.DNA, 0, 4, 3, 0, 0, 0, false));
    assertThrows(
        IllegalArgumentException.class, () -> new NgramShape(Kind.DNA, 0, 1, 0, 0, 0, 0, false));
    assertThrows(
        IllegalArgumentException.class, () -> new NgramShape(Kind.DNA, 0, 1, 99, 0, 0, 0, false));
  }

  @Test
  void shapesAreDescribedInWords() {
    assertEquals("words 1–2 and letters 2–5", NgramShape.of(Kind.TEXT).describe());
    assertEquals(
        "letters 1–6 of both strands", new NgramShape(Kind.DNA, 0, 1, 6, 0, 0, 0, true).describe());
    assertEquals(
        "letters 1, letters 1–4 by place and the 40 letters at either end",
        new NgramShape(Kind.DNA, 0, 1, 1, 4, 3, 40, false).describe());
  }
}
