package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import java.util.Arrays;

/**
 * A convolution over w neighbouring positions, X + Σ_j X̂_{t+j} K_j + b, j from −(w−1)/2 on. Beyond
 * the ends of a record there are zeros.
 */
final class Convolution implements StreamPart {

  private final int before;
  private final Norm norm;

  /** K_j, d×d each. */
  private final float[][][] kernels;

  private final float[] offset;

  Convolution(Architecture.BlockShape stored, Shape shape, Weights weights) {
    String name = "convolution." + stored.id();
    int reach = stored.size("width");
    int d = shape.width();
    before = (reach - 1) / 2;
    norm = Norm.of(weights, name + ".norm", d);
    float[] kernel = weights.take(name + ".kernel", d, (long) reach * d);
    offset = weights.take(name + ".offset", d);
    kernels = new float[reach][][];
    for (int j = 0; j < reach; j++) {
      kernels[j] = Rows.columns(kernel, reach * d, j * d, (j + 1) * d);
    }
  }

  @Override
  public void add(float[][] x, Asked asked) {
    float[][] read = norm.of(x);
    for (float[] row : x) {
      Product.add(1, offset, row);
    }
    for (int j = 0; j < kernels.length; j++) {
      int shift = j - before;
      int from = Math.max(0, -shift);
      int to = Math.min(x.length, x.length - shift);
      if (from < to) {
        Product.add(
            Arrays.copyOfRange(read, from + shift, to + shift),
            kernels[j],
            Arrays.copyOfRange(x, from, to));
      }
    }
  }
}
