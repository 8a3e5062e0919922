package io.incrt.data.ngrams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FloorSharesTest {

  private static final int CLASSES = 3;

  private final long seed = Long.getLong("tests.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private String drawn(String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  private Floor floor(NgramShape shape, List<LabelledSequence> records) {
    NgramFeatures features = NgramFeatures.learn(shape, records, 1 << 20);
    float[] weights = new float[features.size() * CLASSES];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextGaussian();
    }
    float[] bias = {0.3f, -0.2f, 0.1f};
    return new Floor(features, LinearModel.restore(weights, bias), 1, 2.5);
  }

  private void requireExact(NgramShape shape, String letters, int length) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(new LabelledSequence("r" + i, drawn(letters, length), "c"));
    }
    Floor floor = floor(shape, records);
    for (int more = 0; more < 4; more++) {
      String sequence = drawn(letters, length + more);
      float[] logs = floor.logProbabilities(sequence);
      for (int c = 0; c < CLASSES; c++) {
        double others = (logs[0] + logs[1] + logs[2] - logs[c]) / (CLASSES - 1.0);
        Floor.Shares shares = floor.shares(sequence, c);
        assertEquals(sequence.length(), shares.letters().length);
        assertEquals(logs[c] - others, shares.logit(), 1e-5, "seed " + seed);
      }
    }
  }

  @Test
  void whatTheLettersSayAddsUpToTheLogit() {
    requireExact(NgramShape.of(Kind.TEXT), "ab éüc  \t", 40);
    requireExact(NgramShape.letters(Kind.TEXT, 0, 1, 3), "ab c ", 30);
    requireExact(NgramShape.of(Kind.DNA), "acgtACGTN", 60);
    requireExact(NgramShape.of(Kind.DNA).ofBothStrands(true), "ACGTN", 60);
    requireExact(new NgramShape(Kind.PROTEIN, 0, 1, 3, 2, 40, 16, false), "ACDEFGHIKLMN", 40);
  }

  @Test
  void onlyLettersOfAnNgramHaveItsWeight() {
    NgramShape shape = NgramShape.letters(Kind.DNA, 0, 4, 4);
    NgramFeatures features =
        NgramFeatures.learn(shape, List.of(new LabelledSequence("r", "GATA", "c")), 10);
    Floor floor = new Floor(features, LinearModel.restore(new float[] {2, 0}, new float[2]), 1, 1);
    double[] letters = floor.shares("ccgataccc", 0).letters();
    for (int i = 0; i < letters.length; i++) {
      assertEquals(i >= 2 && i < 6 ? 0.5 : 0, letters[i], 1e-6);
    }
  }

  @Test
  void wordsHaveNoneOfTheirWeightInBlanks() {
    NgramShape shape = NgramShape.letters(Kind.TEXT, 2, 2, 5);
    List<LabelledSequence> records = List.of(new LabelledSequence("r", "not good", "c"));
    NgramFeatures features = NgramFeatures.learn(shape, records, 10);
    float[] weights = new float[2 * features.size()];
    for (int i = 0; i < weights.length; i += 2) {
      weights[i] = 1;
    }
    Floor floor = new Floor(features, LinearModel.restore(weights, new float[2]), 1, 1);
    double[] letters = floor.shares("so not  good now", 0).letters();
    assertEquals(0, letters[0] + letters[1]);
    assertTrue(letters[3] > 0);
    assertEquals(0, letters[6] + letters[7]);
    assertTrue(letters[11] > 0);
    assertEquals(0, letters[13]);
  }
}
