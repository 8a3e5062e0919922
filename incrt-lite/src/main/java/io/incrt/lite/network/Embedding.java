package io.incrt.lite.network;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Shape;

/**
 * The input layer: an embedding for every token, averaged over the tokens of a position, and one
 * for every position, counted from the start and perhaps from the end, too.
 */
final class Embedding {

  private final int width;
  private final int pooling;

  /** The row of all tokens from this number on. */
  private final int last;

  private final float[] tokens;
  private final float[] positions;

  /** Null where positions are not counted from the end. */
  private final float[] ends;

  Embedding(Shape shape, Weights weights) {
    width = shape.width();
    pooling = shape.pooling();
    int rows = shape.embedded() < shape.vocabulary() ? shape.embedded() + 1 : shape.vocabulary();
    last = rows - 1;
    tokens = weights.take("embedding", rows, width);
    positions = weights.take("positions", shape.maxLength(), width);
    ends = shape.bothEnds() ? weights.take("positions.end", shape.maxLength(), width) : null;
  }

  /** Token embeddings with their positions, n×d. */
  float[][] of(Asked asked) {
    float[][] x = new float[asked.positions(pooling)][width];
    for (int i = 0; i < x.length; i++) {
      mean(asked.tokens(), i * pooling, x[i]);
      addRow(positions, i, x[i]);
      if (ends != null) {
        addRow(ends, x.length - 1 - i, x[i]);
      }
    }
    return x;
  }

  /** The mean over a position's tokens; padding does not count. */
  private void mean(int[] numbers, int from, float[] row) {
    int to = Math.min(numbers.length, from + pooling);
    int count = 0;
    for (int i = from; i < to; i++) {
      if (pooling == 1 || numbers[i] != Tokenizer.PADDING) {
        addRow(tokens, Math.min(numbers[i], last), row);
        count++;
      }
    }
    for (int j = 0; count > 1 && j < row.length; j++) {
      row[j] /= count;
    }
  }

  private void addRow(float[] table, int number, float[] row) {
    int from = number * width;
    for (int j = 0; j < row.length; j++) {
      row[j] += table[from + j];
    }
  }
}
