package io.incrt.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DropoutTest {

  private static final int COUNT = 200_003;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static float[] dropped(double share, long seed) {
    return Libtorch.seeded(
        seed,
        false,
        () -> Libtorch.scoped(() -> Libtorch.toFloats(Libtorch.dropout(torch.ones(COUNT), share))));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.2, 0.5, 0.9})
  void theShareIsDroppedAndTheMeanKept(double share) {
    int zeros = 0;
    double sum = 0;
    for (float value : dropped(share, 1)) {
      assertTrue(value == 0 || Math.abs(value - 1 / (1 - share)) < 0.01 / (1 - share));
      zeros += value == 0 ? 1 : 0;
      sum += value;
    }
    double error = 5 * Math.sqrt(share * (1 - share) / COUNT);
    assertEquals(share, (double) zeros / COUNT, error);
    assertEquals(1, sum / COUNT, error / (1 - share));
  }

  @Test
  void everyPlaceOfADrawIsDroppedAlike() {
    // Four values share a draw; none of its bits may be fixed.
    float[] values = dropped(0.2, 2);
    for (int place = 0; place < 4; place++) {
      int zeros = 0;
      for (int i = place; i < COUNT; i += 4) {
        zeros += values[i] == 0 ? 1 : 0;
      }
      assertEquals(0.2, 4.0 * zeros / COUNT, 0.01);
    }
  }

  @Test
  void nothingIsDroppedWithoutAShareAndTheSeedDecidesOtherwise() {
    for (float value : dropped(0, 3)) {
      assertEquals(1, value);
    }
    assertArrayEquals(dropped(0.3, 4), dropped(0.3, 4));
  }

  @Test
  void aShareThatIsNearlyAllLeavesNumbers() {
    for (float value : dropped(0.999999, 5)) {
      assertTrue(Float.isFinite(value));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, COUNT})
  void gradientsAreThoseOfWhatIsKept(long count) {
    List<float[]> found =
        Libtorch.scoped(
            () -> {
              Tensor x = torch.ones(count).requires_grad_(true);
              Tensor y = Libtorch.dropout(x.mul(new Scalar(1.0)), 0.4);
              TensorVector gradients = torch.grad(new TensorVector(y.sum()), new TensorVector(x));
              List<float[]> both = new ArrayList<>();
              both.add(Libtorch.toFloats(y.detach()));
              both.add(Libtorch.toFloats(gradients.get(0)));
              return both;
            });
    assertArrayEquals(found.get(0), found.get(1));
  }
}
