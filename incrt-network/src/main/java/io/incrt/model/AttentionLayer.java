package io.incrt.model;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.homeostat.HeadMotor;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * One layer, X + Σ_h S^h V^h W_O^h on normalised tokens. The K heads are one batched attention:
 * their columns are concatenated in one projection, narrow heads padded with zero columns to d_k,
 * so that one kernel computes all of them.
 *
 * <p>This is the training form; {@link FrozenAttention} is the inference form, {@link
 * AttentionNodes} the ONNX export.
 */
public final class AttentionLayer implements Block {

  private final int id;
  private final Shape shape;
  private final Compute compute;
  private final Parameter gain;
  private final Parameter bias;
  private final List<Head> heads = new ArrayList<>();
  private PackedHeads packedHeads;

  /** A layer without heads. */
  public AttentionLayer(int id, Shape shape, Compute compute, ParameterSource source) {
    this.id = id;
    this.shape = shape;
    this.compute = compute;
    this.gain =
        source.take(name() + ".norm.gain", false, () -> torch.ones(shape.width()), shape.width());
    this.bias =
        source.take(name() + ".norm.bias", false, () -> torch.zeros(shape.width()), shape.width());
    move();
  }

  /** A layer restored from an architecture. */
  AttentionLayer(Architecture.Layer stored, Shape shape, Compute compute, ParameterSource source) {
    this(stored.id(), shape, compute, source);
    stored.heads().forEach(head -> add(Head.stored(head, shape, name(), source)));
  }

  private void move() {
    parameters().forEach(parameter -> parameter.moveTo(compute.device()));
  }

  /** Its number, assigned by the Homeostat. */
  public int id() {
    return id;
  }

  @Override
  public String name() {
    return "layer." + id;
  }

  @Override
  public String describe() {
    return "attention layer " + id + " with " + heads.size() + " heads";
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.empty();
  }

  /** The heads in the order of birth. */
  public List<Head> heads() {
    return List.copyOf(heads);
  }

  @Override
  public List<Part> parts() {
    return List.copyOf(heads);
  }

