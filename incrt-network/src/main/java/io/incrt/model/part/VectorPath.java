package io.incrt.model.part;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.model.Block;
import io.incrt.model.BlockType;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenBlock;
import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Word vectors from a file, added to the embeddings: X + G P, G the vectors of the tokens, which
 * stay as they are, and P (D×d), which is learned. Words that no training record has keep the place
 * their vectors give them among the others.
 */
public final class VectorPath implements Block {

  private static final String DIMENSION = "dimension";

  /** The deviation of a vector's image, as of the embeddings. */
  private static final double DEVIATION = 0.1;

  private final long bornAt;
  private final int dimension;
  private final int width;
  private final int pooling;
  private final Parameter vectors;
  private final Parameter projection;

  private VectorPath(
      long bornAt, int dimension, Shape shape, float[] table, ParameterSource source) {
    this.bornAt = bornAt;
    this.dimension = dimension;
    this.width = shape.width();
    this.pooling = shape.pooling();
    long tokens = shape.vocabulary();
    vectors =
        source
            .take(
                name() + ".table",
                false,
                () -> Tensor.create(table, tokens, dimension),
                tokens,
                dimension)
            .fixed();
    double deviation = DEVIATION / Math.sqrt(dimension);
    projection =
        source.take(
            name() + ".projection",
            true,
            () -> Parameter.normal(deviation, width, dimension),
            width,
            dimension);
  }

  /**
   * A new path.
   *
   * @param table the vector of each token, one after the other
   */
  public static VectorPath born(long step, int dimension, Shape shape, float... table) {
    return new VectorPath(step, dimension, shape, table, ParameterSource.FRESH);
  }

  @Override
  public Standing standing() {
    return Standing.FIXED;
  }

  @Override
  public Place place() {
    return Place.TOKENS;
  }

  @Override
  public String name() {
    return "vectors";
  }

  @Override
  public String describe() {
    return "word vectors of " + dimension + " numbers";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(vectors, projection);
  }

  @Override
  public List<Parameter> directParameters() {
    return List.of(projection);
  }

  @Override
  public Cost cost(double tokens) {
    return new Cost((long) width * dimension, 2.0 * tokens * width * dimension);
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(
        new Architecture.BlockShape(Type.NAME, 0, 0, bornAt, Map.of(DIMENSION, dimension)));
  }

  @Override
  public long activationsPerToken() {
    return (long) dimension + width;
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Tensor own = torch.embedding(vectors.value().detach(), pass.batch().tokens());
    if (pooling > 1) {
      own = own.reshape(x.size(0), x.size(1), pooling, dimension).mean(2);
    }
    return x.add(torch.linear(own, projection.value()));
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> (double) tokens * width * dimension);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    String own = graph.node("Gather", graph.parameter(vectors), inputs.tokens());
    if (pooling > 1) {
      own =
          graph.node(
              "ReduceMean",
              Map.of("axes", List.of(2), "keepdims", 0),
              graph.node("Reshape", own, graph.integers(0, -1, pooling, dimension)));
    }
    return graph.node("Add", x, graph.product(own, projection));
  }

  /** Restores paths. */
  public static final class Type implements BlockType {

    private static final String NAME = "vectors";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      return new VectorPath(stored.bornAt(), stored.size(DIMENSION), shape, new float[0], source);
    }
  }
}
