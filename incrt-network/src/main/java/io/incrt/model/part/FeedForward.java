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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A feed-forward block, X + relu(X̂ W₁ + b) W₂ on normalised tokens X̂, each token by itself. W₁ is
 * d×h, W₂ is h×d and zero at birth.
 */
public final class FeedForward implements Block {

  private static final String HIDDEN = "hidden";

  private final int id;
  private final long bornAt;
  private final int width;
  private final int hidden;
  private final Parameter gain;
  private final Parameter bias;
  private final Parameter up;
  private final Parameter offset;
  private final Parameter down;

  private FeedForward(int id, long bornAt, int hidden, Shape shape, ParameterSource source) {
    this.id = id;
    this.bornAt = bornAt;
    this.width = shape.width();
    this.hidden = hidden;
    int d = width;
    double deviation = Math.sqrt(2.0 / d);
    gain = source.take(name() + ".norm.gain", false, () -> torch.ones(d), d);
    bias = source.take(name() + ".norm.bias", false, () -> torch.zeros(d), d);
    up = source.take(name() + ".up", true, () -> Parameter.normal(deviation, hidden, d), hidden, d);
    offset = source.take(name() + ".offset", false, () -> torch.zeros(hidden), hidden);
    down = source.take(name() + ".down", true, () -> torch.zeros(d, hidden), d, hidden);
  }

  /** A new block that adds nothing yet. */
  public static FeedForward born(int id, long step, int hidden, Shape shape) {
    return new FeedForward(id, step, hidden, shape, ParameterSource.FRESH);
  }

  @Override
  public String name() {
    return "forward." + id;
  }

  @Override
  public String describe() {
    return "feed-forward block " + id + " of " + hidden + " units";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(gain, bias, up, offset, down);
  }

  @Override
  public Cost cost(double tokens) {
    return new Cost(2L * width + 2L * width * hidden + hidden, 4.0 * tokens * width * hidden);
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(
        new Architecture.BlockShape(Type.NAME, id, 0, bornAt, Map.of(HIDDEN, hidden)));
  }

  @Override
  public long activationsPerToken() {
    return 2L * hidden + 3L * width;
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Tensor read = Libtorch.layerNorm(x, gain, bias);
    Tensor units = torch.relu(torch.linear(read, up.value(), offset.value()));
    return x.add(pass.drop(torch.linear(units, down.value())));
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> 2.0 * tokens * width * hidden);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    String read = graph.layerNorm(x, gain, bias);
    String units =
        graph.node("Relu", graph.node("Add", graph.product(read, up), graph.parameter(offset)));
    return graph.node("Add", x, graph.product(units, down));
  }

  /** Restores feed-forward blocks. */
  public static final class Type implements BlockType {

    private static final String NAME = "feedForward";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      return new FeedForward(stored.id(), stored.bornAt(), stored.size(HIDDEN), shape, source);
    }
  }
}
