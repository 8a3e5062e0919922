package io.incrt.settings;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The recipe of a run.
 *
 * @param steps training steps in all; 0 for ten epochs, but no more than 3 000 and no less than 1
 *     500
 * @param batchSize sequences a step
 * @param learningRate the peak of AdamW's learning rate
 * @param warmUp steps up to the peak; a cosine brings it down to {@code floor} of it
 * @param floor the last learning rate as a share of the peak
 * @param weightDecay the share of a weight that a step takes off, in units of the learning rate;
 *     decoupled, not on norms and biases
 * @param clip the most the norm of all gradients together may be, of a loss in nats
 * @param dropout the share of embeddings, attention output and pooled vector that is dropped
 * @param unknownRate the share of tokens replaced by the unknown token
 * @param shift the most letters that are put at either end of a training record or taken away
 *     there, in half of the cases; not of texts
 * @param average the share that a step leaves of the moving average of the weights, which is what
 *     is validated and kept; 0 for the weights themselves
 * @param labelSmoothing the share of a label's weight spread over all classes
 * @param classWeights whether rare classes count for more
 * @param bestBy the validation score the best model is chosen by
 * @param patience validations without a better score after which training ends; 0 for never
 * @param evaluateEvery steps between validations
 * @param seed determines everything random
 * @param precision of the attention products; parameters, norms, loss and optimizer are float32
 */
@RecordBuilder
public record TrainingSettings(
    long steps,
    int batchSize,
    double learningRate,
    int warmUp,
    double floor,
    double weightDecay,
    double clip,
    double dropout,
    double unknownRate,
    int shift,
    double average,
    double labelSmoothing,
    ClassWeights classWeights,
    Score bestBy,
    int patience,
    int evaluateEvery,
    long seed,
    Precision precision)
    implements TrainingSettingsBuilder.With {

  /** Checks the numbers. */
  public TrainingSettings {
    Ranges.notNegative("training.steps", steps);
    Ranges.atLeast("training.batchSize", batchSize, 1);
    Ranges.require(
        "training.learningRate",
        learningRate,
        learningRate > 0 && learningRate <= 10,
        "above 0, at most 10");
    Ranges.notNegative("training.warmUp", warmUp);
    Ranges.between("training.floor", floor, 0, 1);
    Ranges.require(
        "training.weightDecay",
        weightDecay,
        weightDecay >= 0 && weightDecay < 1e6,
        "from 0 to less than 1e6");
    Ranges.require("training.clip", clip, clip > 0, "above 0");
    Ranges.rate("training.dropout", dropout);
    Ranges.rate("training.unknownRate", unknownRate);
    Ranges.between("training.shift", shift, 0, 1000);
    Ranges.rate("training.average", average);
    Ranges.rate("training.labelSmoothing", labelSmoothing);
    Ranges.notNegative("training.patience", patience);
    Ranges.atLeast("training.evaluateEvery", evaluateEvery, 1);
    Ranges.require("training.precision", precision, precision != null, "FLOAT32 or BFLOAT16");
  }

  private static final long EPOCHS = 10;
  private static final long LEAST = 1500;
  private static final long MOST = 3000;

  /** Whether rare classes count for more. */
  public enum ClassWeights {
    /**
     * Where the rarest class is under a tenth of the commonest, each class counts by the inverse
     * square root of its size; otherwise every record counts the same.
     */
    AUTO,
    /** Every record counts the same. */
    NONE,
    /** Every class counts the same. */
    BALANCED
  }

  /** What the best model is chosen by. */
  public enum Score {
    /** The share predicted right. */
    ACCURACY,
    /** The mean F1 over the classes. */
    MACRO_F1
  }

  /** The numbers that attention is computed with. */
  public enum Precision {
    /** 24 bits of mantissa. */
    FLOAT32,
    /** 8 bits of mantissa: several times faster on a GPU, slower on most CPUs. */
    BFLOAT16
  }

  /** The recipe of the preset {@code default}. */
  public static TrainingSettings defaults() {
    return TrainingSettingsBuilder.builder()
        .steps(0)
        .batchSize(32)
        .learningRate(1e-3)
        .warmUp(100)
        .floor(0.02)
        .weightDecay(0.01)
        .clip(1)
        .dropout(0.2)
        .unknownRate(0.1)
        .shift(1)
        .average(0.998)
        .labelSmoothing(0)
        .classWeights(ClassWeights.NONE)
        .bestBy(Score.ACCURACY)
        .patience(0)
        .evaluateEvery(200)
        .seed(1)
        .precision(Precision.FLOAT32)
        .build();
  }

  /** The recipe of the preset {@code geometry}: the weights of single steps. */
  public static TrainingSettings geometry() {
    return defaults().withShift(0).withAverage(0).withClassWeights(ClassWeights.AUTO);
  }

  /**
   * The recipe of the preset {@code paper}: a constant learning rate, and nothing to regularize.
   */
  public static TrainingSettings paper() {
    return defaults()
        .with(
            recipe ->
                recipe
                    .learningRate(3e-4)
                    .warmUp(0)
                    .floor(1)
                    .dropout(0)
                    .unknownRate(0)
                    .shift(0)
                    .average(0)
                    .labelSmoothing(0)
                    .classWeights(ClassWeights.NONE)
                    .patience(0));
  }

  /** The same for a number of passes over so many records. */
  public TrainingSettings withEpochs(int epochs, int records) {
    return withSteps((long) epochs * (((long) records + batchSize - 1) / batchSize));
  }

  /**
   * The same with the number of steps that the data ask for, where it was left open.
   *
   * @param records training records
   */
  public TrainingSettings forData(int records) {
    long epoch = ((long) records + batchSize - 1) / batchSize;
    return steps > 0 ? this : withSteps(Math.max(LEAST, Math.min(MOST, EPOCHS * epoch)));
  }

  /** The learning rate of a step: a linear warm-up, then a cosine. */
  public double learningRateAt(long step) {
    if (step < warmUp) {
      return learningRate * (step + 1) / warmUp;
    }
    double done = Math.min(1, (double) (step - warmUp) / Math.max(1.0, (double) (steps - warmUp)));
    return learningRate * (floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * done)));
  }
}
