package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * One attention layer, X + Σ_h S^h V^h W_O^h on normalised tokens, S the softmax over Q Kᵀ/√d_k.
 * Queries, keys and values of all heads are one product; scores are computed for some positions at
 * a time, so that memory grows with the length of a record and not with its square.
 */
final class Attention implements StreamPart {

  /** Positions whose scores are computed together. */
  private static final int TOGETHER = 32;

  private final int values;
  private final Norm norm;

  /** The key dimensions of each head. */
  private final int[] dimensions;

  /** W_Q, W_K and W_V side by side, head after head. */
  private final float[][] projection;

  /** W_O of all heads, one below the other. */
  private final float[][] output;

  private final int columns;

  /** Some columns of the projection: a tensor with d rows, and what it is multiplied by. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Block(float[] values, int width, float scale) {}

  Attention(Architecture.Layer layer, Shape shape, Weights weights) {
    int d = shape.width();
    values = shape.keyDimensions();
    String name = "layer." + layer.id();
    norm = Norm.of(weights, name + ".norm", d);
    dimensions = layer.heads().stream().mapToInt(Architecture.HeadShape::dimensions).toArray();
    List<Block> blocks = new ArrayList<>();
    List<float[]> outputs = new ArrayList<>();
    for (Architecture.HeadShape head : layer.heads()) {
      String own = name + ".head." + head.id();
      // Queries are scaled here, once for all records.
      add(head, own + ".q.", (float) (1 / Math.sqrt(values)), d, weights, blocks);
      add(head, own + ".k.", 1, d, weights, blocks);
      blocks.add(new Block(weights.take(own + ".v", d, values), values, 1));
      outputs.addAll(List.of(Rows.of(weights.take(own + ".o", values, d), d)));
    }
    output = outputs.toArray(float[][]::new);
    columns = blocks.stream().mapToInt(Block::width).sum();
    projection = new float[d][columns];
    int at = 0;
    for (Block block : blocks) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < block.width; j++) {
          projection[i][at + j] = block.values[i * block.width + j] * block.scale;
        }
      }
      at += block.width;
    }
  }

  private static void add(
      Architecture.HeadShape head,
      String name,
      float scale,
      int d,
      Weights weights,
      List<Block> blocks) {
    for (int i = 0; i < head.blocks().size(); i++) {
      int width = head.blocks().get(i);
      blocks.add(new Block(weights.take(name + i, d, width), width, scale));
    }
  }

  @Override
  public void add(float[][] x, Asked asked) {
    int n = x.length;
    float[][] projected = new float[n][columns];
    Product.add(norm.of(x), projection, projected);
    float[][] attended = new float[n][output.length];
    int at = 0;
    for (int h = 0; h < dimensions.length; h++) {
      int r = dimensions[h];
      float[][] keys = Rows.cutTransposed(projected, at + r, r);
      float[][] read = Rows.cut(projected, 0, n, at + 2 * r, values);
      for (int from = 0; from < n; from += TOGETHER) {
        int to = Math.min(n, from + TOGETHER);
        float[][] scores = new float[to - from][n];
        Product.add(Rows.cut(projected, from, to, at, r), keys, scores);
        for (float[] row : scores) {
          Softmax.over(row);
        }
        float[][] found = new float[to - from][values];
        Product.add(scores, read, found);
        for (int i = from; i < to; i++) {
          System.arraycopy(found[i - from], 0, attended[i], h * values, values);
        }
      }
      at += 2 * r + values;
    }
    Product.add(attended, output, x);
  }
}
