package io.incrt.model.part;

import io.incrt.folder.Architecture;
import io.incrt.folder.Shape;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.BlockType;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenBlock;
import io.incrt.model.OnnxNodes;
import io.incrt.model.WorkingWeights;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A path from runs of tokens straight to the outputs: runs of 2 to N tokens have rows of a table, a
 * record the mean of its rows, and the outputs a linear map of it, zero at birth.
 *
 * <p>The table is hashed: every run has a row, and runs may share one; or counted: each of some
 * runs, which are given, has a row of its own, and no other run has one. A step updates only the
 * rows of its batch.
 */
public final class NgramPath implements Block {

  private static final double DEVIATION = 0.1;
  private static final String ROWS = "rows";
  private static final String LONGEST = "longest";
  private static final String GAP = "gap";
  private static final String SIZE = "size";
  private static final String BUCKETS = "buckets";

  /** How libtorch names the sum over a bag. */
  private static final long SUM = 0;

  private final int id;
  private final long bornAt;
  private final Sizes sizes;
  private final RunRows runs;
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
      if (longest < 2 || longest > RunSums.LONGEST) {
        throw new IllegalArgumentException(
            "runs can have 2 to " + RunSums.LONGEST + " tokens, not " + longest);
      }
    }

    private RunSums sums() {
      return new RunSums(2, longest, gap);
    }
  }

  private NgramPath(
      int id, long bornAt, Sizes sizes, RunRows runs, Shape shape, ParameterSource source) {
    this.id = id;
    this.bornAt = bornAt;
    this.sizes = sizes;
    this.runs = runs;
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

  /** A new path that adds nothing yet, with a hashed table. */
  public static NgramPath born(int id, long step, Sizes sizes, Shape shape) {
    RunRows runs = new HashedRuns(sizes.rows, sizes.sums());
    return new NgramPath(id, step, sizes, runs, shape, ParameterSource.FRESH);
  }

  /**
   * A new path that adds nothing yet, with a table of these runs alone.
   *
   * @param sizes of which the rows are the most the table may have
   * @param counted the tokens of each run, those to keep first; at least one
   */
  public static NgramPath born(int id, long step, Sizes sizes, List<int[]> counted, Shape shape) {
    RunPlaces places =
        new RunPlaces(counted.subList(0, Math.min(counted.size(), RunPlaces.most(sizes.rows))));
    Sizes own = new Sizes(places.rows(), sizes.longest, sizes.gap, sizes.size);
    RunRows runs = CountedRuns.born(name(id), own.sums(), places);
    return new NgramPath(id, step, own, runs, shape, ParameterSource.FRESH);
  }

  /** The most runs that a counted table of so many rows takes. */
  public static int mostCounted(int rows) {
    return RunPlaces.most(rows);
  }

  @Override
  public Standing standing() {
    return Standing.COSTLY;
  }

  @Override
  public Place place() {
    return Place.OUTPUTS;
  }

  @Override
  public String name() {
    return name(id);
  }

  private static String name(int id) {
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
        + " rows"
        + (runs instanceof CountedRuns ? ", counted" : "");
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(table, output));
    all.addAll(runs.parameters());
    return all;
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
    Map<String, Integer> stored = new TreeMap<>();
    stored.put(ROWS, sizes.rows);
    stored.put(LONGEST, sizes.longest);
    stored.put(GAP, sizes.gap);
    stored.put(SIZE, sizes.size);
    if (runs instanceof CountedRuns counted) {
      stored.put(BUCKETS, counted.buckets());
    }
    return Optional.of(new Architecture.BlockShape(Type.NAME, id, 0, bornAt, stored));
  }

  @Override
  public long activationsPerToken() {
    return 4L * sizes.longest;
  }

  @Override
  public Optional<WorkingWeights> working(Batch batch) {
    RunRows.Found found = runs.in(batch.tokens());
    return Optional.of(new Step(found.shares(), StepRows.of(table, found.numbers())));
  }

  /**
   * What a step needs.
   *
   * @param shares what part of its record's mean each run is, [B, m·(lengths)]
   * @param rows the rows of its runs
   */
  private record Step(Tensor shares, StepRows rows) implements WorkingWeights {
    @Override
    public List<Tensor> leaves() {
      return rows.leaves();
    }

    @Override
    public List<GradientGroup> gradients(List<Tensor> gradients) {
      return rows.gradients(gradients);
    }
  }

  /**
   * What a pass takes the mean of.
   *
   * @param shares what part of its record's mean each run is
   * @param rows where its row is
   */
  private record Runs(Tensor shares, StepRows.Chosen rows) {}

  private Runs runs(ForwardPass pass) {
    Tensor tokens = pass.batch().tokens();
    Optional<Step> step = pass.weightsOf(this).map(Step.class::cast);
    // A piece with as many records as there are is the whole step.
    if (step.isPresent() && tokens.size(0) == step.get().shares.size(0)) {
      return new Runs(step.get().shares, step.get().rows.all());
    }
    RunRows.Found found = runs.in(tokens);
    return new Runs(found.shares(), StepRows.choose(table, found.numbers(), step.map(Step::rows)));
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Runs found = runs(pass);
    Tensor numbers = found.rows.numbers();
    long width = numbers.size(1);
    Tensor mean =
        torch
            .embedding_bag(
                found.rows.rows(),
                numbers.reshape(-1),
                torch.arange(
                    new Scalar(0),
                    new Scalar(numbers.numel()),
                    new Scalar(width),
                    numbers.options()),
                false,
                SUM,
                false,
                new TensorOptional(found.shares.reshape(-1)),
                false,
                new LongOptional())
            .get0();
    return x.add(torch.linear(pass.drop(mean), output.value()));
  }

  /** {@inheritDoc} What a run says belongs to its tokens, to each as much. */
  @Override
  public Optional<Tensor> tokenShares(ForwardPass pass) {
    Runs found = runs(pass);
    Tensor said =
        torch
            .linear(
                torch.embedding(found.rows.rows(), found.rows.numbers()), output.value().detach())
            .mul(found.shares.unsqueeze(2));
    long tokens = pass.batch().tokens().size(1);
    Tensor shares = said.new_zeros(said.size(0), tokens, said.size(2));
    for (int length = 2; length <= sizes.longest; length++) {
      Tensor own = said.narrow(1, (length - 2) * tokens, tokens).div(new Scalar((double) length));
      for (long j = 0; j < length && j * sizes.gap < tokens; j++) {
        long left = tokens - j * sizes.gap;
        // Runs that would end behind the last token are none, and say nothing.
        shares.narrow(1, j * sizes.gap, left).add_(own.narrow(1, 0, left));
      }
    }
    return Optional.of(shares);
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(this, tokens -> (double) tokens * sizes.longest * sizes.size);
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    RunRows.Nodes found = runs.onnx(graph, inputs.tokens());
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
      RunRows runs =
          stored.sizes().containsKey(BUCKETS)
              ? CountedRuns.stored(
                  NgramPath.name(stored.id()),
                  sizes.sums(),
                  sizes.rows,
                  stored.size(BUCKETS),
                  source)
              : new HashedRuns(sizes.rows, sizes.sums());
      return new NgramPath(stored.id(), stored.bornAt(), sizes, runs, shape, source);
    }
  }
}
