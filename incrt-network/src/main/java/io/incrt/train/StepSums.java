package io.incrt.train;

import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * What the members of a group sum at a step besides gradients, in one exchange with them.
 *
 * @param loss of the batch
 * @param wishes how many members wish to stop
 * @param tokens how many real tokens were observed
 * @param products XᵀX of what the heads of each layer read; none where the step is not observed
 */
record StepSums(Tensor loss, Tensor wishes, Tensor tokens, List<Tensor> products) {

  private static final int NUMBERS = 3;

  /** What a member has of it, as it travels. */
  static TensorVector own(TensorVector losses, ObservedTokens.Collector seen, boolean wish) {
    return Libtorch.withoutGradients(
        () -> {
          TensorVector own = new TensorVector();
          Tensor loss = torch.stack(losses, 0).sum();
          own.push_back(loss);
          own.push_back(torch.full_like(loss, new Scalar(wish ? 1.0 : 0.0)));
          own.push_back(torch.full_like(loss, new Scalar(seen.count())));
          seen.products().forEach(own::push_back);
          return own;
        });
  }

  /** The sums, as they have travelled. */
  static StepSums of(TensorVector sums) {
    List<Tensor> products = new ArrayList<>();
    for (int i = NUMBERS; i < sums.size(); i++) {
      products.add(sums.get(i));
    }
    return new StepSums(sums.get(0), sums.get(1), sums.get(2), products);
  }
}
