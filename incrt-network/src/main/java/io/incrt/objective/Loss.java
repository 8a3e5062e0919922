package io.incrt.objective;

import org.bytedeco.pytorch.Tensor;

/** The training loss: a weighted mean over records. */
public interface Loss {

  /**
   * The weighted mean over a batch, a single number that gradients are taken of.
   *
   * @param outputs [B, outputs]
   * @param targets as {@link Targets#batch} gives them
   */
  Tensor of(Tensor outputs, Tensor targets);

  /** The total weight of records, by which the means of pieces add up to that of a batch. */
  double weight(int... records);
}
