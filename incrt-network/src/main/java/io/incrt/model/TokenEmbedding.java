package io.incrt.model;

import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** The input layer: an embedding for every token, and a learned one for every position. */
final class TokenEmbedding {

  private static final double DEVIATION = 0.1;

  private final Parameter tokens;
  private final Parameter positions;

  TokenEmbedding(Shape shape, ParameterSource source) {
    tokens = table("embedding", shape.vocabulary(), shape.width(), source);
    positions = table("positions", shape.maxLength(), shape.width(), source);
  }

  private static Parameter table(String name, int rows, int width, ParameterSource source) {
    return source.take(name, true, () -> Parameter.normal(DEVIATION, rows, width), rows, width);
  }

  List<Parameter> parameters() {
    return List.of(tokens, positions);
  }

  /** Token embeddings with their positions, [B, n, d]. */
  Tensor forward(Tensor numbers) {
    return torch
        .embedding(tokens.value(), numbers)
        .add(positions.value().narrow(0, 0, numbers.size(1)));
  }

  /** The same as nodes of an ONNX graph. */
  String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs) {
    String length =
        graph.node(
            "Slice", graph.node("Shape", inputs.tokens()), graph.integers(1), graph.integers(2));
    return graph.node(
        "Add",
        graph.node("Gather", graph.parameter(tokens), inputs.tokens()),
        graph.node(
            "Slice", graph.parameter(positions), graph.integers(0), length, graph.integers(0)));
  }
}
