package io.incrt.predict;

import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A network made ready to predict: every layer's matrices put together once, with the norm's scale
 * and shift in them, and the residual added by the last product. The same numbers as {@link
 * Network#forward} up to rounding. The network must not change any more.
 */
public final class Inference implements AutoCloseable {

  private final Network network;
  private final List<Frozen> layers = new ArrayList<>();

  /**
   * X̂ W + c are all queries, keys and values; X̂ are normalised tokens, not yet scaled.
   *
   * @param widest the key dimensions of the widest head: queries and keys are computed that wide,
   *     and filled up with zeros after
   */
  private record Frozen(int heads, int widest, Tensor projection, Tensor shift, Tensor output) {}

  public Inference(Network network) {
    this.network = network;
    Libtorch.scoped(
        () -> {
          network.layers().forEach(layer -> layers.add(frozen(layer)));
          return null;
        });
  }

  private Frozen frozen(AttentionLayer layer) {
    int heads = layer.heads().size();
    int dk = network.shape().keyDimensions();
    int widest = layer.heads().stream().mapToInt(Head::dimensions).max().orElse(dk);
    Tensor columns = network.device().place(Tensor.create(columns(heads, widest, dk)));
    Tensor projection = layer.projection().detach().t().index_select(1, columns);
    return new Frozen(
        heads,
        widest,
        Libtorch.keep(projection.mul(layer.gain().value().detach().unsqueeze(1)).contiguous()),
        Libtorch.keep(layer.bias().value().detach().matmul(projection)),
        Libtorch.keep(layer.output().detach()));
  }

  /** The columns of a layer's projection that are not zero for every head. */
  private static long[] columns(int heads, int widest, int dk) {
    long[] kept = new long[heads * (2 * widest + dk)];
    int next = 0;
    for (int side = 0; side < 3; side++) {
      for (int h = 0; h < heads; h++) {
        for (int j = 0; j < (side < 2 ? widest : dk); j++) {
          kept[next++] = ((long) side * heads + h) * dk + j;
        }
      }
    }
    return kept;
  }

  public Network network() {
    return network;
  }

  /** d, the numbers of a token. */
  int width() {
    return network.shape().width();
  }

  /** The multiplications that a record of so many tokens takes, counted for its products alone. */
  double operations(int tokens) {
    double sum = 0;
    for (Frozen layer : layers) {
      double columns = (double) layer.heads * network.shape().keyDimensions();
      sum += 4.0 * tokens * width() * columns + 2.0 * tokens * tokens * columns;
    }
    return sum;
  }

  /** The probability of each class for each record of a batch made inside a scope. */
  public List<float[]> probabilities(Supplier<Batch> batch) {
    float[] flat =
        Libtorch.scoped(
            () ->
                Libtorch.inferring(
                    () ->
                        Libtorch.toFloats(
                            torch.softmax(logits(batch.get().on(network.device())), 1))));
    int classes = network.shape().classes();
    List<float[]> rows = new ArrayList<>();
    for (int from = 0; from < flat.length; from += classes) {
      rows.add(Arrays.copyOfRange(flat, from, from + classes));
    }
    return rows;
  }

  private Tensor logits(Batch batch) {
    int d = network.shape().width();
    int dk = network.shape().keyDimensions();
    long records = batch.tokens().size(0);
    long n = batch.tokens().size(1);
    Tensor mask = batch.attentionMask();
    Tensor x = network.embed(batch.tokens()).reshape(-1, d);
    for (Frozen layer : layers) {
      Tensor unit =
          torch.layer_norm(
              x, new long[] {d}, new TensorOptional(), new TensorOptional(), 1e-5, true);
      Tensor all = torch.addmm(layer.shift, unit, layer.projection);
      int h = layer.heads;
      long narrow = 2L * h * layer.widest;
      Tensor sides = all.narrow(1, 0, narrow).reshape(records, n, 2, h, layer.widest);
      if (layer.widest < dk) {
        sides = torch.constant_pad_nd(sides, new long[] {0, dk - layer.widest}, new Scalar(0));
      }
      Tensor values = all.narrow(1, narrow, (long) h * dk).reshape(records, n, h, dk);
      Tensor together =
          AttentionLayer.attention(sides.select(2, 0), sides.select(2, 1), values, mask)
              .reshape(-1, (long) h * dk);
      x = torch.addmm(x, together, layer.output);
    }
    Tensor out = network.finalNorm(x.reshape(records, n, d));
    return network.classify(Network.pool(out, batch));
  }

  @Override
  public void close() {
    for (Frozen layer : layers) {
      layer.projection.close();
      layer.shift.close();
      layer.output.close();
    }
    network.close();
  }
}
