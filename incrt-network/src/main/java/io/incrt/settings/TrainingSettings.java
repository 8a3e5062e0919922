package io.incrt.settings;

import java.util.Objects;

/**
 * The recipe of a run.
 *
 * @param steps training steps in all; 0 for twelve epochs, but no more than 3 000 and no less than
 *     2 000 (1 000 where sequences have more than 128 tokens)
 * @param batchSize sequences a step
 * @param learningRate the peak of AdamW's learning rate
 * @param warmUp steps up to the peak; a cosine brings it down to {@code floor} of it
 * @param floor the last learning rate as a share of the peak
 * @param weightDecay decoupled, not on norms and biases
 * @param clip the most the norm of all gradients together may be
 * @param dropout on embeddings, attention output and pooled vector
 * @param unknownRate the share of tokens replaced by the unknown token
 * @param labelSmoothing the share of a label's weight spread over all classes
 * @param classWeights whether rare classes count for more
 * @param bestBy the validation score the best model is chosen by
 * @param patience validations without a better score after which training ends; 0 for never
 * @param evaluateEvery steps between validations
 * @param seed determines everything random
 * @param precision of the attention products; parameters, norms, loss and optimizer are float32
 */
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
    double labelSmoothing,
    ClassWeights classWeights,
    Score bestBy,
    int patience,
    int evaluateEvery,
    long seed,
    Precision precision) {

  /** In single precision. */
  public TrainingSettings(
      long steps,
      int batchSize,
      double learningRate,
      int warmUp,
      double floor,
      double weightDecay,
      double clip,
      double dropout,
      double unknownRate,
      double labelSmoothing,
      ClassWeights classWeights,
      Score bestBy,
      int patience,
      int evaluateEvery,
      long seed) {
    this(
        steps,
        batchSize,
        learningRate,
        warmUp,
        floor,
        weightDecay,
        clip,
        dropout,
        unknownRate,
        labelSmoothing,
        classWeights,
        bestBy,
        patience,
        evaluateEvery,
        seed,
        Precision.FLOAT32);
  }

  /** Checks the numbers. */
  public TrainingSettings {
    require("steps", steps, steps >= 0, "0 or more");
    require("batchSize", batchSize, batchSize >= 1, "at least 1");
    require(
        "learningRate",
        learningRate,
        learningRate > 0 && learningRate <= 10,
        "above 0, at most 10");
    require("warmUp", warmUp, warmUp >= 0, "0 or more");
    require("floor", floor, floor >= 0 && floor <= 1, "from 0 to 1");
    require("weightDecay", weightDecay, weightDecay >= 0 && weightDecay < 1e6, "0 or more");
    require("clip", clip, clip > 0, "above 0");
    require("dropout", dropout, dropout >= 0 && dropout < 1, "from 0 to less than 1");
    require(
        "unknownRate", unknownRate, unknownRate >= 0 && unknownRate < 1, "from 0 to less than 1");
    require(
        "labelSmoothing",
        labelSmoothing,
        labelSmoothing >= 0 && labelSmoothing < 1,
        "from 0 to less than 1");
    require("patience", patience, patience >= 0, "0 or more");
    require("evaluateEvery", evaluateEvery, evaluateEvery >= 1, "at least 1");
    Objects.requireNonNull(precision, "training.precision must be FLOAT32 or BFLOAT16 but is null");
  }

  private static void require(String name, Number value, boolean fits, String range) {
    if (!fits) {
      throw new IllegalArgumentException(
          "training." + name + " must be " + range + " but is " + value);
    }
  }

  /** Sequences of more tokens than this are long. */
  private static final int LONG = 128;

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
    return new TrainingSettings(
        0, 32, 1e-3, 100, 0.02, 0.01, 1, 0.2, 0.1, 0, ClassWeights.AUTO, Score.ACCURACY, 0, 200, 1);
  }

  /** The same with other lengths. */
  public TrainingSettings withSteps(long otherSteps, int otherEvaluateEvery) {
    return new TrainingSettings(
        otherSteps,
        batchSize,
        learningRate,
        warmUp,
        floor,
        weightDecay,
        clip,
        dropout,
        unknownRate,
        labelSmoothing,
        classWeights,
        bestBy,
        patience,
        otherEvaluateEvery,
        seed,
        precision);
  }

  /** The same for a number of passes over so many records. */
  public TrainingSettings withEpochs(int epochs, int records) {
    return withSteps((long) epochs * (((long) records + batchSize - 1) / batchSize), evaluateEvery);
  }

  /** The same with another seed. */
  public TrainingSettings withSeed(long other) {
    return new TrainingSettings(
        steps,
        batchSize,
        learningRate,
        warmUp,
        floor,
        weightDecay,
        clip,
        dropout,
        unknownRate,
        labelSmoothing,
        classWeights,
        bestBy,
        patience,
        evaluateEvery,
        other,
        precision);
  }

  /**
   * The same with the number of steps that the data ask for, where it was left open.
   *
   * @param records training records
   * @param length the tokens of the longest of them
   */
  public TrainingSettings forData(int records, int length) {
    long epoch = ((long) records + batchSize - 1) / batchSize;
    long least = length <= LONG ? 2000 : 1000;
    return steps > 0 ? this : withSteps(Math.max(least, Math.min(3000, 12 * epoch)), evaluateEvery);
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
