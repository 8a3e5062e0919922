package io.incrt.bench.measure;

import io.incrt.geometry.homeostat.Verdict;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Parameter;
import io.incrt.train.StepTimer;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Training steps of a network made for measuring, each part of a step timed. While the Homeostat
 * watches, every second step is a check, so that few steps give the medians of both kinds; {@link
 * #times} weighs them as the default settings do.
 */
public final class MeasuredSteps implements AutoCloseable {

  /** The classes and tokens of the records, and the most tokens of one. */
  public static final int CLASSES = 4;

  /** See {@link #CLASSES}. */
  public static final int VOCABULARY = 512;

  private static final int CHECK_EVERY = 2;
  private static final int USUAL_CHECK_EVERY = RunSettings.geometry().homeostat().checkEvery();

  private final Trainer trainer;
  private final Device device;
  private final boolean watched;
  private final PhaseTimes phases;

  /**
   * What is trained: one layer.
   *
   * @param preset what the layer stands among
   * @param width d
   * @param keyDimensions d_k
   * @param heads K
   * @param length n, the positions of a sequence
   * @param pooling the tokens of a position
   * @param batch the sequences of a step
   */
  public record Size(
      Preset preset, int width, int keyDimensions, int heads, int length, int pooling, int batch) {

    /** Of the preset {@code geometry}, one token to a position. */
    public Size(int width, int keyDimensions, int heads, int length, int batch) {
      this(Preset.GEOMETRY, width, keyDimensions, heads, length, 1, batch);
    }

    /** The same of another preset. */
    public Size of(Preset other) {
      return new Size(other, width, keyDimensions, heads, length, pooling, batch);
    }

    /** The same with so many tokens to a position. */
    public Size pooled(int tokens) {
      return new Size(preset, width, keyDimensions, heads, length, tokens, batch);
    }

    /** The most positions that the network takes, of which it has an embedding each. */
    public int longest() {
      return Math.max(length, preset.settings().network().maxLength());
    }
  }

  /** How the heads came to be. */
  public enum Heads {
    /** All key dimensions at once. */
    EVEN,
    /** All key dimensions, two at a time, as a grown head has them. */
    GROWN,
    /** Two to d_k key dimensions, two at a time, as growth leaves them. */
    UNEVEN
  }

  /**
   * Medians in milliseconds.
   *
   * @param data making the batch
   * @param forward the network and the loss
   * @param backward the gradients
   * @param optimizer AdamW
   * @param release letting go of the step's tensors
   * @param gate what the Homeostat costs at every step
   * @param decisions what a check costs besides, spread over the steps between two checks
   */
  public record Times(
      double data,
      double forward,
      double backward,
      double optimizer,
      double release,
      double gate,
      double decisions) {

    /** A whole step. */
    public double watched() {
      return unwatched() + gate + decisions;
    }

    /** A step without the Homeostat. */
    public double unwatched() {
      return data + forward + backward + optimizer + release;
    }
  }

  /** A network on the CPU and as many records as one batch takes. */
  public MeasuredSteps(Size size, Heads heads, boolean watched) {
    this(size, heads, watched, Device.CPU, Map.of());
  }

  /**
   * The same.
   *
   * @param device where to compute
   * @param changes settings other than the default's, such as training.precision
   */
  public MeasuredSteps(
      Size size, Heads heads, boolean watched, Device device, Map<String, String> changes) {
    this(size, heads, watched, device, changes, 1, System::nanoTime);
  }

  /**
   * The same on the CPU with more records, for what depends on which tokens a step sees.
   *
   * @param batches how many batches of records there are
   */
  public MeasuredSteps(Size size, Map<String, String> changes, int batches) {
    this(size, Heads.EVEN, false, Device.CPU, changes, batches, System::nanoTime);
  }

  MeasuredSteps(
      Size size,
      Heads heads,
      boolean watched,
      Device device,
      Map<String, String> changes,
      int batches,
      LongSupplier nanoseconds) {
    device.require();
    this.phases = new PhaseTimes(nanoseconds);
    this.watched = watched;
    this.device = device;
    RunSettings settings = Settings.with(settings(size, watched), changes);
    TrainerSetup setup = SyntheticSetup.of(size, settings, batches, device);
    this.trainer = SyntheticRun.trainer(setup, SyntheticSetup.architecture(size, heads, setup));
    trainer.timeWith(phases);
  }

  private static RunSettings settings(Size size, boolean watched) {
    return settings(size, watched, CHECK_EVERY);
  }

  /** Settings with which nothing grows, whatever is seen. */
  static RunSettings settings(Size size, boolean watched, int checkEvery) {
    return Settings.with(
        SyntheticSetup.sized(size),
        Map.of(
            "homeostat.enabled", String.valueOf(watched),
            "homeostat.tau", "1000",
            "homeostat.width.pruneAfter", "1000000",
            "homeostat.dimensions.dwell", "1000000",
            "homeostat.checkEvery", String.valueOf(checkEvery)));
  }

  /** One step, not counted; where the Homeostat watches, two. */
  public void warmUp() {
    round();
    phases.clear();
  }

  /** One step; where the Homeostat watches, two: one with a check and one without. */
  public void round() {
    for (int i = 0; i < (watched ? CHECK_EVERY : 1); i++) {
      phases.begin();
      Trainer.Outcome outcome = trainer.advance();
      phases.end(kind(outcome.verdict()));
    }
  }

  private PhaseTimes.Kind kind(Verdict verdict) {
    if (!watched) {
      return PhaseTimes.Kind.UNWATCHED;
    }
    return verdict.measurements().isEmpty() ? PhaseTimes.Kind.WATCHED : PhaseTimes.Kind.CHECKED;
  }

  /** Milliseconds a step over so many steps one after the other: what a GPU can be asked for. */
  public double block(int steps) {
    device.await();
    long start = System.nanoTime();
    for (int i = 0; i < steps; i++) {
      trainer.advance();
    }
    device.await();
    return (System.nanoTime() - start) / 1e6 / steps;
  }

  /** The medians of the rounds so far. */
  public Times times() {
    return times(phases);
  }

  static Times times(PhaseTimes phases) {
    double gate = orZero(phases.median(StepTimer.Phase.WATCH, PhaseTimes.Kind.WATCHED));
    double check = orZero(phases.median(StepTimer.Phase.WATCH, PhaseTimes.Kind.CHECKED));
    return new Times(
        phases.median(StepTimer.Phase.DATA),
        phases.median(StepTimer.Phase.FORWARD),
        phases.median(StepTimer.Phase.BACKWARD),
        phases.median(StepTimer.Phase.UPDATE),
        phases.median(StepTimer.Phase.SURGERY),
        gate,
        Math.max(0, check - gate) / USUAL_CHECK_EVERY);
  }

  /** A phase that no step had took no time. */
  private static double orZero(double milliseconds) {
    return Double.isNaN(milliseconds) ? 0 : milliseconds;
  }

  /** The phases of the rounds so far. */
  PhaseTimes phases() {
    return phases;
  }

  /** The bytes of the weights, which AdamW holds twice more. */
  public long weightBytes() {
    long numbers = 0;
    for (Parameter parameter : trainer.network().parameters()) {
      numbers += parameter.value().numel();
    }
    return numbers * Float.BYTES;
  }

  @Override
  public void close() {
    trainer.close();
  }
}
