package io.incrt.model;

import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * One forward pass: its batch, its options, and the activations that the geometry needs. Without
 * dropout it computes what the model predicts.
 */
public final class ForwardPass {

  private final Batch batch;
  private final Tensor attentionMask;
  private final Map<Block, WorkingWeights> working = new HashMap<>();
  private final Map<Block, Tensor> gates = new HashMap<>();
  private final Set<Part> excluded = new HashSet<>();
  private final Set<Block> skipped = new HashSet<>();
  private final List<LayerTrace> traces = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private double dropout;

  /**
   * A pass over a batch.
   *
   * @param batch on the network's device
   */
  public ForwardPass(Batch batch) {
    this.batch = batch;
    this.attentionMask = batch.attentionMask();
  }

  /** With dropout on the embeddings, on what layers add, and on the pooled tokens. */
  public ForwardPass dropout(double rate) {
    dropout = rate;
    return this;
  }

  /** With weights that {@link Block#working} has already packed. */
  public ForwardPass working(Map<Block, WorkingWeights> weights) {
    working.putAll(weights);
    return this;
  }

  /**
   * With gates on the heads of a layer.
   *
   * @param gate what each head's output is multiplied by, [1 or B, 1, K, 1]
   */
  public ForwardPass gate(AttentionLayer layer, Tensor gate) {
    gates.put(layer, gate);
    return this;
  }

  /** Without some parts, as if they had been removed. */
  public ForwardPass without(Part... parts) {
    excluded.addAll(List.of(parts));
    return this;
  }

  /** Without what a block adds, though it is computed: gradients of zero reach its parameters. */
  public ForwardPass skipping(Block block) {
    skipped.add(block);
    return this;
  }

  /** What comes out of a block, or what went in if it is skipped. */
  Tensor skipping(Block block, Tensor in, Tensor out) {
    if (block.place() == Block.Place.STREAM) {
      marks.add(new Mark(block, in));
    }
    return skipped.contains(block) ? in.add(out.sub(in).mul(new Scalar(0.0))) : out;
  }

  /** Whether a part is left out. */
  public boolean isWithout(Part part) {
    return excluded.contains(part);
  }

  /** The parts that are left out. */
  public Set<Part> leftOut() {
    return Set.copyOf(excluded);
  }

  /** The batch. */
  public Batch batch() {
    return batch;
  }

  /** Applies dropout, if there is any. */
  public Tensor drop(Tensor x) {
    return Libtorch.dropout(x, dropout);
  }

  /** The mask attention takes, [B, 1, 1, n]; null where all tokens are real. */
  Tensor attentionMask() {
    return attentionMask;
  }

  /** A block's packed weights, if there are any. */
  public Optional<WorkingWeights> weightsOf(Block block) {
    return Optional.ofNullable(working.get(block));
  }

  Optional<Tensor> gateOf(AttentionLayer layer) {
    return Optional.ofNullable(gates.get(layer));
  }

  void trace(LayerTrace trace) {
    traces.add(trace);
  }

  /**
   * One attention layer's tokens in a pass, [B, n, d] each.
   *
   * @param read the normalised tokens its heads read
   * @param in the stream before it
   * @param out the stream after it
   */
  public record LayerTrace(Tensor read, Tensor in, Tensor out) {}

  /**
   * Where the stream stands before a block of it.
   *
   * @param before what goes into the block, [B, n, d]
   */
  public record Mark(Block block, Tensor before) {}

  /** The stream before each of its blocks, from bottom to top: below it nothing is known above. */
  public List<Mark> marks() {
    return List.copyOf(marks);
  }

  /** The traces of the attention layers, from bottom to top. */
  public List<LayerTrace> traces() {
    return List.copyOf(traces);
  }
}
