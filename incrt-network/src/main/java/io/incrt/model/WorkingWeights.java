package io.incrt.model;

import io.incrt.tensor.GradientGroup;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A block's parameters packed for one training step: the leaves that gradients are taken of, and
 * how these gradients are split into those of each parameter.
 */
public interface WorkingWeights {

  /** The tensors that the pass computes with. */
  List<Tensor> leaves();

  /**
   * Splits the gradients of the leaves into those of each parameter.
   *
   * @param gradients in the order of {@link #leaves}
   */
  List<GradientGroup> gradients(List<Tensor> gradients);
}
