package io.incrt.model;

import io.incrt.geometry.homeostat.Plane;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The classifier: token embedding and learned positions, pre-norm attention layers that grow, a
 * final norm, mean and max over the real tokens side by side, a linear map to the classes.
 */
public final class Network implements AutoCloseable {

  private final Shape shape;
  private final Compute compute;
  private final Parameter embedding;
  private final Parameter positions;
  private final List<AttentionLayer> layers = new ArrayList<>();
  private final Parameter gain;
  private final Parameter bias;
  private final Parameter weight;
  private final Parameter offset;

  /** A network with one layer of one seed head; draws from libtorch's generator. */
  public Network(Shape shape, Compute compute, Plane seed) {
    this(shape, compute, new Architecture(List.of()), ParameterSource.FRESH);
    AttentionLayer first = new AttentionLayer(0, shape, compute, ParameterSource.FRESH);
    double deviation = Head.OUTPUT_SCALE / Math.sqrt(shape.width());
    first.add(Head.born(0, 0, seed, shape, first.name(), deviation));
    layers.add(first);
  }

  /** A network that stays as it is: so many layers of so many heads with all key dimensions. */
  public static Network fixed(Shape shape, Compute compute, int layers, int heads) {
    Network network =
        new Network(shape, compute, new Architecture(List.of()), ParameterSource.FRESH);
    for (int i = 0; i < layers; i++) {
      AttentionLayer layer = new AttentionLayer(i, shape, compute, ParameterSource.FRESH);
      for (int h = 0; h < heads; h++) {
        layer.add(Head.fixed(i * heads + h, shape, layer.name()));
      }
      network.addOnTop(layer);
    }
    return network;
  }

  /** A network of a given architecture whose parameters come from a source. */
  public Network(Shape shape, Compute compute, Architecture architecture, ParameterSource source) {
    this.shape = shape;
    this.compute = compute;
    int d = shape.width();
    embedding =
        source.take(
            "embedding",
            true,
            () -> Parameter.normal(0.1, shape.vocabulary(), d),
            shape.vocabulary(),
            d);
    positions =
        source.take(
            "positions",
            true,
            () -> Parameter.normal(0.1, shape.maxLength(), d),
            shape.maxLength(),
            d);
    architecture
        .layers()
        .forEach(layer -> layers.add(new AttentionLayer(layer, shape, compute, source)));
    gain = source.take("norm.gain", false, () -> torch.ones(d), d);
    bias = source.take("norm.bias", false, () -> torch.zeros(d), d);
    double deviation = 1 / Math.sqrt(2.0 * d);
    weight =
        source.take(
            "classifier.weight",
            true,
            () -> Parameter.normal(deviation, shape.classes(), 2L * d),
            shape.classes(),
            2L * d);
    offset =
        source.take("classifier.bias", false, () -> torch.zeros(shape.classes()), shape.classes());
    parameters().forEach(parameter -> parameter.moveTo(compute.device()));
  }

  /** The architecture it has now. */
  public Architecture architecture() {
    return new Architecture(
        layers.stream()
            .map(
                layer ->
                    new Architecture.Layer(
                        layer.id(), layer.heads().stream().map(Head::shape).toList()))
            .toList());
  }

  public Shape shape() {
    return shape;
  }

  public Compute compute() {
    return compute;
  }

  public Device device() {
    return compute.device();
  }

  /** The layers from bottom to top. */
  public List<AttentionLayer> layers() {
    return List.copyOf(layers);
  }

  public AttentionLayer layer(int id) {
    return layers.stream()
        .filter(layer -> layer.id() == id)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no layer " + id));
  }

  public void addOnTop(AttentionLayer layer) {
    layers.add(layer);
  }

  public void remove(int id) {
    AttentionLayer gone = layer(id);
    layers.remove(gone);
    gone.close();
  }

  /**
   * What one forward pass leaves: the scores, and for each layer what the geometry needs of it.
   *
   * @param logits [B, classes]
   * @param layers one trace a layer
   */
  public record Pass(Tensor logits, List<Trace> layers) {}

  /**
   * One layer's tokens in a pass, [B, n, d] each.
   *
   * @param read the normalised tokens its heads read
   * @param in the stream before it
   * @param out the stream after it
   */
  public record Trace(Tensor read, Tensor in, Tensor out) {}

  /**
   * The forward pass. With a dropout of 0 it is the function that predicts.
   *
   * @param batch on the network's device
   */
  public Pass forward(Batch batch, double dropout) {
    return forward(batch, dropout, List.of());
  }

