package io.incrt.bench.measure;

import io.incrt.model.Architecture;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Parameter;
import io.incrt.train.Encoded;
import io.incrt.train.StepClock;
import io.incrt.train.Trainer;
import io.incrt.train.TrainingData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

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
  private static final int USUAL_CHECK_EVERY = RunSettings.defaults().homeostat().checkEvery();

  private final Trainer trainer;
  private final Device device;
  private final boolean watched;
  private final List<Map<StepClock.Phase, Double>> plain = new ArrayList<>();
  private final List<Map<StepClock.Phase, Double>> checks = new ArrayList<>();
  private Map<StepClock.Phase, Double> current = new EnumMap<>(StepClock.Phase.class);
  private long last;

  /**
   * What is trained: one layer.
   *
   * @param width d
   * @param keyDimensions d_k
   * @param heads K
   * @param length n, the tokens of a sequence
   * @param batch the sequences of a step
   */
  public record Size(int width, int keyDimensions, int heads, int length, int batch) {}

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
    device.require();
    this.watched = watched;
    this.device = device;
    RunSettings settings = Settings.with(settings(size, watched), changes);
    Shape shape = shape(size);
    this.trainer =
        new Trainer(
            shape,
            TrainingData.of(records(size)),
            settings,
            device,
            SyntheticRun.position(
                shape, architecture(size.heads, heads, shape.keyDimensions()), settings),
            SyntheticRun.PARAMETERS);
    trainer.timeWith(this::ended);
  }

  private static RunSettings settings(Size size, boolean watched) {
    return Settings.with(
        sized(size),
        Map.of(
            "homeostat.enabled", String.valueOf(watched),
            "homeostat.tau", "1000",
            "homeostat.width.pruneAfter", "1000000",
            "homeostat.dimensions.dwell", "1000000",
            "homeostat.checkEvery", String.valueOf(CHECK_EVERY)));
  }

  /** The default's settings at a size, for as many steps as anyone asks for. */
  static RunSettings sized(Size size) {
    return Settings.with(
        RunSettings.defaults(),
        Map.of(
            "network.width", String.valueOf(size.width),
            "network.keyDimensions", String.valueOf(size.keyDimensions),
            "training.batchSize", String.valueOf(size.batch),
            "training.steps", "1000000"));
  }

  static Shape shape(Size size) {
    int longest = Math.max(size.length, RunSettings.defaults().network().maxLength());
    return new Shape(VOCABULARY, longest, CLASSES, size.width, size.keyDimensions, false);
  }

  /** Random tokens, no padding. */
  static Encoded records(Size size) {
    Random random = new Random(1);
    int[][] tokens = new int[size.batch][size.length];
    int[] classes = new int[size.batch];
    for (int i = 0; i < size.batch; i++) {
      Arrays.setAll(tokens[i], j -> 2 + random.nextInt(VOCABULARY - 2));
      classes[i] = i % CLASSES;
    }
    return new Encoded(tokens, classes);
  }

  static Architecture architecture(int count, Heads kind, int keyDimensions) {
    List<Architecture.HeadShape> heads = new ArrayList<>();
    int planes = keyDimensions / 2;
    for (int h = 0; h < count; h++) {
      List<Integer> blocks =
          switch (kind) {
            case EVEN -> List.of(keyDimensions);
            case GROWN -> Collections.nCopies(planes, 2);
            case UNEVEN -> Collections.nCopies(1 + h % planes, 2);
          };
      heads.add(new Architecture.HeadShape(h, 0, blocks));
    }
    return new Architecture(List.of(new Architecture.Layer(0, heads)));
  }

  private void ended(StepClock.Phase phase) {
    long now = System.nanoTime();
    current.merge(phase, (now - last) / 1e6, Double::sum);
    last = now;
  }

  /** One step, not counted; where the Homeostat watches, two. */
  public void warmUp() {
    round();
    plain.clear();
    checks.clear();
  }

  /** One step; where the Homeostat watches, two: one with a check and one without. */
  public void round() {
    for (int i = 0; i < (watched ? CHECK_EVERY : 1); i++) {
      boolean check = watched && trainer.step() % CHECK_EVERY == 0;
      current = new EnumMap<>(StepClock.Phase.class);
      last = System.nanoTime();
      trainer.advance();
      // Nothing is decided here, so what is left of the step is the release of its tensors.
      current.merge(StepClock.Phase.SURGERY, (System.nanoTime() - last) / 1e6, Double::sum);
      (check ? checks : plain).add(current);
    }
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

  /** What the rounds so far say. */
  public Times times() {
    double gate = watched ? median(plain, StepClock.Phase.WATCH) : 0;
    double check = watched ? median(checks, StepClock.Phase.WATCH) : 0;
    List<Map<StepClock.Phase, Double>> all = new ArrayList<>(plain);
    all.addAll(checks);
    return new Times(
        median(all, StepClock.Phase.DATA),
        median(all, StepClock.Phase.FORWARD),
        median(all, StepClock.Phase.BACKWARD),
        median(all, StepClock.Phase.UPDATE),
        median(all, StepClock.Phase.SURGERY),
        gate,
        Math.max(0, check - gate) / USUAL_CHECK_EVERY);
  }

  /** The bytes of the weights, which AdamW holds twice more. */
  public long weightBytes() {
    long numbers = 0;
    for (Parameter parameter : trainer.network().parameters()) {
      numbers += parameter.value().numel();
    }
    return numbers * Float.BYTES;
  }

  private static double median(List<Map<StepClock.Phase, Double>> steps, StepClock.Phase phase) {
    double[] values = steps.stream().mapToDouble(step -> step.get(phase)).sorted().toArray();
    return values.length == 0 ? 0 : values[values.length / 2];
  }

  @Override
  public void close() {
    trainer.close();
  }
}
