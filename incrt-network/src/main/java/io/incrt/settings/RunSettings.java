package io.incrt.settings;

import io.incrt.data.records.DataSettings;
import io.incrt.geometry.policy.HomeostatSettings;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Everything a run is made with, apart from its data.
 *
 * @param network the sizes that do not grow
 * @param parts what it starts with besides attention
 * @param training the recipe
 * @param homeostat when the architecture changes
 * @param data limits on files, and what becomes a token
 */
@RecordBuilder
public record RunSettings(
    NetworkSettings network,
    PartsSettings parts,
    TrainingSettings training,
    HomeostatSettings homeostat,
    DataSettings data)
    implements RunSettingsBuilder.With {

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
    return RunSettingsBuilder.builder()
        .network(NetworkSettings.defaults().withAllDimensions(true))
        .parts(PartsSettings.defaults())
        .training(TrainingSettings.defaults())
        .homeostat(HomeostatSettings.byEvidence())
        .data(DataSettings.defaults())
        .build();
  }

  /** The preset {@code geometry}: attention alone, grown by its geometry. */
  public static RunSettings geometry() {
    return defaults()
        .withNetwork(NetworkSettings.defaults().withBothEnds(false))
        .withHomeostat(HomeostatSettings.defaults())
        .withParts(PartsSettings.none())
        .withTraining(TrainingSettings.geometry());
  }

  /** The preset {@code paper}: the sizes, policies and variances as printed. */
  public static RunSettings paper() {
    return RunSettingsBuilder.builder()
        .network(NetworkSettings.paper())
        .parts(PartsSettings.none())
        .training(TrainingSettings.paper())
        .homeostat(HomeostatSettings.paper())
        .data(DataSettings.defaults())
        .build();
  }
}
