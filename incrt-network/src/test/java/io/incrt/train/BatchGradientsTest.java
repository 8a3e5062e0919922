package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.folder.Shape;
import io.incrt.geometry.Vectors;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.part.NgramPath;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Moves;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BatchGradientsTest {

  private static final Classification CLASSES = new Classification(List.of("a", "b", "c"));

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  /** Records that training moves by one token, so that it sees other runs of tokens. */
  private static Examples moved() {
    Random random = new Random(3);
    int[][] tokens = new int[8][10];
    int[] classes = new int[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      Arrays.setAll(tokens[i], j -> 2 + random.nextInt(18));
      classes[i] = i % 3;
    }
    return new Examples(tokens, new ClassTargets(classes, 3)).with(new Moves(1, null, 12));
  }

  private static Network network() {
    Network network = Network.fixed(Runs.TINY, Compute.DEFAULT, 1, 1);
    NgramPath path = NgramPath.born(0, 0, new NgramPath.Sizes(5000, 3, 1, 8), Runs.TINY);
    Libtorch.withoutGradients(() -> path.parameters().get(1).value().normal_());
    Libtorch.withoutGradients(
        () -> path.parameters().get(0).value().detach().mul_(new Scalar(30.0)));
    network.add(path);
    return network;
  }

  @Test
  void thePlainLossIsThatOfTheRecordsAsTheyAreInOnePieceAndInSeveral() {
    Examples records = moved();
    int[] all = {0, 1, 2, 3, 4, 5, 6, 7};
    try (Network network = Libtorch.building(BatchGradientsTest::network)) {
      double expected =
          Libtorch.scoped(
              () ->
                  CLASSES
                      .plainLoss(
                          network.forward(new ForwardPass(records.batch(all))),
                          records.batch(all).targets())
                      .item_double());
      for (long numbers : new long[] {1L << 22, 1}) {
        BatchGradients gradients =
            new BatchGradients(
                network, CLASSES, TrainingSettings.defaults(), records, Collective.ALONE, numbers);
        assertEquals(expected, gradients.plainLoss(all), 1e-4 * expected);
      }
    }
  }

  /**
   * The loss with a head whose values pass unchanged, of motor ε a bᵀ and output δ: its mixed
   * second derivative at zero is what the slope says of a and b.
   */
  @Test
  void theSlopeIsThatOfTheLossByTheMotorOfAHeadThatIsNotThere() {
    int d = Runs.TINY.width();
    Shape shape = Runs.TINY.withKeyDimensions(d);
    Random random = new Random(5);
    int[][] tokens = new int[6][];
    int[] classes = new int[tokens.length];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = random.ints(2 + 2 * i, 2, 20).toArray();
      classes[i] = i % 3;
    }
    Examples records = new Examples(tokens, new ClassTargets(classes, 3));
    int[] all = {0, 1, 2, 3, 4, 5};
    try (Network network =
        Libtorch.building(
            () -> Libtorch.seeded(7, true, () -> Network.fixed(shape, Compute.DEFAULT, 1, 1)))) {
      BatchGradients gradients =
          new BatchGradients(
              network, CLASSES, TrainingSettings.defaults(), records, Collective.ALONE);
      DMatrixRMaj slope = Libtorch.scoped(() -> gradients.slope(all));
      for (int round = 0; round < 3; round++) {
        double[] a = Vectors.randomDirection(d, random);
        double[] b = Vectors.randomDirection(d, random);
        double expected = 0;
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            expected += a[i] * slope.get(i, j) * b[j];
          }
        }
        double epsilon = 0.2;
        double delta = 0.05;
        double mixed = 0;
        for (int sign : new int[] {1, -1}) {
          for (int side : new int[] {1, -1}) {
            Head head = head(a, b, sign * epsilon, side * delta);
            network.layers().get(0).add(head);
            mixed += sign * side * gradients.plainLoss(all) / (4 * epsilon * delta);
            network.remove(head);
          }
        }
        // Scores are divided by the root of the key dimensions.
        assertEquals(expected / Math.sqrt(d), -mixed, 0.05 * Math.abs(mixed) + 0.01);
      }
    }
  }

  private static Head head(double[] a, double[] b, double epsilon, double delta) {
    int d = a.length;
    return Libtorch.building(
        () ->
            new Head(
                "virtual",
                99,
                0,
                new ArrayList<>(List.of(column("q", a, epsilon))),
                new ArrayList<>(List.of(column("k", b, 1))),
                Parameter.ofColumns(new Parameter("v", true, torch.eye(d))),
                new Parameter("o", true, torch.eye(d).mul(new Scalar(delta)))));
  }

  private static Parameter column(String name, double[] values, double scale) {
    float[] scaled = new float[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      scaled[2 * i] = (float) (scale * values[i]);
    }
    return Parameter.ofColumns(new Parameter(name, true, Tensor.create(scaled, values.length, 2)));
  }
}
