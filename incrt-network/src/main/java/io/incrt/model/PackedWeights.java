package io.incrt.model;

import io.incrt.tensor.GradientGroup;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * The weights of all heads of a layer, packed into two matrices.
 *
 * @param projection the columns of W_Q, W_K and W_V as rows, each head's padded to d_k: (3·K·d_k)×d
 * @param output W_O of the heads stacked: (K·d_k)×d
 * @param heads what they were packed from, to split gradients; null if no gradient is taken
 */
public record PackedWeights(Tensor projection, Tensor output, PackedHeads heads)
    implements WorkingWeights {

  @Override
  public List<Tensor> leaves() {
    return List.of(projection, output);
  }

  @Override
  public List<GradientGroup> gradients(List<Tensor> gradients) {
    return heads.gradients(gradients.get(0), gradients.get(1));
  }
}
