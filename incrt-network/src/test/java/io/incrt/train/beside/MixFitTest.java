package io.incrt.train.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MixFitTest {

  private static final int RECORDS = 400;

  private final Random random = new Random(8);
  private final int[] labels = random.ints(RECORDS, 0, 3).toArray();

  /** Outputs that lean towards the label, as strongly as they are sharp, and are right so often. */
  private List<float[]> outputs(double right, float sharp) {
    List<float[]> outputs = new ArrayList<>();
    for (int label : labels) {
      float[] own = new float[3];
      int chosen = random.nextDouble() < right ? label : random.nextInt(3);
      own[chosen] = sharp;
      outputs.add(own);
    }
    return outputs;
  }

  private float[][] floors(double right) {
    return outputs(right, 2).stream()
        .map(
            own -> {
              double total = 0;
              for (float value : own) {
                total += Math.exp(value);
              }
              for (int c = 0; c < own.length; c++) {
                own[c] -= (float) Math.log(total);
              }
              return own;
            })
        .toArray(float[][]::new);
  }

  @Test
  void equallyGoodModelsCountTheSameHoweverSharpOneIs() {
    MixFit.Factors factors = MixFit.mixed(outputs(0.8, 8), floors(0.8), labels);
    double network = factors.network() * 8;
    double floor = factors.floor() * 2;
    assertTrue(network > 0.5 * floor && network < 2 * floor, factors.toString());
  }

  @Test
  void aModelThatKnowsNothingCountsLittle() {
    MixFit.Factors factors = MixFit.mixed(outputs(0, 4), floors(0.9), labels);
    assertTrue(factors.network() * 4 < 0.3 * factors.floor() * 2, factors.toString());
    factors = MixFit.mixed(outputs(0.9, 4), floors(0), labels);
    assertTrue(factors.floor() * 2 < 0.3 * factors.network() * 4, factors.toString());
  }

  @Test
  void aNetworkThatWasToAddSomethingAndDoesNotIsLeftOut() {
    assertEquals(0, MixFit.added(outputs(0, 2), floors(0.9), labels).network());
    MixFit.Factors useful = MixFit.added(outputs(0.8, 2), floors(0.7), labels);
    assertTrue(useful.network() > 0.5 && useful.floor() > 0.5, useful.toString());
  }
}
