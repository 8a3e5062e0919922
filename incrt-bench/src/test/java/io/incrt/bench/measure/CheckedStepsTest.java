package io.incrt.bench.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CheckedStepsTest {

  private static final MeasuredSteps.Size SIZE = new MeasuredSteps.Size(16, 4, 2, 6, 4);

  @Test
  void theDefaultHasItsPartsAndGeometryHasNone() {
    try (CheckedSteps all = new CheckedSteps(SIZE.of(Preset.DEFAULT).pooled(2));
        CheckedSteps alone = new CheckedSteps(SIZE)) {
      for (String part :
          new String[] {"convolution.1.kernel", "forward.0.up", "positions.end", "floor.mix"}) {
        assertTrue(all.weights().containsKey(part), part);
        assertFalse(alone.weights().containsKey(part), part);
      }
      assertArrayEquals(new float[] {1, 1}, all.weights().get("floor.mix").values());
      assertEquals(12, all.tokens()[0].length);
      assertEquals(MeasuredSteps.CLASSES, all.floors()[0].length);
      assertNull(alone.floors());
    }
  }

  @Test
  void theSameStepsGiveTheSameOutputsAndMoreStepsOthers() {
    float[] once = outputs(2);
    assertArrayEquals(once, outputs(2));
    assertFalse(Arrays.equals(once, outputs(3)));
  }

  private static float[] outputs(int steps) {
    try (CheckedSteps checked = new CheckedSteps(SIZE.of(Preset.DEFAULT))) {
      return checked.outputsAfter(steps).get(0);
    }
  }
}
