package io.incrt.model;

import org.bytedeco.pytorch.Tensor;

/** The inference form of a block: fixed weights, packed once for many predictions. */
public interface FrozenBlock extends AutoCloseable {

  /**
   * The input plus what the block adds, without gradients.
   *
   * @param x the input, shaped as the block's place says, one token per row: [B·n, d]
   */
  Tensor forward(Tensor x, Batch batch);

  /** The multiplications for a record of that many tokens, in matrix products only. */
  double operations(int tokens);

  @Override
  void close();
}
