package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.objective.ClassCounts;
import io.incrt.objective.ClassTargets;
import io.incrt.settings.TrainingSettings;
import io.incrt.train.data.Examples;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  @Test
  void figuresFollowTheirDefinitions() {
    // Truth a a b b c; predicted a b b b a, each with 0.8 on the predicted class.
    List<float[]> probabilities =
        List.of(
            new float[] {0.8f, 0.1f, 0.1f},
            new float[] {0.1f, 0.8f, 0.1f},
            new float[] {0.1f, 0.8f, 0.1f},
            new float[] {0.1f, 0.8f, 0.1f},
            new float[] {0.8f, 0.1f, 0.1f});
    ClassCounts counts = new ClassCounts(List.of("a", "b", "c"));
    ClassTargets truth = new ClassTargets(new int[] {0, 0, 1, 1, 2}, 3);
    for (int i = 0; i < truth.size(); i++) {
      counts.add(probabilities.get(i), truth, i);
    }
    Evaluation found = Evaluation.of(counts);
    assertEquals(found.accuracy(), counts.figures().get("accuracy"));
    assertEquals(0.6, found.accuracy(), 1e-12);
    assertEquals(List.of(List.of(1, 1, 0), List.of(0, 2, 0), List.of(1, 0, 0)), found.confusion());
    assertEquals(0.5, found.perClass().get(0).precision(), 1e-12);
    assertEquals(0.5, found.perClass().get(0).recall(), 1e-12);
    assertEquals(2.0 / 3, found.perClass().get(1).precision(), 1e-12);
    assertEquals(1, found.perClass().get(1).recall(), 1e-12);
    assertEquals(0.8, found.perClass().get(1).f1(), 1e-12);
    assertEquals(0, found.perClass().get(2).f1(), 1e-12);
    assertEquals((0.5 + 0.8 + 0) / 3, found.macroF1(), 1e-12);
    assertEquals(-(3 * Math.log(0.8) + 2 * Math.log(0.1)) / 5, found.logLoss(), 1e-7);
    assertEquals(0.2, found.calibrationError(), 1e-7, "0.8 sure and 0.6 right");
    assertTrue(found.accuracyInterval().get(0) <= 0.6 && found.accuracyInterval().get(1) >= 0.6);
    assertTrue(found.macroF1Interval().get(0) < found.macroF1());
    assertTrue(found.macroF1Interval().get(1) > found.macroF1());
    assertThrows(
        IllegalArgumentException.class, () -> Evaluation.of(new ClassCounts(List.of("a", "b"))));
  }

  @Test
  void rareClassesCountForMoreWhereTheyAreRareEnough() {
    int[] classes = new int[22];
    classes[0] = 1;
    ClassTargets skewed = new ClassTargets(classes, 2);
    assertEquals(List.of(), skewed.weights(TrainingSettings.ClassWeights.NONE));
    List<Double> weights = skewed.weights(TrainingSettings.ClassWeights.AUTO);
    assertEquals(Math.sqrt(21), weights.get(1) / weights.get(0), 1e-12);
    assertEquals(22, weights.get(1) + 21 * weights.get(0), 1e-12, "1 on average");
    List<Double> balanced = skewed.weights(TrainingSettings.ClassWeights.BALANCED);
    assertEquals(21, balanced.get(1) / balanced.get(0), 1e-12);
    classes[1] = 1;
    classes[2] = 1;
    assertEquals(List.of(), skewed.weights(TrainingSettings.ClassWeights.AUTO));
  }

  @Test
  void everyRecordComesOnceAnEpochAndTheSeedDecidesTheOrder() {
    int[][] tokens = new int[103][];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = new int[1 + i % 7];
    }
    Examples records = new Examples(tokens, new ClassTargets(new int[103], 1));
    List<int[]> epoch = records.epoch(10, 5, 2);
    assertEquals(11, epoch.size());
    assertEquals(103, epoch.stream().flatMapToInt(Arrays::stream).distinct().count());
    List<int[]> again = records.epoch(10, 5, 2);
    for (int i = 0; i < epoch.size(); i++) {
      assertEquals(Arrays.toString(epoch.get(i)), Arrays.toString(again.get(i)));
    }
    assertNotEquals(
        Arrays.toString(epoch.get(0)), Arrays.toString(records.epoch(10, 6, 2).get(0)), "seed");
    assertNotEquals(
        Arrays.toString(epoch.get(0)), Arrays.toString(records.epoch(10, 5, 3).get(0)), "epoch");
  }
}
