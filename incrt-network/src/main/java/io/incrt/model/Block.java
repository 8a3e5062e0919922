package io.incrt.model;

import io.incrt.folder.Architecture;
import io.incrt.tensor.Parameter;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * A self-contained part of the network in all its forms: training ({@link #forward}), inference
 * ({@link #freeze}) and ONNX export ({@link #onnx}). Each is residual: it adds to its input and
 * returns the sum.
 *
 * <p>To add a kind of block: implement this and {@link BlockType}, and name the type in {@code
 * META-INF/services/io.incrt.model.BlockType}.
 */
public interface Block extends Part {

  /** Which of these blocks a part is, or is a part of. */
  static int placeOf(Part part, List<Block> order) {
    int at = 0;
    while (order.get(at) != part && !order.get(at).parts().contains(part.holder())) {
      at++;
    }
    return at;
  }

  /** Where a block is applied, in the order of computation. */
  enum Place {
    /** On the embedded tokens, [B, n, d], before the stream. */
    TOKENS,
    /** In the stream of tokens, [B, n, d]. */
    STREAM,
    /** On the outputs, [B, outputs]. */
    OUTPUTS
  }

  /** How a block is judged where evidence decides. */
  enum Standing {
    /** Never. */
    FIXED,
    /** It stays until it is shown to be worthless. */
    CHEAP,
    /** It goes unless it proves its worth. */
    COSTLY
  }

  /** How it is judged where evidence decides. */
  default Standing standing() {
    return Standing.CHEAP;
  }

  /** Where it is applied. */
  default Place place() {
    return Place.STREAM;
  }

  /** Its entry in an architecture; empty for attention layers, which are listed separately. */
  Optional<Architecture.BlockShape> stored();

  /**
   * The input plus what the block adds; gradients flow to its parameters.
   *
   * @param x the input, shaped as its {@link #place} says
   */
  Tensor forward(Tensor x, ForwardPass pass);

  /** The inference form, for weights that no longer change. */
  FrozenBlock freeze();

  /**
   * What each token alone adds to the outputs, [B, m, outputs], where a block on the outputs is a
   * sum over tokens; empty where it is not, or is none.
   */
  default Optional<Tensor> tokenShares(ForwardPass pass) {
    return Optional.empty();
  }

  /**
   * Writes the block as nodes of an ONNX graph.
   *
   * @param x the name of its input
   * @return the name of its output
   */
  String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x);

  /** Its own parts that can be left out and removed individually; usually none. */
  default List<Part> parts() {
    return List.of();
  }

  /** Removes one of its own {@link #parts} and releases it. */
  default void remove(Part part) {
    throw new IllegalArgumentException(name() + " has no part " + part.name());
  }

  /** About how many numbers a token leaves for the backward pass; batches are cut by it. */
  long activationsPerToken();

  /** The parameters that a pass uses directly; the others are packed by {@link #working}. */
  default List<Parameter> directParameters() {
    return parameters();
  }

  /**
   * Its other parameters, packed for a training step; empty if there are none.
   *
   * @param batch the whole batch of the step: of a table, only its rows are needed
   */
  default Optional<WorkingWeights> working(Batch batch) {
    return Optional.empty();
  }
}
