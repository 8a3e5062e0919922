package io.incrt.settings;

import io.incrt.data.records.DataSettings;
import io.incrt.geometry.policy.HomeostatSettings;

/**
 * Everything a run is made with, apart from its data.
 *
 * @param network the sizes that do not grow
 * @param training the recipe
 * @param homeostat when the architecture changes
 * @param data how much of a file is believed
 */
public record RunSettings(
    NetworkSettings network,
    TrainingSettings training,
    HomeostatSettings homeostat,
    DataSettings data) {

  /**
   * The sizes of a network that its data does not give.
   *
   * @param layers the layers it starts with
   * @param heads the heads a layer starts with
   * @param width d, the model dimension
   * @param keyDimensions d_k, the most key dimensions of a head
   * @param allDimensions whether heads that are born have all of them at once; those of a network
   *     that does not grow always have
   * @param maxLength the most tokens of a sequence; longer ones are cut. A model takes no more than
   *     its longest training record has
   * @param printedValueVariance whether W_V has the paper's variance σ_V² = d_k n/d_v, n the most
   *     tokens; otherwise 1
   */
  public record NetworkSettings(
      int layers,
      int heads,
      int width,
      int keyDimensions,
      boolean allDimensions,
      int maxLength,
      boolean printedValueVariance) {

    /** Checks the numbers. */
    public NetworkSettings {
      if (layers < 1 || heads < 1) {
        throw new IllegalArgumentException(
            "a network needs at least one layer and one head in each, not "
                + layers
                + " and "
                + heads);
      }
      if (width < 2) {
        throw new IllegalArgumentException("network.width must be at least 2 but is " + width);
      }
      if (keyDimensions < 2 || keyDimensions % 2 != 0) {
        throw new IllegalArgumentException(
            "network.keyDimensions must be even and at least 2, since key dimensions come in planes,"
                + " but is "
                + keyDimensions);
      }
      if (maxLength < 1) {
        throw new IllegalArgumentException(
            "network.maxLength must be at least 1 but is " + maxLength);
      }
    }

    /** A network with one head in one layer, as one that grows starts. */
    public static NetworkSettings seed(
        int width, int keyDimensions, boolean allDimensions, int maxLength) {
      return new NetworkSettings(1, 1, width, keyDimensions, allDimensions, maxLength, false);
    }
  }

  /** With the default limits on files. */
  public RunSettings(
      NetworkSettings network, TrainingSettings training, HomeostatSettings homeostat) {
    this(network, training, homeostat, DataSettings.defaults());
  }

  /** Checks what the parts cannot check alone. */
  public RunSettings {
    if (homeostat.enabled() && (network.layers() > 1 || network.heads() > 1)) {
      throw new IllegalArgumentException(
          "a network that grows starts with one head in one layer; network.layers and network.heads"
              + " are for homeostat.enabled=false");
    }
  }

  /** The preset {@code default}. */
  public static RunSettings defaults() {
    return new RunSettings(
        NetworkSettings.seed(128, 16, false, 512),
        TrainingSettings.defaults(),
        HomeostatSettings.defaults());
  }

  /** The preset {@code paper}: the sizes, policies and variances as printed. */
  public static RunSettings paper() {
    TrainingSettings recipe = TrainingSettings.defaults();
    return new RunSettings(
        new NetworkSettings(1, 1, 256, 64, true, 512, true),
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
    return new RunSettings(network, other, homeostat, data);
  }
}
