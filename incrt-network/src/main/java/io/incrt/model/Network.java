package io.incrt.model;

import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Shape;
import io.incrt.geometry.growth.Plane;
import io.incrt.model.Block.Place;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostCopy;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The network: token embedding and learned positions, blocks that grow, a final norm, mean and
 * maximum over the real tokens concatenated, a linear map to the outputs.
 */
public final class Network implements AutoCloseable {

  private final Shape shape;
  private final Compute compute;
  private final TokenEmbedding embedding;
  private final List<Block> blocks = new ArrayList<>();
  private final OutputLayer output;

  /** A network with one layer of one seed head; draws from libtorch's generator. */
  public Network(Shape shape, Compute compute, Plane seed) {
    this(shape, compute, Architecture.EMPTY, ParameterSource.FRESH);
    AttentionLayer first = new AttentionLayer(0, shape, compute, ParameterSource.FRESH);
    double deviation = Head.OUTPUT_SCALE / Math.sqrt(shape.width());
    first.add(Head.born(0, 0, seed, shape, first.name(), deviation));
    add(first);
  }

  /** A network of fixed size, whose heads have all key dimensions. */
  public static Network fixed(Shape shape, Compute compute, int layers, int heads) {
    Network network = new Network(shape, compute, Architecture.EMPTY, ParameterSource.FRESH);
    for (int i = 0; i < layers; i++) {
      AttentionLayer layer = new AttentionLayer(i, shape, compute, ParameterSource.FRESH);
      for (int h = 0; h < heads; h++) {
        layer.add(Head.fixed(i * heads + h, shape, layer.name()));
      }
      network.add(layer);
    }
    return network;
  }

  /** A network of a given architecture whose parameters come from a source. */
  public Network(Shape shape, Compute compute, Architecture architecture, ParameterSource source) {
    this.shape = shape;
    this.compute = compute;
    embedding = new TokenEmbedding(shape, source);
    architecture
        .layers()
        .forEach(layer -> blocks.add(new AttentionLayer(layer, shape, compute, source)));
    for (Architecture.BlockShape stored : architecture.blocks()) {
      blocks.add(
          Math.min(stored.position(), blocks.size()),
          BlockType.of(stored).read(stored, shape, compute, source));
    }
    output = new OutputLayer(shape, source);
    parameters().forEach(parameter -> parameter.moveTo(compute.device()));
  }

