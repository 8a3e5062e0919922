package io.incrt.lab.rivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.lab.study.BaselineExperiment;
import io.incrt.model.Batch;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GradientGrowthTest {

  private static final Corpus CORPUS = new OrderTask(2, 12, 10, 200, 40).generate(1);

  @TempDir private Path directory;

  private static RunSettings one() {
    RunSettings small =
        Settings.with(
            RunSettings.defaults(),
            Map.of(
                "parts.floor", "NONE",
                "network.width", "16",
                "network.keyDimensions", "4",
                "training.batchSize", "16",
                "training.steps", "60",
                "training.evaluateEvery", "20"));
    return BaselineExperiment.fixed(small, 1);
  }

  @Test
  void headsAreDoubledAtEachStageAndTheLastModelIsKept() throws IOException {
    StagedTraining.Result result = GradientGrowth.train(CORPUS, one(), 2, directory);
    try (Incrt model = Incrt.load(directory)) {
      List<List<Integer>> dimensions = model.architecture().dimensions();
      assertEquals(List.of(List.of(4, 4, 4, 4)), dimensions);
      assertEquals(
          List.of(0L, 20L, 40L, 40L),
          model.architecture().layers().get(0).heads().stream()
              .map(head -> head.bornAt())
              .toList());
      assertEquals(result.validation(), model.evaluate(CORPUS.valid()).accuracy(), 1e-9);
    }
  }

  @Test
  void newHeadsChangeNothingAndTheirOutputsHaveTheLargestGradient() {
    Libtorch.load();
    TrainerSetup setup = TrainerSetup.of(CORPUS, one(), Device.CPU);
    try (Trainer trainer = Instruments.trainer(setup)) {
      for (int i = 0; i < 20; i++) {
        trainer.advance();
      }
      Examples data = setup.data().first();
      float[] before = outputs(trainer, data);
      GradientGrowth.grow(trainer, setup, 3);
      assertArrayEquals(before, outputs(trainer, data), 1e-6f);

      List<Head> heads = trainer.network().layers().get(0).heads();
      assertEquals(2, heads.size());
      double chosen = slope(trainer, setup, heads.get(1));
      Head random = heads.get(1);
      Libtorch.scoped(
          () -> {
            // Columns of the same length in directions by chance.
            Tensor other = torch.randn(16, 4);
            Tensor norms = other.mul(other).sum(0).sqrt();
            Libtorch.withoutGradients(() -> random.values().value().copy_(other.div(norms)));
            return null;
          });
      assertTrue(chosen > slope(trainer, setup, random), "W_V is where the loss falls fastest");
    }
  }

  private static float[] outputs(Trainer trainer, Examples data) {
    return Libtorch.scoped(
        () ->
            Libtorch.toFloats(
                trainer.network().forward(new ForwardPass(data.batch(records(data)))).detach()));
  }

  private static int[] records(Examples data) {
    return IntStream.range(0, data.size()).toArray();
  }

  /** The norm of the loss's gradient by a head's W_O. */
  private static double slope(Trainer trainer, TrainerSetup setup, Head head) {
    Examples data = setup.data().first();
    return Libtorch.scoped(
        () -> {
          Batch batch = data.batch(records(data));
          Parameter output = head.output();
          Tensor loss =
              setup
                  .objective()
                  .plainLoss(trainer.network().forward(new ForwardPass(batch)), batch.targets());
          Tensor slope =
              torch.grad(new TensorVector(loss), new TensorVector(output.value())).get(0);
          return slope.norm().item_double();
        });
  }

  @Test
  void whatGrowsByItselfIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> GradientGrowth.train(CORPUS, RunSettings.defaults(), 2, directory));
  }
}
