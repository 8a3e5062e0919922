package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;

/** Word vectors from a file, added to the embeddings: X + G P, G the vectors of the tokens. */
final class WordVectors implements StreamPart {

  private final int dimension;
  private final int pooling;
  private final float[] vectors;
  private final float[][] projection;

  WordVectors(Architecture.BlockShape stored, Shape shape, Weights weights) {
    dimension = stored.size("dimension");
    pooling = shape.pooling();
    vectors = weights.take("vectors.table", shape.vocabulary(), dimension);
    projection =
        Rows.transposed(weights.take("vectors.projection", shape.width(), dimension), dimension);
  }

  @Override
  public void add(float[][] x, Asked asked) {
    int[] tokens = asked.tokens();
    float[][] own = new float[x.length][dimension];
    // What a last position lacks counts as padding, whose vector is that of token 0.
    for (int i = 0; i < x.length * pooling; i++) {
      int from = (i < tokens.length ? tokens[i] : 0) * dimension;
      float[] row = own[i / pooling];
      for (int j = 0; j < dimension; j++) {
        row[j] += vectors[from + j] / pooling;
      }
    }
    Product.add(own, projection, x);
  }
}
