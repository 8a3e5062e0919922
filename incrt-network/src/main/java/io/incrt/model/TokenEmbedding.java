package io.incrt.model;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Shape;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The input layer: an embedding for every token, averaged over as many neighbours as {@link
 * Shape#pooling} says, and a learned one for every position: counted from the start, and where
 * {@link Shape#bothEnds} says so also from the end, so that what stands in front of a record does
 * not move the rest of it.
 */
final class TokenEmbedding {

  private static final double DEVIATION = 0.1;

  /** Smaller, so that a bag of tokens is not drowned by where they stand. */
  private static final double PLACE_DEVIATION = 0.02;

  /** How libtorch names the mean over a bag. */
  private static final long MEAN = 1;

  private final Parameter tokens;
  private final Parameter positions;
  private final Parameter ends;
  private final int pooling;

  /** The row of all tokens without an embedding of their own; −1 if there are none. */
  private final int shared;

  TokenEmbedding(Shape shape, ParameterSource source) {
    double place = shape.bothEnds() ? PLACE_DEVIATION : DEVIATION;
    shared = shape.embedded() < shape.vocabulary() ? shape.embedded() : -1;
    int rows = shared < 0 ? shape.vocabulary() : shape.embedded() + 1;
    tokens = table("embedding", rows, shape.width(), DEVIATION, source);
    positions = table("positions", shape.maxLength(), shape.width(), place, source);
    ends =
        shape.bothEnds()
            ? table("positions.end", shape.maxLength(), shape.width(), place, source)
            : null;
    pooling = shape.pooling();
  }

  private static Parameter table(
      String name, int rows, int width, double deviation, ParameterSource source) {
    return source.take(name, true, () -> Parameter.normal(deviation, rows, width), rows, width);
  }

  List<Parameter> parameters() {
    return ends == null ? List.of(tokens, positions) : List.of(tokens, positions, ends);
  }

  /** Token embeddings with their positions, [B, n, d]. */
  Tensor forward(Batch batch) {
    Tensor own =
        pooling == 1 ? torch.embedding(tokens.value(), rows(batch.tokens())) : pooled(batch);
    Tensor placed = own.add(positions.value().narrow(0, 0, batch.length()));
    return ends == null ? placed : placed.add(fromEnd(batch));
  }

  /** The embedding of each position as counted from the end; padding has that of the last one. */
  private Tensor fromEnd(Batch batch) {
    if (batch.mask() == null) {
      return ends.value().narrow(0, 0, batch.length()).flip(0);
    }
    Tensor counts = batch.mask().sum(new long[] {1}, true, new ScalarTypeOptional());
    Tensor ahead = torch.arange(new Scalar(1), new Scalar(batch.length() + 1), counts.options());
    return torch.embedding(ends.value(), counts.sub(ahead).clamp_min(new Scalar(0)));
  }

  private Tensor rows(Tensor numbers) {
    return shared < 0 ? numbers : numbers.clamp_max(new Scalar(shared));
  }

  /** Sets the embeddings of some tokens to zero. */
  void clear(long... numbers) {
    Libtorch.withoutGradients(
        () ->
            tokens
                .value()
                .index_fill_(
                    0,
                    Tensor.create(numbers).to(tokens.value().device(), torch.ScalarType.Long),
                    new Scalar(0)));
  }

  /** The mean over each position's tokens; padding does not count, and is zero where it is all. */
  private Tensor pooled(Batch batch) {
    Tensor numbers = rows(batch.tokens()).reshape(-1, pooling);
    return torch
        .embedding_bag(
            tokens.value(),
            numbers.reshape(-1),
            torch.arange(
                new Scalar(0), new Scalar(numbers.numel()), new Scalar(pooling), numbers.options()),
            false,
            MEAN,
            false,
            new TensorOptional(),
            false,
            new LongOptional(Tokenizer.PADDING))
        .get0()
        .reshape(batch.records(), batch.length(), tokens.value().size(1));
  }

  /** The same as nodes of an ONNX graph. */
  String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs) {
    String rows =
        shared < 0 ? inputs.tokens() : graph.node("Min", inputs.tokens(), graph.integers(shared));
    String own = graph.node("Gather", graph.parameter(tokens), rows);
    if (pooling > 1) {
      own = pooled(graph, inputs, own);
    }
    String length =
        graph.node(
            "Slice", graph.node("Shape", inputs.real()), graph.integers(1), graph.integers(2));
    String placed =
        graph.node(
            "Add",
            own,
            graph.node(
                "Slice", graph.parameter(positions), graph.integers(0), length, graph.integers(0)));
    return ends == null ? placed : graph.node("Add", placed, fromEnd(graph, inputs, length));
  }

  private String fromEnd(OnnxNodes graph, OnnxNodes.Inputs inputs, String length) {
    String real =
        graph.node(
            "Squeeze",
            graph.node("Cast", Map.of("to", OnnxNodes.INTEGER), inputs.real()),
            graph.integers(2));
    String counts = graph.node("ReduceSum", Map.of("keepdims", 1), real, graph.integers(1));
    String ahead =
        graph.node("CumSum", graph.node("Expand", graph.integers(1), length), graph.integers(0));
    String left = graph.node("Max", graph.node("Sub", counts, ahead), graph.integers(0));
    return graph.node("Gather", graph.parameter(ends), left);
  }

  private String pooled(OnnxNodes graph, OnnxNodes.Inputs inputs, String own) {
    String real =
        graph.node(
            "Unsqueeze",
            graph.node(
                "Cast",
                Map.of("to", OnnxNodes.FLOAT),
                graph.node("Not", graph.node("Equal", inputs.tokens(), graph.integers(0)))),
            graph.integers(2));
    String[] sums = new String[2];
    String[] terms = {graph.node("Mul", own, real), real};
    long[] widths = {tokens.value().size(1), 1};
    for (int i = 0; i < sums.length; i++) {
      String grouped = graph.node("Reshape", terms[i], graph.integers(0, -1, pooling, widths[i]));
      sums[i] = graph.node("ReduceSum", Map.of("keepdims", 0), grouped, graph.integers(2));
    }
    return graph.node("Div", sums[0], graph.node("Max", sums[1], graph.number(1)));
  }
}