  /**
   * The same with heads turned down.
   *
   * @param gates for each layer what {@link AttentionLayer#attend} takes; empty for none
   */
  public Pass forward(Batch batch, double dropout, List<Tensor> gates) {
    return forward(batch, dropout, packed(), gates);
  }

  /** Every layer's heads put together, from bottom to top. */
  List<AttentionLayer.Packed> packed() {
    return layers.stream().map(AttentionLayer::packed).toList();
  }

  /** The same as leaves, whose gradients {@link AttentionLayer#shares} takes apart. */
  public List<AttentionLayer.Packed> leaves() {
    return layers.stream().map(AttentionLayer::leaves).toList();
  }

  /**
   * The same with heads already put together.
   *
   * @param packed what {@link #packed} gave, or {@link #leaves}
   */
  public Pass forward(
      Batch batch, double dropout, List<AttentionLayer.Packed> packed, List<Tensor> gates) {
    boolean training = dropout > 0;
    Tensor mask = batch.attentionMask();
    Tensor x = torch.dropout(embed(batch.tokens()), dropout, training);
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      AttentionLayer layer = layers.get(i);
      Tensor read = layer.normalise(x);
      Tensor heads = layer.attend(read, packed.get(i), mask, gates.isEmpty() ? null : gates.get(i));
      Tensor out = x.add(torch.dropout(heads, dropout, training));
      traces.add(new Trace(read, x, out));
      x = out;
    }
    Tensor pooled = torch.dropout(pool(finalNorm(x), batch), dropout, training);
    return new Pass(classify(pooled), traces);
  }

  /** The scores of pooled tokens. */
  public Tensor classify(Tensor pooled) {
    return torch.linear(pooled, weight.value(), offset.value());
  }

  /** Token embeddings with their positions, [B, n, d]. */
  public Tensor embed(Tensor tokens) {
    return torch
        .embedding(embedding.value(), tokens)
        .add(positions.value().narrow(0, 0, tokens.size(1)));
  }

  /** The normalised tokens above the last layer. */
  public Tensor finalNorm(Tensor x) {
    return Libtorch.layerNorm(x, gain, bias);
  }

  /** Mean and max over the real tokens, side by side: [B, 2d]. */
  public static Tensor pool(Tensor x, Batch batch) {
    Tensor real = batch.real();
    Tensor mean;
    Tensor max;
    if (real == null) {
      mean = x.mean(1);
      max = x.amax(new long[] {1}, false);
    } else {
      mean = x.mul(real).sum(1).div(real.sum(1));
      Tensor padding = batch.mask().logical_not().unsqueeze(2);
      max =
          x.masked_fill(padding, new Scalar(Double.NEGATIVE_INFINITY)).amax(new long[] {1}, false);
    }
    return torch.cat(new TensorVector(mean, max), 1);
  }

  /** The probability of each class for each record of a batch made inside a scope. */
  public List<float[]> probabilities(Supplier<Batch> batch) {
    float[] flat =
        Libtorch.scoped(
            () ->
                Libtorch.inferring(
                    () ->
                        Libtorch.toFloats(
                            torch.softmax(forward(batch.get().on(device()), 0).logits(), 1))));
    List<float[]> rows = new ArrayList<>();
    for (int from = 0; from < flat.length; from += shape.classes()) {
      rows.add(Arrays.copyOfRange(flat, from, from + shape.classes()));
    }
    return rows;
  }

  /** Every parameter's numbers, as a model file keeps them. */
  public Map<String, HostTensor> tensors() {
    return Libtorch.scoped(
        () -> {
          Map<String, HostTensor> tensors = new LinkedHashMap<>();
          parameters()
              .forEach(
                  parameter -> tensors.put(parameter.name(), HostTensor.of(parameter.value())));
          return tensors;
        });
  }

  /** Every parameter that is not a head's. */
  public List<Parameter> parametersBesideHeads() {
    List<Parameter> some = new ArrayList<>(List.of(embedding, positions));
    layers.forEach(layer -> some.addAll(List.of(layer.gain(), layer.bias())));
    some.addAll(List.of(gain, bias, weight, offset));
    return some;
  }

  /** Every parameter, in an order that depends on the architecture alone. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(embedding, positions));
    layers.forEach(layer -> all.addAll(layer.parameters()));
    all.addAll(List.of(gain, bias, weight, offset));
    return all;
  }

  @Override
  public void close() {
    layers.forEach(AttentionLayer::close);
    for (Parameter parameter : List.of(embedding, positions, gain, bias, weight, offset)) {
      parameter.close();
    }
  }
}
