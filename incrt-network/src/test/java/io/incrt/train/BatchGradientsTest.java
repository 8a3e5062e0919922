package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.Network;
import io.incrt.model.part.NgramPath;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Moves;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
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
}
