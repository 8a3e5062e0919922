package io.incrt.lite.network;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;

/**
 * What the letters of words say, added to the embeddings: X + M P, a row of M the mean over the
 * rows that the runs of 3 to 5 letters of a word have in a hashed table.
 */
final class Letters implements StreamPart {

  private final int size;
  private final int pooling;
  private final Runs runs = new Runs(3, 5, 1);
  private final RunTable rows;
  private final float[] table;
  private final float[][] projection;

  Letters(Architecture.BlockShape stored, Shape shape, Weights weights) {
    int count = stored.size("rows");
    size = stored.size("size");
    pooling = shape.pooling();
    rows = RunTable.hashed(count);
    table = weights.take("letters.table", count, size);
    projection = Rows.transposed(weights.take("letters.projection", shape.width(), size), size);
  }

  @Override
  public void add(float[][] x, Asked asked) {
    int[][] words = asked.letters();
    if (words == null) {
      return;
    }
    float[][] means = new float[x.length][size];
    for (int i = 0; i < x.length; i++) {
      int to = Math.min(asked.tokens().length, (i + 1) * pooling);
      int real = 0;
      for (int k = i * pooling; k < to; k++) {
        addMean(words[k], means[i]);
        real += asked.tokens()[k] == Tokenizer.PADDING ? 0 : 1;
      }
      for (int j = 0; real > 1 && j < size; j++) {
        means[i][j] /= real;
      }
    }
    Product.add(means, projection, x);
  }

  private void addMean(int[] word, float[] mean) {
    double[] sums = new double[size];
    int[] count = new int[1];
    runs.in(
        word,
        (sum, from, length) -> {
          int row = rows.row(word, sum, from, length) * size;
          count[0]++;
          for (int j = 0; j < size; j++) {
            sums[j] += table[row + j];
          }
        });
    for (int j = 0; count[0] > 0 && j < size; j++) {
      mean[j] += (float) (sums[j] / count[0]);
    }
  }
}
