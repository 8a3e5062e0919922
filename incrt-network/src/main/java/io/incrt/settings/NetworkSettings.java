package io.incrt.settings;

import io.incrt.base.Ranges;
import io.incrt.folder.Readout;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The sizes of a network that its data does not give.
 *
 * @param layers the layers it starts with
 * @param heads the heads a layer starts with
 * @param width d, the model dimension
 * @param keyDimensions d_k, the most key dimensions of a head
 * @param allDimensions whether heads that are born have all of them at once; those of a network
 *     that does not grow always have
 * @param maxLength the most positions of a sequence; longer ones are cut. A model takes no more
 *     than its longest training record has
 * @param pooling the tokens whose embeddings are averaged into one position; 0 for one where
 *     nineteen in twenty training records have no more than 256, otherwise as many as lay them out
 *     on 128 positions; texts have one
 * @param bothEnds whether positions are also counted from the end of a record
 * @param readout what the answer is read from: the mean and the maximum over all positions, or the
 *     first position alone, which then has to fetch by attention what it needs
 * @param printedValueVariance whether W_V has the paper's variance σ_V² = d_k n/d_v, n the most
 *     tokens; otherwise 1
 */
@RecordBuilder
public record NetworkSettings(
    int layers,
    int heads,
    int width,
    int keyDimensions,
    boolean allDimensions,
    int maxLength,
    int pooling,
    boolean bothEnds,
    Readout readout,
    boolean printedValueVariance)
    implements NetworkSettingsBuilder.With {

  /** Checks the numbers. */
  public NetworkSettings {
    Ranges.atLeast("network.layers", layers, 0);
    Ranges.atLeast("network.heads", heads, 1);
    Ranges.atLeast("network.width", width, 2);
    Ranges.require(
        "network.keyDimensions",
        keyDimensions,
        keyDimensions >= 2 && keyDimensions % 2 == 0,
        "even and at least 2, since key dimensions come in planes,");
    Ranges.atLeast("network.maxLength", maxLength, 1);
    Ranges.between("network.pooling", pooling, 0, 4096);
  }

  /**
   * The sizes of the preset {@code default}: one head in one layer, as a network that grows has.
   */
  public static NetworkSettings defaults() {
    return NetworkSettingsBuilder.builder()
        .layers(1)
        .heads(1)
        .width(128)
        .keyDimensions(16)
        .allDimensions(false)
        .maxLength(512)
        .pooling(0)
        .bothEnds(true)
        .readout(Readout.ALL)
        .printedValueVariance(false)
        .build();
  }

  /** The sizes of the preset {@code paper}, as printed. */
  public static NetworkSettings paper() {
    return NetworkSettingsBuilder.builder()
        .layers(1)
        .heads(1)
        .width(256)
        .keyDimensions(64)
        .allDimensions(true)
        .maxLength(512)
        .pooling(0)
        .bothEnds(false)
        .readout(Readout.ALL)
        .printedValueVariance(true)
        .build();
  }
}