  /** The head with that number. */
  public Head head(int head) {
    return heads.stream()
        .filter(candidate -> candidate.id() == head)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("layer " + id + " has no head " + head));
  }

  /** Adds a head. */
  public void add(Head head) {
    heads.add(head);
    move();
    unpack();
  }

  /** Gives a head two more key dimensions. */
  public void widen(int head, Plane plane) {
    head(head).widen(plane);
    move();
    unpack();
  }

  @Override
  public void remove(Part part) {
    if (part instanceof HeadHalf half) {
      half.remove();
    } else if (!heads.removeIf(candidate -> candidate == part)) {
      throw new IllegalArgumentException(name() + " has no part " + part.name());
    }
    part.close();
    unpack();
  }

  private void unpack() {
    if (packedHeads != null) {
      packedHeads.close();
      packedHeads = null;
    }
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Tensor read = normalise(x);
    PackedWeights weights =
        pass.weightsOf(this)
            .map(PackedWeights.class::cast)
            .orElseGet(() -> HeadHalf.leaveOut(heads, pass, packed()));
    Tensor added = attend(read, weights, pass.attentionMask(), gate(pass));
    Tensor out = x.add(pass.drop(added));
    pass.trace(new ForwardPass.LayerTrace(read, x, out));
    return out;
  }

  /** What each head's output is multiplied by; null if no head is gated. */
  private Tensor gate(ForwardPass pass) {
    Tensor given = pass.gateOf(this).orElse(null);
    if (given != null || heads.stream().noneMatch(pass::isWithout)) {
      return given;
    }
    float[] open = new float[heads.size()];
    for (int h = 0; h < open.length; h++) {
      open[h] = pass.isWithout(heads.get(h)) ? 0 : 1;
    }
    return compute.device().place(Tensor.create(open, 1, 1, open.length, 1));
  }

  /** The tokens as the heads read them: normalised, [B, n, d]. */
  public Tensor normalise(Tensor x) {
    return Libtorch.layerNorm(x, gain, bias);
  }

  /** The packed weights of the heads; gradients flow to each head's parameters. */
  public PackedWeights packed() {
    return new PackedWeights(projection(), output(), null);
  }

  /** Queries, keys, values and what attention made of them; the stream, what is read, a norm. */
  @Override
  public long activationsPerToken() {
    return 4L * heads.size() * shape.keyDimensions() + 4L * shape.width();
  }

  @Override
  public List<Parameter> directParameters() {
    return List.of(gain, bias);
  }

  @Override
  public Optional<WorkingWeights> working(Batch batch) {
    if (packedHeads == null) {
      packedHeads = new PackedHeads(heads, isFull() ? null : fill(), compute.device());
    }
    return Optional.of(packedHeads.weights());
  }

  private boolean isFull() {
    return heads.stream().allMatch(head -> head.dimensions() == shape.keyDimensions());
  }

  /**
   * What the heads add to the stream.
   *
   * @param tokens normalised tokens, [B, n, d]
   * @param mask true where a token is real, [B, 1, 1, n]; null where all are
   * @param gates what each head's output is multiplied by, [1 or B, 1, K, 1]; null for 1
   */
  public Tensor attend(Tensor tokens, PackedWeights weights, Tensor mask, Tensor gates) {
    long batch = tokens.size(0);
    long n = tokens.size(1);
    TensorVector sides = sides(compute.factor(tokens), compute.factor(weights.projection()));
    Tensor attended = attention(sides.get(0), sides.get(1), sides.get(2), mask);
    Tensor concatenated =
        (gates == null ? attended : attended.mul(compute.factor(gates))).reshape(batch, n, -1);
    return compute.exact(concatenated.matmul(compute.factor(weights.output())));
  }

  /**
   * Queries, keys and values, [B, n, K, d_k] each. On a GPU they are three products, since
   * concatenating three gradients for one takes longer there.
   */
  private TensorVector sides(Tensor tokens, Tensor projection) {
    long batch = tokens.size(0);
    long n = tokens.size(1);
    int dk = shape.keyDimensions();
    if (compute.device() == Device.CPU) {
      // One unbind forward means one stack of the gradients backward.
      return torch.linear(tokens, projection).reshape(batch, n, 3, heads.size(), dk).unbind(2);
    }
    TensorVector weights = projection.chunk(3, 0);
    TensorVector sides = new TensorVector();
    for (int i = 0; i < 3; i++) {
      sides.push_back(torch.linear(tokens, weights.get(i)).reshape(batch, n, heads.size(), dk));
    }
    return sides;
  }

  /**
   * softmax(Q Kᵀ/√d_k) V of all heads, [B, n, K, d_k] each and back.
   *
   * @param mask true where a token is real, [B, 1, 1, n]; null where all are
   */
  static Tensor attention(Tensor queries, Tensor keys, Tensor values, Tensor mask) {
    return torch
        .scaled_dot_product_attention(
            queries.transpose(1, 2),
            keys.transpose(1, 2),
            values.transpose(1, 2),
            mask == null ? new TensorOptional() : new TensorOptional(mask),
            0.0,
            false,
            new DoubleOptional(1 / Math.sqrt((double) values.size(3))),
            false)
        .transpose(1, 2);
  }

  /** The columns of W_Q, W_K and W_V of all heads as rows: (3·K·d_k)×d. */
  Tensor projection() {
    TensorVector rows = new TensorVector();
    addRows(Head::queries, rows);
    addRows(Head::keys, rows);
    addRows(head -> List.of(head.values()), rows);
    if (isFull()) {
      return torch.cat(rows, 0);
    }
    rows.push_back(rows.get(0).new_zeros(1, shape.width()));
    return torch.cat(rows, 0).index_select(0, compute.device().place(Tensor.create(fill())));
  }

  private void addRows(Function<Head, List<Parameter>> blocks, TensorVector rows) {
    for (Head head : heads) {
      for (Parameter block : blocks.apply(head)) {
        rows.push_back(block.value().t());
      }
    }
  }

  /** W_O of all heads stacked: (K·d_k)×d. */
  Tensor output() {
    TensorVector rows = new TensorVector();
    heads.forEach(head -> rows.push_back(head.output().value()));
    return torch.cat(rows, 0);
  }

  /**
   * For every row of the padded projection the packed row it takes; the last packed row is zero.
   */
  private long[] fill() {
    int dk = shape.keyDimensions();
    int narrow = heads.stream().mapToInt(Head::dimensions).sum();
    int zero = 2 * narrow + heads.size() * dk;
    long[] map = new long[3 * heads.size() * dk];
    int at = 0;
    int next = 0;
    for (int side = 0; side < 3; side++) {
      for (Head head : heads) {
        int own = side < 2 ? head.dimensions() : dk;
        for (int j = 0; j < dk; j++) {
          map[at++] = j < own ? next++ : zero;
        }
      }
    }
    return map;
  }

  /**
   * W_Q W_Kᵀ averaged over the heads, d×d; its antisymmetric part is the mean motor M̄.
   *
   * @param weights all heads; the padding of narrow ones adds nothing
   */
  public Tensor meanProduct(PackedWeights weights) {
    TensorVector sides = weights.projection().chunk(3, 0);
    return sides.get(0).t().matmul(sides.get(1)).mul(new Scalar(1.0 / heads.size()));
  }

  /** The motors of the heads that can still be given key dimensions. */
  public List<HeadMotor> motorsWithRoom() {
    return Head.motors(
        heads.stream().filter(head -> head.dimensions() < shape.keyDimensions()).toList());
  }

  @Override
  public FrozenBlock freeze() {
    return new FrozenAttention(this, shape, compute.device());
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    return new AttentionNodes(this, shape, graph).write(inputs, x);
  }

  /** The norm's scale and shift. */
  Parameter gain() {
    return gain;
  }

  Parameter bias() {
    return bias;
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(List.of(gain, bias));
    heads.forEach(head -> parameters.addAll(head.parameters()));
    return parameters;
  }

  @Override
  public Cost cost(double tokens) {
    return heads.stream()
        .map(head -> head.cost(tokens))
        .reduce(new Cost(2L * shape.width(), 0), Cost::plus);
  }

  @Override
  public void close() {
    unpack();
    parameters().forEach(Parameter::close);
  }
}
