package io.incrt.train;

import io.incrt.model.Batch;
import io.incrt.model.ForwardPass;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A batch's tokens in each layer, one per row, without gradients.
 *
 * @param layers one per layer
 * @param real 1 where a row is a real token and 0 where it is padding, one column; null where all
 *     are real
 * @param count the number of real tokens
 * @param grams XᵀX of each layer over the tokens of all members; null where they are not known yet
 * @param total the number of real tokens of all members
 */
record ObservedTokens(
    List<Rows> layers, Tensor real, double count, List<Tensor> grams, double total) {

  /** The tokens of a single member. */
  ObservedTokens(List<Rows> layers, Tensor real, double count) {
    this(layers, real, count, null, count);
  }

  /** The same, where what all members have is known. */
  ObservedTokens with(StepSums sums) {
    return sums.products().isEmpty()
        ? this
        : new ObservedTokens(layers, real, count, sums.products(), sums.tokens().item_double());
  }

  /**
   * The tokens of one layer.
   *
   * @param read the normalised tokens its heads read
   * @param in the stream before it; null between checks
   * @param out the stream after it; null between checks
   */
  record Rows(Tensor read, Tensor in, Tensor out) {}

  /** The rows with padding set to zero. */
  Tensor onlyReal(Tensor rows) {
    return real == null ? rows : rows.mul(real);
  }

  /** Collects the tokens of successive passes. */
  static final class Collector {

    private final BatchGradients.Keep keep;
    private final List<TensorVector> read = new ArrayList<>();
    private final List<TensorVector> in = new ArrayList<>();
    private final List<TensorVector> out = new ArrayList<>();
    private final TensorVector real = new TensorVector();
    private boolean padded;
    private double count;

    Collector(BatchGradients.Keep keep, int layers) {
      this.keep = keep;
      for (int i = 0; i < layers; i++) {
        read.add(new TensorVector());
        in.add(new TensorVector());
        out.add(new TensorVector());
      }
    }

    /**
     * Adds the tokens of a pass.
     *
     * @param counts 0 for those of a record that does not count
     */
    void add(ForwardPass pass, double counts) {
      if (keep == BatchGradients.Keep.NOTHING) {
        return;
      }
      for (int i = 0; i < read.size(); i++) {
        ForwardPass.LayerTrace trace = pass.traces().get(i);
        read.get(i).push_back(rows(trace.read()));
        if (keep == BatchGradients.Keep.ALL) {
          in.get(i).push_back(rows(trace.in()));
          out.get(i).push_back(rows(trace.out()));
        }
      }
      Batch batch = pass.batch();
      padded |= batch.mask() != null || counts == 0;
      Tensor mask = batch.real();
      Tensor rows =
          mask == null
              ? batch
                  .tokens()
                  .new_ones(batch.records() * batch.length(), 1)
                  .to(torch.ScalarType.Float)
              : mask.reshape(-1, 1);
      real.push_back(counts == 0 ? rows.mul(new Scalar(0.0)) : rows);
      count += counts * batch.count();
    }

    double count() {
      return count;
    }

    /** XᵀX of what the heads of each layer read so far; none where that is not kept. */
    List<Tensor> products() {
      List<Tensor> products = new ArrayList<>();
      if (keep == BatchGradients.Keep.NOTHING) {
        return products;
      }
      for (TensorVector layer : read) {
        Tensor sum = null;
        for (long i = 0; i < layer.size(); i++) {
          Tensor rows = padded ? layer.get(i).mul(real.get(i)) : layer.get(i);
          Tensor product = rows.t().matmul(rows);
          sum = sum == null ? product : sum.add_(product);
        }
        products.add(sum);
      }
      return products;
    }

    ObservedTokens tokens() {
      List<Rows> layers = new ArrayList<>();
      for (int i = 0; i < read.size(); i++) {
        layers.add(new Rows(whole(read.get(i)), whole(in.get(i)), whole(out.get(i))));
      }
      return new ObservedTokens(layers, padded ? whole(real) : null, count);
    }

    private static Tensor rows(Tensor tokens) {
      return tokens.detach().reshape(-1, tokens.size(2));
    }

    private static Tensor whole(TensorVector parts) {
      if (parts.empty()) {
        return null;
      }
      Tensor whole = parts.size() == 1 ? parts.get(0).alias() : torch.cat(parts, 0);
      parts.clear();
      return whole;
    }
  }
}
