package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;

/**
 * A path from runs of tokens straight to the outputs: the mean over the rows of a record's runs,
 * and a linear map of it.
 */
final class Ngrams implements OutputPart {

  private static final String BUCKETS = "buckets";

  private final int size;
  private final Runs runs;
  private final RunTable rows;
  private final float[] table;
  private final float[] output;

  Ngrams(Architecture.BlockShape stored, Shape shape, Weights weights) {
    String name = "ngrams." + stored.id();
    int count = stored.size("rows");
    size = stored.size("size");
    runs = new Runs(2, stored.size("longest"), stored.size("gap"));
    table = weights.take(name + ".table", count, size);
    output = weights.take(name + ".output", shape.classes(), size);
    rows =
        stored.sizes().containsKey(BUCKETS)
            ? RunTable.counted(
                count,
                runs,
                weights.take(name + ".keys", count, runs.longest()),
                weights.take(name + ".shifts", stored.size(BUCKETS)))
            : RunTable.hashed(count);
  }

  @Override
  public void add(double[] outputs, Asked asked) {
    double[] sums = new double[size];
    int[] count = new int[1];
    int[] tokens = asked.tokens();
    runs.in(
        tokens,
        (sum, from, length) -> {
          int row = rows.row(tokens, sum, from, length);
          if (row != RunTable.NONE) {
            count[0]++;
            for (int j = 0; j < size; j++) {
              sums[j] += table[row * size + j];
            }
          }
        });
    for (int c = 0; c < outputs.length; c++) {
      double sum = 0;
      for (int j = 0; j < size; j++) {
        sum += sums[j] * output[c * size + j];
      }
      outputs[c] += sum / Math.max(count[0], 1);
    }
  }
}
