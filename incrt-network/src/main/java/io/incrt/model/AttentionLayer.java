package io.incrt.model;

import io.incrt.geometry.homeostat.HeadMotor;
import io.incrt.geometry.homeostat.Plane;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.AdamW;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * One layer, X + Σ_h S^h V^h W_O^h on normalised tokens. The K heads are one batched attention:
 * their columns stand side by side in one projection, narrow heads filled up with zero columns to
 * d_k, so that one kernel computes all of them.
 */
public final class AttentionLayer implements AutoCloseable {

  private final int id;
  private final Shape shape;
  private final Compute compute;
  private final Parameter gain;
  private final Parameter bias;
  private final List<Head> heads = new ArrayList<>();
  private PackedHeads together;

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

  /** A layer read back. */
  public AttentionLayer(
      Architecture.Layer stored, Shape shape, Compute compute, ParameterSource source) {
    this(stored.id(), shape, compute, source);
    stored.heads().forEach(head -> add(Head.stored(head, shape, name(), source)));
  }

  private void move() {
    parameters().forEach(parameter -> parameter.moveTo(compute.device()));
  }

  public int id() {
    return id;
  }

  /** The prefix of its parameters' names. */
  public String name() {
    return "layer." + id;
  }

  /** The heads in the order of birth. */
  public List<Head> heads() {
    return List.copyOf(heads);
  }

  public void add(Head head) {
    heads.add(head);
    move();
    forgetTogether();
  }

  /** Gives a head two more key dimensions. */
  public void widen(int head, Plane plane) {
    head(head).widen(plane, name());
    move();
    forgetTogether();
  }

  /** Takes a head out and releases it with its optimizer state. */
  public void remove(int head) {
    Head pruned = head(head);
    heads.remove(pruned);
    pruned.close();
    forgetTogether();
  }

  public Head head(int head) {
    return heads.stream()
        .filter(candidate -> candidate.id() == head)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("layer " + id + " has no head " + head));
  }

  private void forgetTogether() {
    if (together != null) {
      together.close();
      together = null;
    }
  }

  /** The tokens as the heads read them: normalised, [B, n, d]. */
  public Tensor normalise(Tensor x) {
    return Libtorch.layerNorm(x, gain, bias);
  }

  /**
   * The matrices of all heads put together.
   *
   * @param projection the columns of W_Q, W_K and W_V as rows, each head's filled up to d_k:
   *     (3·K·d_k)×d
   * @param output W_O one below the other: (K·d_k)×d
   */
  public record Packed(Tensor projection, Tensor output) {}

  /** Puts the heads together, so that gradients go through to each. */
  public Packed packed() {
    return new Packed(projection(), output());
  }

  /** The same numbers as leaves of their own: {@link #shares} takes their gradients apart. */
  public Packed leaves() {
    return together().leaves();
  }

  /** The gradients of the leaves as those of the heads' parameters. */
  public List<AdamW.Share> shares(Tensor ofProjection, Tensor ofOutput) {
    return together().shares(ofProjection, ofOutput);
  }

  private PackedHeads together() {
    if (together == null) {
      together = new PackedHeads(heads, isFull() ? null : fill(), compute.device());
    }
    return together;
  }

  private boolean isFull() {
    return heads.stream().allMatch(head -> head.dimensions() == shape.keyDimensions());
  }

  /**
   * What the heads add to the stream.
   *
   * @param tokens normalised tokens, [B, n, d]
   * @param weights all heads, put together
   * @param mask true where a token is real, [B, 1, 1, n]; null where all are
   * @param gates what each head's output is multiplied by, [1 or B, 1, K, 1]; null for 1
   */
  public Tensor attend(Tensor tokens, Packed weights, Tensor mask, Tensor gates) {
    long batch = tokens.size(0);
    long n = tokens.size(1);
    TensorVector sides = sides(compute.factor(tokens), compute.factor(weights.projection));
    Tensor found = attention(sides.get(0), sides.get(1), sides.get(2), mask);
    Tensor together = (gates == null ? found : found.mul(gates)).reshape(batch, n, -1);
    return compute.exact(together.matmul(compute.factor(weights.output)));
  }

  /**
   * Queries, keys and values, [B, n, K, d_k] each. On a GPU they are three products, as putting
   * three gradients together for one takes longer there.
   */
  private TensorVector sides(Tensor tokens, Tensor projection) {
    long batch = tokens.size(0);
    long n = tokens.size(1);
    int dk = shape.keyDimensions();
    if (compute.device() == Device.CPU) {
      // Taken apart by one operation, their gradients are put together by one.
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
  public static Tensor attention(Tensor queries, Tensor keys, Tensor values, Tensor mask) {
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
  public Tensor projection() {
    TensorVector parts = new TensorVector();
    rows(Head::queries, parts);
    rows(Head::keys, parts);
    rows(head -> List.of(head.values()), parts);
    if (isFull()) {
      return torch.cat(parts, 0);
    }
    parts.push_back(parts.get(0).new_zeros(1, shape.width()));
    return torch.cat(parts, 0).index_select(0, compute.device().place(Tensor.create(fill())));
  }

  /** W_O of all heads one below the other: (K·d_k)×d. */
  public Tensor output() {
    TensorVector parts = new TensorVector();
    heads.forEach(head -> parts.push_back(head.output().value()));
    return torch.cat(parts, 0);
  }

  /** The norm's scale and shift. */
  public Parameter gain() {
    return gain;
  }

  public Parameter bias() {
    return bias;
  }

  /** For every row of the filled projection the packed row it takes; the last one is zero. */
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
   * @param weights all heads, put together; what narrow heads are filled up with adds nothing
   */
  public Tensor meanProduct(Packed weights) {
    TensorVector sides = weights.projection.chunk(3, 0);
    return sides.get(0).t().matmul(sides.get(1)).mul(new Scalar(1.0 / heads.size()));
  }

  /** The motors of the heads that may still get key dimensions. */
  public List<HeadMotor> motorsWithRoom() {
    return Head.motors(
        heads.stream().filter(head -> head.dimensions() < shape.keyDimensions()).toList());
  }

  private void rows(Function<Head, List<Parameter>> blocks, TensorVector parts) {
    for (Head head : heads) {
      for (Parameter block : blocks.apply(head)) {
        parts.push_back(block.value().t());
      }
    }
  }

  /** Every parameter of the layer. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(gain, bias));
    heads.forEach(head -> all.addAll(head.parameters()));
    return all;
  }

  @Override
  public void close() {
    forgetTogether();
    parameters().forEach(Parameter::close);
  }
}
