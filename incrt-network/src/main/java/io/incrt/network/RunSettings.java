package io.incrt.network;

import io.incrt.geometry.policy.HomeostatSettings;

/**
 * Everything a run is made with, apart from its data.
 *
 * @param network the sizes that do not grow
 * @param training the recipe
 * @param homeostat when the architecture changes
 */
public record RunSettings(
    NetworkSettings network, TrainingSettings training, HomeostatSettings homeostat) {

  /**
   * The sizes of a network that its data does not give.
   *
   * @param width d, the model dimension
   * @param keyDimensions d_k, the most key dimensions of a head
   * @param allDimensions whether heads have all of them from birth
   * @param maxLength the most tokens of a sequence; longer ones are cut
   */
  public record NetworkSettings(
      int width, int keyDimensions, boolean allDimensions, int maxLength) {}

  /** The preset {@code default}. */
  public static RunSettings defaults() {
    return new RunSettings(
        new NetworkSettings(128, 16, false, 512),
        TrainingSettings.defaults(),
        HomeostatSettings.defaults());
  }

  /**
   * The preset {@code paper}: the sizes and policies as printed, but not yet the variance of W_V.
   */
  public static RunSettings paper() {
    TrainingSettings recipe = TrainingSettings.defaults();
    return new RunSettings(
        new NetworkSettings(256, 64, true, 512),
        new TrainingSettings(
            recipe.steps(),
            recipe.batchSize(),
            3e-4,
            0,
            1,
            recipe.weightDecay(),
            recipe.clip(),
            0,
            0,
            0,
            TrainingSettings.ClassWeights.NONE,
            recipe.bestBy(),
            0,
            recipe.evaluateEvery(),
            recipe.seed()),
        HomeostatSettings.paper());
  }

  /** The same with another recipe. */
  public RunSettings withTraining(TrainingSettings other) {
    return new RunSettings(network, other, homeostat);
  }
}
