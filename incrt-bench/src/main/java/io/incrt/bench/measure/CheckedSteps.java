package io.incrt.bench.measure;

import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.folder.HostTensor;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import io.incrt.train.update.WeightAverage;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A few steps without anything random, of which everything is known that another program needs to
 * make the same.
 */
public final class CheckedSteps implements AutoCloseable {

  private final RunSettings settings;
  private final Examples records;
  private final Trainer trainer;

  /** A network and one batch of records. */
  public CheckedSteps(Size size) {
    Libtorch.load();
    settings =
        Settings.with(
            SyntheticSetup.sized(size),
            Map.of(
                "homeostat.enabled", "false",
                "training.dropout", "0",
                "training.unknownRate", "0",
                "training.warmUp", "0",
                "training.floor", "1"));
    TrainerSetup setup = SyntheticSetup.of(size, settings, 1, Device.CPU);
    records = setup.data().first();
    trainer = SyntheticRun.trainer(setup, SyntheticSetup.architecture(size, Heads.EVEN, setup));
  }

  /** What the network is trained with: one learning rate for all steps. */
  public RunSettings settings() {
    return settings;
  }

  /** The weights as they are now, by name. */
  public Map<String, HostTensor> weights() {
    return trainer.network().tensors();
  }

  /** The tokens of each record. */
  public int[][] tokens() {
    return IntStream.range(0, records.size()).mapToObj(records.tokens()::of).toArray(int[][]::new);
  }

  /** The class of each record. */
  public int[] labels() {
    return IntStream.range(0, records.size()).map(i -> i % MeasuredSteps.CLASSES).toArray();
  }

  /** What the linear model says of each record; null where it is not asked. */
  public float[][] floors() {
    return records.floors();
  }

  /** What the averaged weights, where they are averaged, say of each record after more steps. */
  public List<float[]> outputsAfter(int steps) {
    for (int i = 0; i < steps; i++) {
      trainer.advance();
    }
    int[] all = IntStream.range(0, records.size()).toArray();
    return WeightAverage.with(
        trainer.network(),
        () -> trainer.network().answers(() -> records.batch(all), outputs -> outputs));
  }

  @Override
  public void close() {
    trainer.close();
  }
}
