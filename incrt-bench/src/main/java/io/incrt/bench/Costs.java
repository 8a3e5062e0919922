package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.lab.study.Flops;
import io.incrt.settings.RunSettings;
import java.util.Collections;
import java.util.List;

/** What a step of one layer of even heads must compute and hold, counted. */
final class Costs {

  private Costs() {}

  /** FLOPs of a step. */
  static double flops(Size size) {
    return Flops.step(
        List.of(Collections.nCopies(size.heads(), size.keyDimensions())),
        size.width(),
        size.keyDimensions(),
        size.length(),
        size.batch(),
        MeasuredSteps.CLASSES);
  }

  /** Those of the scores and their use: what of the FLOPs grows with n². */
  static double attentionFlops(Size size) {
    return flops(size) - projectionFlops(size);
  }

  /** Those of the products with weights. */
  static double projectionFlops(Size size) {
    Size twice =
        new Size(size.width(), size.keyDimensions(), size.heads(), 2 * size.length(), size.batch());
    // Attention grows four times with twice the tokens, all else twice; the classifier not at all,
    // but it is too small to matter.
    return (4 * flops(size) - flops(twice)) / 2;
  }

  /**
   * Numbers the backward pass must have. A token: the stream before and after the layer, what its
   * heads read and what the pooling reads (4 d), queries, keys, values and what attention made of
   * them (4 K d_k), the softmax's normaliser (K), two dropout masks of a byte each (d/2 numbers),
   * mean and deviation of two norms and the token itself (6).
   */
  static double activationNumbers(Size size) {
    double token =
        4.5 * size.width() + 4.0 * size.heads() * size.keyDimensions() + size.heads() + 6;
    return size.batch() * (double) size.length() * token;
  }

  /** Numbers of all weights. */
  static double weightNumbers(Size size) {
    int d = size.width();
    int longest = Math.max(size.length(), RunSettings.geometry().network().maxLength());
    double head = 4.0 * d * size.keyDimensions();
    return (MeasuredSteps.VOCABULARY + longest) * (double) d
        + size.heads() * head
        + 4.0 * d
        + MeasuredSteps.CLASSES * (2.0 * d + 1);
  }

  /** Bytes of weights, both moments of AdamW and {@link #activationNumbers}. */
  static long neededBytes(Size size) {
    return (long) (Float.BYTES * (3 * weightNumbers(size) + activationNumbers(size)));
  }
}
