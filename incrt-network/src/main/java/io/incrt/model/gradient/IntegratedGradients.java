package io.incrt.model.gradient;

import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.tensor.Libtorch;
import java.util.Collections;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Integrated gradients (Sundararajan, Taly, Yan 2017) of a sum f of a network's outputs by what its
 * stream begins with. With x_t that of token t, b_t the same of a token nobody knows, and the
 * integral a sum over the middles of m equal steps,
 *
 * <pre>   w_t = (x_t − b_t) · ∫₀¹ ∂f/∂x_t (b + α (x − b)) dα,     Σ_t w_t = f(x) − f(b)   </pre>
 *
 * The second is the completeness, which says how far the sum over steps can be trusted. What blocks
 * on the outputs say of each token ({@link Block#tokenShares}) is exact, and added.
 */
public final class IntegratedGradients {

  /** The most activations that are kept for a backward pass. */
  private static final long NUMBERS = 1L << 22;

  private final Network network;
  private final float[] times;

  /**
   * Of a network that does not change meanwhile.
   *
   * @param times what each output is multiplied by in the sum that is looked at
   */
  public IntegratedGradients(Network network, float... times) {
    this.network = network;
    this.times = times.clone();
  }

  /**
   * What the tokens of a record add to the sum.
   *
   * @param tokens one number for each
   * @param error by how much they miss what the stream adds, relative to all they add
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  public record Found(double[] tokens, double error) {}

  /**
   * What the tokens of a record add.
   *
   * @param record without what the linear model says
   * @param unknown the same of as many tokens that nobody knows
   * @param steps m
   */
  public Found of(Batch.Input record, Batch.Input unknown, int steps) {
    Found own = ofStrand(record, unknown, steps);
    if (record.other() == null) {
      return own;
    }
    Found other = ofStrand(strand(record.other()), strand(unknown.other()), steps);
    double[] mean = new double[own.tokens.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (own.tokens[i] + other.tokens[mean.length - 1 - i]) / 2;
    }
    return new Found(mean, Math.max(own.error, other.error));
  }

  private static Batch.Input strand(int... tokens) {
    return new Batch.Input(tokens, null, null, null);
  }

  private Found ofStrand(Batch.Input record, Batch.Input unknown, int steps) {
    return Libtorch.scoped(
        () -> {
          Tensor begun = Libtorch.withoutGradients(() -> network.tokens(pass(record)));
          Tensor before = Libtorch.withoutGradients(() -> network.tokens(pass(unknown)));
          Tensor away = begun.sub(before);
          Tensor slopes = torch.zeros_like(away);
          int chunk = chunk(record.tokens().length);
          for (int from = 0; from < steps; from += chunk) {
            add(record, before, away, from, Math.min(chunk, steps - from), steps, slopes);
          }
          double[] positions =
              Libtorch.toDoubles(slopes.mul(away).sum(2).mul(new Scalar(1.0 / steps)));
          double error = error(positions, sum(record, begun) - sum(record, before));
          return new Found(withShares(record, spread(positions, record.tokens().length)), error);
        });
  }

  private ForwardPass pass(Batch.Input record) {
    return new ForwardPass(
        Batch.of(List.of(record), network.shape().pooling()).on(network.device()));
  }

  /** A pass of many steps, which begins behind the tokens and ends before what sums over them. */
  private ForwardPass stream(Batch.Input record, int steps) {
    List<Batch.Input> copies = Collections.nCopies(steps, strand(record.tokens()));
    return new ForwardPass(Batch.of(copies, network.shape().pooling()).on(network.device()))
        .without(
            network.blocks().stream()
                .filter(block -> block.place() == Block.Place.OUTPUTS)
                .toArray(Part[]::new));
  }

  /** The steps that are computed at once. */
  private int chunk(int tokens) {
    long each = network.blocks().stream().mapToLong(Block::activationsPerToken).sum();
    return (int) Math.max(1, Math.min(64, NUMBERS / Math.max(1, each * tokens)));
  }

  /** Adds the gradients at some steps. */
  private void add(
      Batch.Input record, Tensor before, Tensor away, int from, int count, int all, Tensor slopes) {
    Libtorch.scoped(
        () -> {
          float[] alphas = new float[count];
          for (int i = 0; i < count; i++) {
            alphas[i] = (from + i + 0.5f) / all;
          }
          Tensor shares = network.device().place(Tensor.create(alphas, count, 1, 1));
          Tensor path = before.add(away.mul(shares)).detach().requires_grad_(true);
          Tensor summed = summed(network.outputs(path, stream(record, count))).sum();
          Tensor slope = torch.grad(new TensorVector(summed), new TensorVector(path)).get(0);
          return slopes.add_(slope.sum(new long[] {0}, true, new ScalarTypeOptional()));
        });
  }

  /** The sum that is looked at, [B]. */
  private Tensor summed(Tensor outputs) {
    return outputs.mul(network.device().place(Tensor.create(times))).sum(1);
  }

  private double sum(Batch.Input record, Tensor begun) {
    return Libtorch.scoped(
        () ->
            Libtorch.withoutGradients(
                () -> Libtorch.toDoubles(summed(network.outputs(begun, stream(record, 1))))[0]));
  }

  private static double error(double[] found, double difference) {
    double sum = 0;
    double size = Math.abs(difference);
    for (double own : found) {
      sum += own;
      size += Math.abs(own);
    }
    return size == 0 ? 0 : Math.abs(sum - difference) / size;
  }

  /** Tokens of one position have its weight in equal parts. */
  private double[] spread(double[] positions, int tokens) {
    int pooling = network.shape().pooling();
    double[] spread = new double[tokens];
    for (int t = 0; t < tokens; t++) {
      int first = t / pooling * pooling;
      spread[t] = positions[t / pooling] / Math.min(pooling, tokens - first);
    }
    return spread;
  }

  private double[] withShares(Batch.Input record, double... tokens) {
    ForwardPass pass = pass(record);
    Libtorch.withoutGradients(
        () -> {
          for (Block block : network.blocks()) {
            if (block.place() == Block.Place.OUTPUTS) {
              block.tokenShares(pass).ifPresent(shares -> addTo(tokens, shares));
            }
          }
          return null;
        });
    return tokens;
  }

  /** Adds what a block says of the tokens, [1, m, outputs]; padding may follow them. */
  private void addTo(double[] tokens, Tensor shares) {
    double[] own =
        Libtorch.toDoubles(
            shares.select(0, 0).matmul(network.device().place(Tensor.create(times))));
    for (int t = 0; t < tokens.length; t++) {
      tokens[t] += own[t];
    }
  }
}
