package io.incrt.folder;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;

/**
 * The sizes of a network that do not change while it trains.
 *
 * @param vocabulary the number of tokens, padding (0) and unknown (1) among them
 * @param embedded the tokens that have an embedding of their own; the others share one. 0 for all
 * @param maxLength the most positions of the stream
 * @param pooling the tokens whose embeddings are averaged into one position; 1 for none
 * @param bothEnds whether a position is also counted from the end of its record
 * @param readout what the output layer reads
 * @param classes the number of labels
 * @param width d, the model dimension
 * @param keyDimensions d_k, the most key dimensions of a head; scores are scaled by 1/√d_k always
 * @param allDimensions whether heads have all d_k key dimensions from birth (the paper's networks)
 * @param valueVariance σ_V²: W_V is drawn with the variance σ_V²/d
 */
@RecordBuilder
public record Shape(
    int vocabulary,
    int embedded,
    int maxLength,
    int pooling,
    boolean bothEnds,
    Readout readout,
    int classes,
    int width,
    int keyDimensions,
    boolean allDimensions,
    double valueVariance)
    implements ShapeBuilder.With {

  /** Checks the numbers. */
  public Shape {
    Ranges.atLeast("shape.vocabulary", vocabulary, 2);
    embedded = embedded == 0 ? vocabulary : embedded;
    Ranges.between("shape.embedded", embedded, 2, vocabulary);
    Ranges.atLeast("shape.maxLength", maxLength, 1);
    Ranges.atLeast("shape.pooling", pooling, 1);
    Objects.requireNonNull(readout, "shape.readout");
    Ranges.atLeast("shape.classes", classes, 2);
    Ranges.atLeast("shape.width", width, 2);
    Ranges.require(
        "shape.keyDimensions",
        keyDimensions,
        keyDimensions >= 2 && keyDimensions % 2 == 0,
        "even and at least 2, since key dimensions come in planes,");
  }

  /** The most tokens of a sequence. */
  public int maxTokens() {
    return Math.multiplyExact(maxLength, pooling);
  }
}
