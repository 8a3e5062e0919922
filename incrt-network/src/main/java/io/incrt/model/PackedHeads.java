package io.incrt.model;

import io.incrt.tensor.Device;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.MemoryLayout;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IntType;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch;

/**
 * How a layer's heads are packed into one matrix for a training step, and how its gradient is split
 * among them again: one operation each, however many heads there are. Valid until the next surgery,
 * since updates change the parameters in place.
 */
final class PackedHeads implements AutoCloseable {

  private final List<Parameter> blocks = new ArrayList<>();
  private final List<Parameter> outputs = new ArrayList<>();
  private final TensorVector rows;
  private final TensorVector outputRows;
  private final IValue sizes;
  private final IValue outputSizes;
  private final Tensor fill;
  private final Tensor unpadded;

  /**
   * Packs the heads in their present form.
   *
   * @param map for every row of the padded projection the packed row it takes, or one beyond the
   *     last for none; null where every head has all key dimensions
   */
  PackedHeads(List<Head> heads, long[] map, Device device) {
    heads.forEach(head -> blocks.addAll(head.queries()));
    heads.forEach(head -> blocks.addAll(head.keys()));
    heads.forEach(head -> blocks.add(head.values()));
    heads.forEach(head -> outputs.add(head.output()));
    rows = kept(blocks);
    outputRows = kept(outputs);
    sizes = sizes(rows);
    outputSizes = sizes(outputRows);
    if (map == null) {
      fill = null;
      unpadded = null;
    } else {
      rows.push_back(rows.get(0).new_zeros(1, rows.get(0).size(1)));
      long none = Arrays.stream(map).max().orElseThrow();
      fill = Libtorch.keep(device.place(Tensor.create(map)));
      unpadded =
          Libtorch.keep(
              device.place(
                  Tensor.create(
                      IntStream.range(0, map.length)
                          .filter(i -> map[i] != none)
                          .mapToLong(i -> i)
                          .toArray())));
    }
  }

  private static TensorVector kept(List<Parameter> parameters) {
    TensorVector tensors = new TensorVector();
    parameters.forEach(
        parameter -> tensors.push_back(MemoryLayout.rows(parameter.value().detach())));
    return Libtorch.keep(tensors);
  }

  private static IValue sizes(TensorVector tensors) {
    GenericList list = new GenericList(new Type.TypePtr(IntType.getIntTypePtr().get()));
    for (long i = 0; i < tensors.size(); i++) {
      list.push_back(new IValue(tensors.get(i).size(0)));
    }
    return Libtorch.keep(new IValue(list));
  }

  /** The packed weights for one step. */
  PackedWeights weights() {
    return Libtorch.withoutGradients(
        () -> {
          Tensor packed = torch.cat(rows, 0);
          return new PackedWeights(
              (fill == null ? packed : packed.index_select(0, fill)).requires_grad_(true),
              torch.cat(outputRows, 0).requires_grad_(true),
              this);
        });
  }

  /** Splits gradients of the packed matrices into those of each head's parameters. */
  List<GradientGroup> gradients(Tensor ofProjection, Tensor ofOutput) {
    Tensor projection =
        unpadded == null ? ofProjection.contiguous() : ofProjection.index_select(0, unpadded);
    Tensor output = ofOutput.contiguous();
    return List.of(
        new GradientGroup(
            blocks, true, Foreach.split(projection, sizes), new TensorVector(projection)),
        new GradientGroup(
            outputs, true, Foreach.split(output, outputSizes), new TensorVector(output)));
  }

  @Override
  public void close() {
    rows.close();
    outputRows.close();
    sizes.close();
    outputSizes.close();
    if (fill != null) {
      fill.close();
      unpadded.close();
    }
  }
}
