package io.incrt.bench;

import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.lab.study.Flops;
import io.incrt.settings.PartsSettings;
import java.util.Collections;
import java.util.List;

/** What a step of one layer of even heads and its preset's parts must compute and hold. */
final class Costs {

  private Costs() {}

  /** FLOPs of a step. */
  static double flops(Size size) {
    double attention =
        Flops.step(
            List.of(Collections.nCopies(size.heads(), size.keyDimensions())),
            size.width(),
            size.keyDimensions(),
            size.length(),
            size.batch(),
            MeasuredSteps.CLASSES);
    double d = size.width();
    // Each twice for a multiplication and an addition, and three times: once forward, twice back.
    double parts = 2 * d * d * reach(size) + 4 * d * hidden(size);
    return attention + 3.0 * size.batch() * size.length() * parts;
  }

  private static PartsSettings parts(Size size) {
    return size.preset().settings().parts();
  }

  /** The widths of all convolutions together. */
  private static int reach(Size size) {
    return parts(size).widths().stream().mapToInt(Integer::intValue).sum();
  }

  /** The units of the feed-forward block. */
  private static int hidden(Size size) {
    return parts(size).feedForward() * size.width();
  }

  /** Those of the scores and their use: what of the FLOPs grows with n². */
  static double attentionFlops(Size size) {
    return flops(size) - projectionFlops(size);
  }

  /** Those of the products with weights. */
  static double projectionFlops(Size size) {
    Size twice =
        new Size(
            size.preset(),
            size.width(),
            size.keyDimensions(),
            size.heads(),
            2 * size.length(),
            size.pooling(),
            size.batch());
    // Attention grows four times with twice the tokens, all else twice; the classifier not at all,
    // but it is too small to matter.
    return (4 * flops(size) - flops(twice)) / 2;
  }

  /**
   * Numbers the backward pass must have. A token: the stream before and after the layer, what its
   * heads read and what the pooling reads (4 d), queries, keys, values and what attention made of
   * them (4 K d_k), the softmax's normaliser (K), two dropout masks of a byte each (d/2 numbers),
   * mean and deviation of two norms and the token itself (6). For every other block: the stream
   * before it and what it reads (2 d), a mask (d/4), mean and deviation, and its units.
   */
  static double activationNumbers(Size size) {
    double token =
        4.5 * size.width() + 4.0 * size.heads() * size.keyDimensions() + size.heads() + 6;
    int blocks = parts(size).widths().size() + (hidden(size) > 0 ? 1 : 0);
    double others = blocks * (2.25 * size.width() + 2) + hidden(size) + size.pooling() - 1;
    return size.batch() * (double) size.length() * (token + others);
  }

  /** Numbers of all weights. */
  static double weightNumbers(Size size) {
    double d = size.width();
    double h = hidden(size);
    int tables = size.preset().settings().network().bothEnds() ? 2 : 1;
    double head = 4.0 * d * size.keyDimensions();
    double convolutions = d * d * reach(size) + 3 * d * parts(size).widths().size();
    double forward = h == 0 ? 0 : 2 * d * h + h + 2 * d;
    double mix = parts(size).floor().isMixed() ? 2 : 0;
    return (MeasuredSteps.VOCABULARY + tables * size.longest()) * d
        + size.heads() * head
        + convolutions
        + forward
        + mix
        + 4.0 * d
        + MeasuredSteps.CLASSES * (2.0 * d + 1);
  }

  /** Bytes of weights, both moments of AdamW, the average and {@link #activationNumbers}. */
  static long neededBytes(Size size) {
    int copies = size.preset().settings().training().average() > 0 ? 4 : 3;
    return (long) (Float.BYTES * (copies * weightNumbers(size) + activationNumbers(size)));
  }
}
