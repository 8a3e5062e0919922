package io.incrt.model;

import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The output layer: a norm, mean and maximum over the real tokens, a linear map. Where the first
 * position alone is read, it is both the mean and the maximum.
 */
final class OutputLayer {

  private final boolean first;
  private final Parameter gain;
  private final Parameter bias;
  private final Parameter weight;
  private final Parameter offset;

  OutputLayer(Shape shape, ParameterSource source) {
    first = shape.readout() == Readout.FIRST;
    int d = shape.width();
    int outputs = shape.classes();
    gain = source.take("norm.gain", false, () -> torch.ones(d), d);
    bias = source.take("norm.bias", false, () -> torch.zeros(d), d);
    double deviation = 1 / Math.sqrt(2.0 * d);
    weight =
        source.take(
            "classifier.weight",
            true,
            () -> Parameter.normal(deviation, outputs, 2L * d),
            outputs,
            2L * d);
    offset = source.take("classifier.bias", false, () -> torch.zeros(outputs), outputs);
  }

  List<Parameter> parameters() {
    return List.of(gain, bias, weight, offset);
  }

  /**
   * The outputs, [B, outputs].
   *
   * @param x the stream, [B, n, d]
   */
  Tensor forward(Tensor x, ForwardPass pass) {
    return outputs(pass.drop(pool(normalise(x), pass.batch())));
  }

  /** The same without dropout. */
  Tensor forward(Tensor x, Batch batch) {
    return outputs(pool(normalise(x), batch));
  }

  private Tensor normalise(Tensor x) {
    return Libtorch.layerNorm(x, gain, bias);
  }

  private Tensor outputs(Tensor pooled) {
    return torch.linear(pooled, weight.value(), offset.value());
  }

  /** Mean and maximum over the real tokens, concatenated: [B, 2d]. */
  private Tensor pool(Tensor x, Batch batch) {
    if (first) {
      Tensor own = x.select(1, 0);
      return torch.cat(new TensorVector(own, own), 1);
    }
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

  /** The same as nodes of an ONNX graph. */
  String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    String pooled = pool(graph, graph.layerNorm(x, gain, bias), inputs.real());
    return graph.node("Add", graph.product(pooled, weight), graph.parameter(offset));
  }

  private String pool(OnnxNodes graph, String x, String real) {
    if (first) {
      String own =
          graph.node(
              "Squeeze",
              graph.node("Gather", Map.of("axis", 1), x, graph.integers(0)),
              graph.integers(1));
      return graph.node("Concat", Map.of("axis", -1), own, own);
    }
    String weight = graph.node("Cast", Map.of("to", OnnxNodes.FLOAT), real);
    String tokenAxis = graph.integers(1);
    String sum =
        graph.node("ReduceSum", Map.of("keepdims", 0), graph.node("Mul", x, weight), tokenAxis);
    String count = graph.node("ReduceSum", Map.of("keepdims", 0), weight, tokenAxis);
    String mean = graph.node("Div", sum, count);
    String max =
        graph.node(
            "ReduceMax",
            Map.of("axes", List.of(1), "keepdims", 0),
            graph.node("Where", real, x, graph.number(OnnxNodes.NOTHING)));
    return graph.node("Concat", Map.of("axis", -1), mean, max);
  }
}
