package io.incrt.model.part;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.model.Block;
import io.incrt.model.BlockType;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenBlock;
import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A convolution over w neighbouring tokens, X + Σ_j X̂_{t+j} K_j + b on normalised tokens X̂, j
 * from −(w−1)/2 on. Beyond the ends of a record there are zeros. K is (w·d)×d and zero at birth, as
 * is b.
 */
public final class Convolution implements Block {

  private static final String REACH = "width";

  private final int id;
  private final long bornAt;
  private final int width;
  private final int reach;
  private final Parameter gain;
  private final Parameter bias;
  private final Parameter kernel;
  private final Parameter offset;

  private Convolution(int id, long bornAt, int reach, Shape shape, ParameterSource source) {
    this.id = id;
    this.bornAt = bornAt;
    this.width = shape.width();
    this.reach = reach;
    int d = width;
    long all = (long) reach * d;
    gain = source.take(name() + ".norm.gain", false, () -> torch.ones(d), d);
    bias = source.take(name() + ".norm.bias", false, () -> torch.zeros(d), d);
    kernel = source.take(name() + ".kernel", true, () -> torch.zeros(d, all), d, all);
    offset = source.take(name() + ".offset", false, () -> torch.zeros(d), d);
  }

  /**
   * A new convolution that adds nothing yet.
   *
   * @param reach w, the tokens it sees at once
   */
  public static Convolution born(int id, long step, int reach, Shape shape) {
    return new Convolution(id, step, reach, shape, ParameterSource.FRESH);
  }

  @Override
  public String name() {
    return "convolution." + id;
  }

  @Override
  public String describe() {
    return "convolution " + id + " of width " + reach;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(gain, bias, kernel, offset);
  }

  @Override
  public Cost cost(double tokens) {
    double matrices = (double) reach * width * width;
    return new Cost(3L * width + (long) matrices, 2 * tokens * matrices);
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(new Architecture.BlockShape(Type.NAME, id, 0, bornAt, Map.of(REACH, reach)));
  }

  @Override
  public long activationsPerToken() {
    return (reach + 4L) * width;
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Tensor read = Libtorch.layerNorm(x, gain, bias);
    Tensor real = pass.batch().real();
    Tensor seen = neighbours(real == null ? read : read.mul(real));
    return x.add(pass.drop(torch.linear(seen, kernel.value(), offset.value())));
  }

  /** Every token's neighbours side by side, [B, n, w·d]: one product then does for all of them. */
  private Tensor neighbours(Tensor read) {
    long n = read.size(1);
    Tensor padded =
        torch.constant_pad_nd(read, new long[] {0, 0, before(), after()}, new Scalar(0));
    TensorVector shifted = new TensorVector();
    for (int j = 0; j < reach; j++) {
      shifted.push_back(padded.narrow(1, j, n));
    }
    return torch.cat(shifted, 2);
  }

  private int before() {
    return (reach - 1) / 2;
  }

  private int after() {
    return reach / 2;
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> (double) reach * tokens * width * width);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    String real = graph.node("Cast", Map.of("to", OnnxNodes.FLOAT), inputs.real());
    String read = graph.node("Mul", graph.layerNorm(x, gain, bias), real);
    String padded = graph.node("Pad", read, graph.integers(0, before(), 0, 0, after(), 0));
    String length =
        graph.node("Slice", graph.node("Shape", read), graph.integers(1), graph.integers(2));
    List<String> shifted = new ArrayList<>();
    for (int j = 0; j < reach; j++) {
      String from = graph.integers(j);
      shifted.add(
          graph.node("Slice", padded, from, graph.node("Add", length, from), graph.integers(1)));
    }
    String seen = graph.node("Concat", Map.of("axis", 2), shifted.toArray(String[]::new));
    return graph.node(
        "Add", x, graph.node("Add", graph.product(seen, kernel), graph.parameter(offset)));
  }

  /** Restores convolutions. */
  public static final class Type implements BlockType {

    private static final String NAME = "convolution";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      return new Convolution(stored.id(), stored.bornAt(), stored.size(REACH), shape, source);
    }
  }
}
