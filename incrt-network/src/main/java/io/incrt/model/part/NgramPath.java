package io.incrt.model.part;

import io.incrt.model.Architecture;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.BlockType;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenBlock;
import io.incrt.model.OnnxNodes;
import io.incrt.model.Shape;
import io.incrt.model.WorkingWeights;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A path from runs of tokens straight to the outputs: every run of 2 to N tokens has a row of a
 * hashed table, a record the mean of its rows, and the outputs a linear map of it, zero at birth.
 *
 * <p>The row of the run t₀ … t_{l−1} is (Σ_j t_j p_j + l q) mod R, with fixed primes p and q; runs
 * may share a row. A step updates only the rows of its batch.
 */
public final class NgramPath implements Block {

  private static final double DEVIATION = 0.1;
  private static final String ROWS = "rows";
  private static final String LONGEST = "longest";
  private static final String GAP = "gap";
  private static final String SIZE = "size";

  /** How libtorch names the sum over a bag. */
  private static final long SUM = 0;

  private final int id;
  private final long bornAt;
  private final Sizes sizes;
  private final HashedRuns runs;
  private final Parameter table;
  private final Parameter output;

  /**
   * The sizes of a path.
   *
   * @param rows R, the rows of the table
   * @param longest N, the tokens of the longest runs
   * @param gap how far the tokens of a run stand apart; windows of k letters at every letter
   *     overlap unless that is k
   * @param size the numbers of a row
   */
  public record Sizes(int rows, int longest, int gap, int size) {
    /** Checks the numbers. */
    public Sizes {
      if (longest < 2 || longest > HashedRuns.LONGEST) {
        throw new IllegalArgumentException(
            "runs can have 2 to " + HashedRuns.LONGEST + " tokens, not " + longest);
      }
    }
  }

  private NgramPath(int id, long bornAt, Sizes sizes, Shape shape, ParameterSource source) {
    this.id = id;
    this.bornAt = bornAt;
    this.sizes = sizes;
    this.runs = new HashedRuns(sizes.rows, 2, sizes.longest, sizes.gap);
    long rows = sizes.rows;
    long size = sizes.size;
    this.table =
        source
            .take(
                name() + ".table", false, () -> Parameter.normal(DEVIATION, rows, size), rows, size)
            .byRows();
    long classes = shape.classes();
    this.output =
        source.take(name() + ".output", true, () -> torch.zeros(classes, size), classes, size);
  }

  /** A new path that adds nothing yet. */
  public static NgramPath born(int id, long step, Sizes sizes, Shape shape) {
    return new NgramPath(id, step, sizes, shape, ParameterSource.FRESH);
  }

  @Override
  public Place place() {
    return Place.OUTPUTS;
  }

  @Override
  public String name() {
    return "ngrams." + id;
  }

  @Override
  public String describe() {
    return "n-gram path "
        + id
        + ": runs of 2 to "
        + sizes.longest
        + " tokens in "
        + sizes.rows
        + " rows";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(table, output);
  }

  @Override
  public List<Parameter> directParameters() {
    return List.of(output);
  }

  @Override
  public Cost cost(double tokens) {
    long classes = output.value().size(0);
    return new Cost(
        table.value().numel() + output.value().numel(),
        2.0 * sizes.size * (tokens * (sizes.longest - 1) + classes));
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(
        new Architecture.BlockShape(
            Type.NAME,
            id,
            0,
            bornAt,
            Map.of(ROWS, sizes.rows, LONGEST, sizes.longest, GAP, sizes.gap, SIZE, sizes.size)));
  }

  @Override
  public long activationsPerToken() {
    return 4L * sizes.longest;
  }

  @Override
  public Optional<WorkingWeights> working(Batch batch) {
    return Optional.of(TableRows.of(table, runs.in(batch.tokens()).numbers()));
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Batch batch = pass.batch();
    HashedRuns.Found found = runs.in(batch.tokens());
    TableRows.Chosen chosen = TableRows.choose(table, found.numbers(), pass.weightsOf(this));
    Tensor numbers = chosen.numbers();
    Tensor real = found.real().to(torch.ScalarType.Float);
    Tensor shares =
        real.div(
            real.sum(new long[] {1}, true, new ScalarTypeOptional()).clamp_min(new Scalar(1.0)));
    long width = numbers.size(1);
    Tensor mean =
        torch
            .embedding_bag(
                chosen.rows(),
                numbers.reshape(-1),
                torch.arange(
                    new Scalar(0),
                    new Scalar(numbers.numel()),
                    new Scalar(width),
                    numbers.options()),
                false,
                SUM,
                false,
                new TensorOptional(shares.reshape(-1)),
                false,
                new LongOptional())
            .get0();
    return x.add(torch.linear(pass.drop(mean), output.value()));
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> (double) tokens * sizes.longest * sizes.size);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    HashedRuns.Nodes found = runs.onnx(graph, inputs.tokens());
    String rows = graph.node("Gather", graph.parameter(table), found.numbers());
    String counted = graph.node("Cast", Map.of("to", OnnxNodes.FLOAT), found.real());
    String shares =
        graph.node(
            "Div",
            counted,
            graph.node(
                "Max",
                graph.node("ReduceSum", Map.of("keepdims", 1), counted, graph.integers(1)),
                graph.number(1)));
    String mean =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 0),
            graph.node("Mul", rows, graph.node("Unsqueeze", shares, graph.integers(2))),
            graph.integers(1));
    return graph.node("Add", x, graph.product(mean, output));
  }

  /** Restores n-gram paths. */
  public static final class Type implements BlockType {

    private static final String NAME = "ngrams";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      Sizes sizes =
          new Sizes(stored.size(ROWS), stored.size(LONGEST), stored.size(GAP), stored.size(SIZE));
      return new NgramPath(stored.id(), stored.bornAt(), sizes, shape, source);
    }
  }
}
