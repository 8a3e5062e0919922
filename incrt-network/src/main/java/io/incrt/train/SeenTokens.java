package io.incrt.train;

import io.incrt.model.Batch;
import io.incrt.model.Network;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A batch's tokens in each layer, one a row, without gradients.
 *
 * @param layers one a layer
 * @param real 1 where a row is a real token and 0 where it is padding, one column; null where all
 *     are real
 * @param count the number of real tokens
 */
record SeenTokens(List<Rows> layers, Tensor real, double count) {

  /**
   * One layer's.
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

  /** Takes in one pass after the other. */
  static final class Collector {

    private final Pieces.Keep keep;
    private final List<TensorVector> read = new ArrayList<>();
    private final List<TensorVector> in = new ArrayList<>();
    private final List<TensorVector> out = new ArrayList<>();
    private final TensorVector real = new TensorVector();
    private boolean padded;
    private double count;

    Collector(Pieces.Keep keep, int layers) {
      this.keep = keep;
      for (int i = 0; i < layers; i++) {
        read.add(new TensorVector());
        in.add(new TensorVector());
        out.add(new TensorVector());
      }
    }

    void add(Network.Pass pass, Batch batch) {
      if (keep == Pieces.Keep.NOTHING) {
        return;
      }
      for (int i = 0; i < read.size(); i++) {
        Network.Trace trace = pass.layers().get(i);
        read.get(i).push_back(rows(trace.read()));
        if (keep == Pieces.Keep.ALL) {
          in.get(i).push_back(rows(trace.in()));
          out.get(i).push_back(rows(trace.out()));
        }
      }
      padded |= batch.mask() != null;
      Tensor mask = batch.real();
      real.push_back(
          mask == null
              ? torch.ones_like(batch.tokens()).to(torch.ScalarType.Float).reshape(-1, 1)
              : mask.reshape(-1, 1));
      count += batch.count();
    }

    SeenTokens tokens() {
      List<Rows> layers = new ArrayList<>();
      for (int i = 0; i < read.size(); i++) {
        layers.add(new Rows(whole(read.get(i)), whole(in.get(i)), whole(out.get(i))));
      }
      return new SeenTokens(layers, padded ? whole(real) : null, count);
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
