package io.incrt.onnx;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.model.Batch;
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

/** The smallest block there can be: it adds a vector, zero at birth. */
public final class Shift implements Block {

  private final int id;
  private final long bornAt;
  private final Place place;
  private final Parameter vector;

  private Shift(int id, long bornAt, Place place, Shape shape, ParameterSource source) {
    this.id = id;
    this.bornAt = bornAt;
    this.place = place;
    int width = place == Place.OUTPUTS ? shape.classes() : shape.width();
    this.vector = source.take(name() + ".vector", false, () -> torch.zeros(width), width);
  }

  static Shift born(int id, long step, Place place, Shape shape) {
    return new Shift(id, step, place, shape, ParameterSource.FRESH);
  }

  @Override
  public String name() {
    return "shift." + id;
  }

  @Override
  public String describe() {
    return "shift " + id + " of " + vector.value().size(0) + " numbers";
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(vector);
  }

  @Override
  public Cost cost(double tokens) {
    return new Cost(vector.value().numel(), tokens * vector.value().numel());
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(
        new Architecture.BlockShape("shift", id, 0, bornAt, Map.of(place.name(), 1)));
  }

  @Override
  public long activationsPerToken() {
    return 0;
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    return x.add(vector.value());
  }

  @Override
  public FrozenBlock freeze() {
    Tensor frozen = Libtorch.keep(vector.value().detach().clone());
    return new FrozenBlock() {
      @Override
      public Tensor forward(Tensor x, Batch batch) {
        return x.add(frozen);
      }

      @Override
      public double operations(int tokens) {
        return 0;
      }

      @Override
      public void close() {
        frozen.close();
      }
    };
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    return graph.node("Add", x, graph.parameter(vector));
  }

  /** Makes it again. */
  public static final class Type implements BlockType {
    @Override
    public String name() {
      return "shift";
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      Place place = Place.valueOf(stored.sizes().keySet().iterator().next());
      return new Shift(stored.id(), stored.bornAt(), place, shape, source);
    }
  }
}
