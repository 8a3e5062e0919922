package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;

/** A feed-forward block, X + relu(X̂ W₁ + b) W₂ on normalised tokens X̂. */
final class FeedForward implements StreamPart {

  private final Norm norm;
  private final float[][] up;
  private final float[] offset;
  private final float[][] down;

  FeedForward(Architecture.BlockShape stored, Shape shape, Weights weights) {
    String name = "forward." + stored.id();
    int d = shape.width();
    int hidden = stored.size("hidden");
    norm = Norm.of(weights, name + ".norm", d);
    up = Rows.transposed(weights.take(name + ".up", hidden, d), d);
    offset = weights.take(name + ".offset", hidden);
    down = Rows.transposed(weights.take(name + ".down", d, hidden), hidden);
  }

  @Override
  public void add(float[][] x, Asked asked) {
    float[][] units = Rows.repeated(x.length, offset);
    Product.add(norm.of(x), up, units);
    for (float[] row : units) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.max(row[j], 0);
      }
    }
    Product.add(units, down, x);
  }
}
