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

/**
 * What the linear model on n-grams says, added to the outputs: a·x + b·f, f its log-probabilities,
 * which come with the batch. a and b are not trained by gradients but fitted on records that
 * neither model was trained on. While the network is trained, a is 1 and b is 0, or 1 where it
 * learns what the linear model has left: f is then what a linear model says that has not seen the
 * record. Batches without f are left as they are.
 */
public final class FloorMix implements Block {

  private final long bornAt;
  private final Parameter mix;

  private FloorMix(long bornAt, float share, ParameterSource source) {
    this.bornAt = bornAt;
    this.mix = source.take(name() + ".mix", false, () -> Tensor.create(1f, share), 2).fixed();
  }

  /**
   * A new mix.
   *
   * @param added whether the linear model counts while the network is trained
   */
  public static FloorMix born(long step, boolean added) {
    return new FloorMix(step, added ? 1 : 0, ParameterSource.FRESH);
  }

  /** Sets a and b of the averaged weights, which are those that are kept. */
  public void set(double network, double floor) {
    mix.averaging(Tensor.create((float) network, (float) floor));
  }

  /**
   * The shares of an answer.
   *
   * @param network a, what the network's outputs are multiplied by
   * @param floor b, what the linear model's log-probabilities are multiplied by
   */
  public record Shares(double network, double floor) {}

  /** What the answer is mixed of. */
  public Shares shares() {
    float[] shares = Libtorch.scoped(() -> Libtorch.toFloats(mix.value().detach()));
    return new Shares(shares[0], shares[1]);
  }

  @Override
  public Standing standing() {
    return Standing.FIXED;
  }

  @Override
  public Place place() {
    return Place.OUTPUTS;
  }

  @Override
  public String name() {
    return "floor";
  }

  @Override
  public String describe() {
    return shares().network() == 0
        ? "linear model on n-grams, which answers alone, as validation did not prove that the rest adds to it"
        : "linear model on n-grams";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(mix);
  }

  @Override
  public List<Parameter> directParameters() {
    return List.of();
  }

  @Override
  public Cost cost(double tokens) {
    return new Cost(2, 0);
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(new Architecture.BlockShape(Type.NAME, 0, 0, bornAt, Map.of()));
  }

  @Override
  public long activationsPerToken() {
    return 0;
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Tensor floor = pass.batch().floor();
    if (floor == null) {
      return x;
    }
    Tensor shares = mix.value().detach();
    return x.mul(shares.select(0, 0)).add(floor.mul(shares.select(0, 1)));
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> 0);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    List<String> shares =
        graph.nodes("Split", Map.of("axis", 0), 2, graph.parameter(mix), graph.integers(1, 1));
    return graph.node(
        "Add",
        graph.node("Mul", x, shares.get(0)),
        graph.node("Mul", inputs.floor(), shares.get(1)));
  }

  /** Restores mixes. */
  public static final class Type implements BlockType {

    /** Its name in an architecture. */
    public static final String NAME = Architecture.FLOOR;

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      return new FloorMix(stored.bornAt(), 0, source);
    }
  }
}