  /** The architecture it has now. */
  public Architecture architecture() {
    List<Architecture.BlockShape> others = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      int position = i;
      blocks.get(i).stored().map(stored -> stored.at(position)).ifPresent(others::add);
    }
    return new Architecture(
        layers().stream()
            .map(
                layer ->
                    new Architecture.Layer(
                        layer.id(), layer.heads().stream().map(Head::shape).toList()))
            .toList(),
        others);
  }

  /** The sizes that do not grow. */
  public Shape shape() {
    return shape;
  }

  /** How it computes. */
  public Compute compute() {
    return compute;
  }

  /** Where it computes. */
  public Device device() {
    return compute.device();
  }

  /** The blocks in the order they are computed within their place. */
  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  /** The attention layers from bottom to top. */
  public List<AttentionLayer> layers() {
    return blocks.stream()
        .filter(AttentionLayer.class::isInstance)
        .map(AttentionLayer.class::cast)
        .toList();
  }

  /** The attention layer with that number. */
  public AttentionLayer layer(int id) {
    return layers().stream()
        .filter(layer -> layer.id() == id)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no layer " + id));
  }

  /** Every part: each block, followed by its own parts. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (Block block : blocks) {
      parts.add(block);
      parts.addAll(block.parts());
    }
    return parts;
  }

  /** Sets the embeddings of some tokens to zero, before training. */
  public void clearEmbeddings(long... tokens) {
    embedding.clear(tokens);
  }

  /** Adds a block after those of its place. */
  public void add(Block block) {
    block.parameters().forEach(parameter -> parameter.moveTo(compute.device()));
    blocks.add(block);
  }

  /** Adds a block before those that now stand at a position or after it. */
  public void add(int position, Block block) {
    block.parameters().forEach(parameter -> parameter.moveTo(compute.device()));
    blocks.add(position, block);
  }

  /** Removes a part and releases it with its optimizer state. */
  public void remove(Part part) {
    if (part instanceof Block block && blocks.remove(block)) {
      block.close();
      return;
    }
    blocks.stream()
        .filter(block -> block.parts().contains(part.holder()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no part " + part.name()))
        .remove(part);
  }

  /**
   * Every block's weights, packed for a training step.
   *
   * @param batch the whole batch
   */
  public Map<Block, WorkingWeights> workingWeights(Batch batch) {
    Map<Block, WorkingWeights> weights = new HashMap<>();
    blocks.forEach(block -> block.working(batch).ifPresent(own -> weights.put(block, own)));
    return weights;
  }

  /** The outputs, [B, outputs]. */
  public Tensor forward(ForwardPass pass) {
    return outputs(pass.drop(tokens(pass)), pass);
  }

  /** What the stream begins with, [B, n, d]: each position's own token, whatever the others are. */
  public Tensor tokens(ForwardPass pass) {
    return through(Place.TOKENS, embedding.forward(pass.batch()), pass);
  }

  /** The outputs of what the stream begins with, [B, outputs]. */
  public Tensor outputs(Tensor tokens, ForwardPass pass) {
    Tensor stream = through(Place.STREAM, tokens, pass);
    return through(Place.OUTPUTS, output.forward(stream, pass), pass);
  }

  private Tensor through(Place place, Tensor x, ForwardPass pass) {
    Tensor result = x;
    for (Block block : blocks) {
      if (block.place() == place && !pass.isWithout(block)) {
        result = pass.skipping(block, result, block.forward(result, pass));
      }
    }
    return result;
  }

  /**
   * The inference form; the weights must not change any more, and closing it closes this network.
   */
  public FrozenNetwork freeze() {
    return new FrozenNetwork(this, embedding, output);
  }

  /**
   * Writes the network as nodes of an ONNX graph.
   *
   * @return the name of the outputs
   */
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs) {
    String x = embedding.onnx(graph, inputs);
    for (Place place : Place.values()) {
      x = place == Place.OUTPUTS ? output.onnx(graph, inputs, x) : x;
      for (Block block : blocks) {
        x = block.place() == place ? block.onnx(graph, inputs, x) : x;
      }
    }
    return x;
  }

  /**
   * The decoded answer to each record of a batch.
   *
   * @param batch creates the batch, inside a scope
   * @param decode turns outputs into answers
   */
  public List<float[]> answers(Supplier<Batch> batch, UnaryOperator<Tensor> decode) {
    return rows(batch, own -> decode.apply(forward(new ForwardPass(own))));
  }

  /**
   * The outputs for each record of a batch, and then those without each of some parts, one after
   * the other. What comes before a part is computed once.
   *
   * @param batch creates the batch, inside a scope
   * @param gone parts that are left out always
   * @param each parts that are left out one at a time
   */
  public List<float[]> ablations(Supplier<Batch> batch, List<Part> gone, List<Part> each) {
    return rows(batch, own -> ablated(own, gone, each));
  }

  private List<float[]> rows(Supplier<Batch> batch, Function<Batch, Tensor> work) {
    return Libtorch.scoped(
        () -> Libtorch.inferring(() -> Libtorch.rows(batch.get().on(device()).answer(work))));
  }

  private Tensor ablated(Batch batch, List<Part> gone, List<Part> each) {
    List<Block> order = new ArrayList<>();
    for (Place place : Place.values()) {
      blocks.stream().filter(block -> block.place() == place).forEach(order::add);
    }
    Part[] always = gone.toArray(Part[]::new);
    ForwardPass whole = new ForwardPass(batch).without(always);
    List<Tensor> before = new ArrayList<>();
    TensorVector outputs =
        new TensorVector(from(0, embedding.forward(batch), order, whole, before));
    List<Tensor> kept = new ArrayList<>();
    for (Part part : each) {
      int at = Block.placeOf(part, order);
      // What each pass leaves behind is let go of before the next.
      kept.add(
          Libtorch.scoped(
              () -> {
                ForwardPass pass = new ForwardPass(batch).without(always).without(part);
                return Libtorch.keep(
                    from(at, before.get(at), order, pass, new ArrayList<>()).contiguous());
              }));
    }
    kept.forEach(outputs::push_back);
    Tensor all = torch.cat(outputs, 1);
    kept.forEach(Tensor::close);
    return all;
  }

  /**
   * The outputs, from one block on.
   *
   * @param x what goes into it
   * @param before takes what goes into each
   */
  private Tensor from(
      int first, Tensor x, List<Block> order, ForwardPass pass, List<Tensor> before) {
    Tensor result = x;
    for (int i = first; i <= order.size(); i++) {
      before.add(result);
      boolean last = i == order.size() || order.get(i).place() == Place.OUTPUTS;
      boolean earlier = i > 0 && order.get(i - 1).place() == Place.OUTPUTS;
      if (last && !earlier) {
        result = output.forward(result, pass);
      }
      if (i < order.size() && !pass.isWithout(order.get(i))) {
        result = order.get(i).forward(result, pass);
      }
    }
    return result;
  }

  /** Every parameter's value, as a model file stores it. */
  public Map<String, HostTensor> tensors() {
    return Libtorch.scoped(
        () -> {
          Map<String, HostTensor> tensors = new LinkedHashMap<>();
          parameters()
              .forEach(parameter -> tensors.put(parameter.name(), HostCopy.of(parameter.value())));
          return tensors;
        });
  }

  /** The parameters that a pass uses directly, without those in {@link #workingWeights}. */
  public List<Parameter> directParameters() {
    List<Parameter> parameters = new ArrayList<>(embedding.parameters());
    blocks.forEach(block -> parameters.addAll(block.directParameters()));
    parameters.addAll(output.parameters());
    return parameters;
  }

  /** The parameters of what makes outputs of the stream. */
  public List<Parameter> outputParameters() {
    return output.parameters();
  }

  /** Every parameter, in an order that depends on the architecture alone. */
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(embedding.parameters());
    blocks.forEach(block -> parameters.addAll(block.parameters()));
    parameters.addAll(output.parameters());
    return parameters;
  }

  @Override
  public void close() {
    blocks.forEach(Block::close);
    embedding.parameters().forEach(Parameter::close);
    output.parameters().forEach(Parameter::close);
  }
}
