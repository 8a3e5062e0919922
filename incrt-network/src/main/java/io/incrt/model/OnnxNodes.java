package io.incrt.model;

import io.incrt.folder.HostTensor;
import io.incrt.tensor.HostCopy;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.List;
import java.util.Map;

/** An ONNX graph that parts write their nodes into; values are identified by name. */
public interface OnnxNodes {

  /** The score of a masked token in attention and in the maximum. */
  float NOTHING = -1e30f;

  /** ONNX's type code for 32-bit floats. */
  int FLOAT = 1;

  /** ONNX's type code for 64-bit integers. */
  int INTEGER = 7;

  /**
   * The inputs of the graph, as parts use them.
   *
   * @param tokens the token numbers, [B, n·s]
   * @param floor what the linear model says of each record, [B, outputs]
   * @param letters the letters of each token's word, [B, n·s, m]
   * @param real whether a position holds a token, [B, n, 1]
   * @param scoreBias what is added to attention scores: 0, or {@link #NOTHING} at padding, [B, 1,
   *     1, n]
   */
  record Inputs(String tokens, String floor, String letters, String real, String scoreBias) {}

  /** A constant tensor of floats. */
  String floats(String name, float[] values, long... shape);

  /** A constant list of integers. */
  String integers(long... values);

  /** A constant float. */
  String number(float value);

  /** A node with several outputs. */
  List<String> nodes(String operator, Map<String, ?> attributes, int outputs, String... inputs);

  /** A node with one output. */
  default String node(String operator, Map<String, ?> attributes, String... inputs) {
    return nodes(operator, attributes, 1, inputs).get(0);
  }

  /** A node with one output and no attributes. */
  default String node(String operator, String... inputs) {
    return node(operator, Map.of(), inputs);
  }

  /** A parameter's value as a constant of that name. */
  default String parameter(Parameter parameter) {
    HostTensor tensor = Libtorch.scoped(() -> HostCopy.of(parameter.value()));
    return floats(parameter.name(), tensor.values(), tensor.shape());
  }

  /** The product with a parameter's transpose: each row of it is one column of the result. */
  default String product(String x, Parameter weight) {
    return node("MatMul", x, node("Transpose", Map.of("perm", List.of(1, 0)), parameter(weight)));
  }

  /** Every token normalised over its last dimension, then scaled and shifted. */
  default String layerNorm(String x, Parameter gain, Parameter bias) {
    return node(
        "LayerNormalization",
        Map.of("axis", -1, "epsilon", (float) Libtorch.NORM_EPSILON),
        x,
        parameter(gain),
        parameter(bias));
  }
}
