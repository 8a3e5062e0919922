package io.incrt.model;

import io.incrt.folder.Shape;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The inference form of an attention layer: its matrices packed once, with the norm's scale and
 * shift folded in, and the residual added by the last product. The same numbers as {@link
 * AttentionLayer#forward} up to rounding.
 *
 * <p>X̂ W + c are all queries, keys and values; X̂ are normalised tokens, not yet scaled. Queries
 * and keys are computed at the width of the widest head, then padded with zeros.
 */
final class FrozenAttention implements FrozenBlock {

  private final int width;
  private final int keyDimensions;
  private final int heads;
  private final int widest;
  private final Tensor projection;
  private final Tensor shift;
  private final Tensor output;

  FrozenAttention(AttentionLayer layer, Shape shape, Device device) {
    width = shape.width();
    keyDimensions = shape.keyDimensions();
    heads = layer.heads().size();
    widest = layer.heads().stream().mapToInt(Head::dimensions).max().orElse(keyDimensions);
    Tensor columns = device.place(Tensor.create(columns()));
    Tensor whole = layer.projection().detach().t().index_select(1, columns);
    projection = Libtorch.keep(whole.mul(layer.gain().value().detach().unsqueeze(1)).contiguous());
    shift = Libtorch.keep(layer.bias().value().detach().matmul(whole));
    output = Libtorch.keep(layer.output().detach());
  }

  /** The columns of the layer's projection that are not zero for every head. */
  private long[] columns() {
    long[] kept = new long[heads * (2 * widest + keyDimensions)];
    int next = 0;
    for (int side = 0; side < 3; side++) {
      for (int h = 0; h < heads; h++) {
        for (int j = 0; j < (side < 2 ? widest : keyDimensions); j++) {
          kept[next++] = ((long) side * heads + h) * keyDimensions + j;
        }
      }
    }
    return kept;
  }

  @Override
  public Tensor forward(Tensor x, Batch batch) {
    long records = batch.records();
    long n = batch.length();
    Tensor unit =
        torch.layer_norm(
            x,
            new long[] {width},
            new TensorOptional(),
            new TensorOptional(),
            Libtorch.NORM_EPSILON,
            true);
    Tensor projected = torch.addmm(shift, unit, projection);
    long narrow = 2L * heads * widest;
    Tensor sides = projected.narrow(1, 0, narrow).reshape(records, n, 2, heads, widest);
    if (widest < keyDimensions) {
      sides = torch.constant_pad_nd(sides, new long[] {0, keyDimensions - widest}, new Scalar(0));
    }
    long valued = (long) heads * keyDimensions;
    Tensor values = projected.narrow(1, narrow, valued).reshape(records, n, heads, keyDimensions);
    Tensor attended =
        AttentionLayer.attention(
                sides.select(2, 0), sides.select(2, 1), values, batch.attentionMask())
            .reshape(-1, valued);
    return torch.addmm(x, attended, output);
  }

  @Override
  public double operations(int tokens) {
    double columns = (double) heads * keyDimensions;
    return 4.0 * tokens * width * columns + 2.0 * tokens * tokens * columns;
  }

  @Override
  public void close() {
    projection.close();
    shift.close();
    output.close();
  }
}
