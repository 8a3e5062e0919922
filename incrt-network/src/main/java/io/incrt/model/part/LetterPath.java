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
 * What the letters of words say, added to the embeddings: X + M P, row i of M the mean over the
 * rows that the runs of 3 to 5 letters of word i have in a hashed table, and P zero at birth. A
 * word that no training record has is read like words of the same letters, and so is one whose
 * token training has replaced by the unknown one.
 *
 * <p>Letters come with the batch, as {@link io.incrt.data.tokens.Spelling} numbers them, between
 * marks of the word's start and end; answers to batches without letters go without them. A step
 * updates only the rows of its batch.
 */
public final class LetterPath implements Block {

  private static final int SHORTEST = 3;
  private static final int LONGEST = 5;
  private static final double DEVIATION = 0.1;
  private static final String ROWS = "rows";
  private static final String SIZE = "size";

  /** The runs of a word of usual length, for costs. */
  private static final int USUAL_RUNS = 12;

  /** How libtorch names the mean over a bag; that of an empty one is zero. */
  private static final long MEAN = 1;

  private final long bornAt;
  private final int size;
  private final int pooling;
  private final HashedRuns runs;
  private final Parameter table;
  private final Parameter projection;

  private LetterPath(long bornAt, int rows, int size, Shape shape, ParameterSource source) {
    this.bornAt = bornAt;
    this.size = size;
    this.pooling = shape.pooling();
    this.runs = new HashedRuns(rows, new RunSums(SHORTEST, LONGEST, 1));
    this.table =
        source
            .take(
                name() + ".table", false, () -> Parameter.normal(DEVIATION, rows, size), rows, size)
            .byRows();
    long width = shape.width();
    this.projection =
        source.take(name() + ".projection", true, () -> torch.zeros(width, size), width, size);
  }

  /**
   * A new path that adds nothing yet.
   *
   * @param rows the rows of the table
   */
  public static LetterPath born(long step, int rows, Shape shape) {
    return new LetterPath(step, rows, shape.width(), shape, ParameterSource.FRESH);
  }

  @Override
  public Standing standing() {
    return Standing.COSTLY;
  }

  @Override
  public Place place() {
    return Place.TOKENS;
  }

  @Override
  public String name() {
    return "letters";
  }

  @Override
  public String describe() {
    return "letters of words: runs of "
        + SHORTEST
        + " to "
        + LONGEST
        + " in "
        + runs.rows()
        + " rows";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(table, projection);
  }

  @Override
  public List<Parameter> directParameters() {
    return List.of(projection);
  }

  @Override
  public Cost cost(double tokens) {
    long width = projection.value().size(0);
    return new Cost(
        table.value().numel() + projection.value().numel(),
        tokens * size * (USUAL_RUNS + 2.0 * width));
  }

  @Override
  public Optional<Architecture.BlockShape> stored() {
    return Optional.of(
        new Architecture.BlockShape(
            Type.NAME, 0, 0, bornAt, Map.of(ROWS, runs.rows(), SIZE, size)));
  }

  @Override
  public long activationsPerToken() {
    return (long) pooling * (size + 2L * USUAL_RUNS);
  }

  /** The runs of letters of each token's word, [B·n·s, …]. */
  private RunRows.Found runs(Batch batch) {
    return runs.in(batch.letters().reshape(-1, batch.letters().size(2)));
  }

  @Override
  public Optional<WorkingWeights> working(Batch batch) {
    if (batch.letters() == null) {
      throw new IllegalArgumentException(
          "a network that reads letters cannot learn from records without them");
    }
    RunRows.Found found = runs(batch);
    return Optional.of(StepRows.of(table, found.numbers().masked_select(found.real())));
  }

  @Override
  public Tensor forward(Tensor x, ForwardPass pass) {
    Batch batch = pass.batch();
    if (batch.letters() == null) {
      return x;
    }
    RunRows.Found found = runs(batch);
    StepRows.Chosen chosen =
        StepRows.choose(
            table,
            found.numbers().masked_select(found.real()),
            pass.weightsOf(this).map(StepRows.class::cast));
    Tensor counts = found.real().sum(new long[] {1}, false, new ScalarTypeOptional());
    Tensor means =
        torch
            .embedding_bag(
                chosen.rows(),
                chosen.numbers(),
                counts.cumsum(0).sub(counts),
                false,
                MEAN,
                false,
                new TensorOptional(),
                false,
                new LongOptional())
            .get0();
    return x.add(torch.linear(positions(means, batch), projection.value()));
  }

  /** The mean over the words of each position, [B, n, size]; padding does not count. */
  private Tensor positions(Tensor means, Batch batch) {
    Tensor words = means.reshape(batch.records(), batch.length(), pooling, size);
    if (pooling == 1) {
      return words.select(2, 0);
    }
    Tensor real =
        batch
            .tokens()
            .ne(new Scalar(0))
            .to(torch.ScalarType.Float)
            .reshape(batch.records(), batch.length(), pooling)
            .sum(new long[] {2}, true, new ScalarTypeOptional());
    return words
        .sum(new long[] {2}, false, new ScalarTypeOptional())
        .div(real.clamp_min(new Scalar(1.0)));
  }

  @Override
  public FrozenBlock freeze() {
    return new SameFrozen(
        this, tokens -> (double) tokens * size * (USUAL_RUNS + projection.value().size(0)));
  }

  @Override
  public String onnx(OnnxNodes graph, OnnxNodes.Inputs inputs, String x) {
    String letters = inputs.letters();
    String most =
        graph.node("Slice", graph.node("Shape", letters), graph.integers(2), graph.integers(3));
    String words =
        graph.node(
            "Reshape", letters, graph.node("Concat", Map.of("axis", 0), graph.integers(-1), most));
    RunRows.Nodes found = runs.onnx(graph, words);
    String real = graph.node("Cast", Map.of("to", OnnxNodes.FLOAT), found.real());
    String sums =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 0),
            graph.node(
                "Mul",
                graph.node("Gather", graph.parameter(table), found.numbers()),
                graph.node("Unsqueeze", real, graph.integers(2))),
            graph.integers(1));
    String counts = graph.node("ReduceSum", Map.of("keepdims", 1), real, graph.integers(1));
    String means = graph.node("Div", sums, graph.node("Max", counts, graph.number(1)));
    return graph.node("Add", x, graph.product(positions(graph, inputs, means), projection));
  }

  private String positions(OnnxNodes graph, OnnxNodes.Inputs inputs, String means) {
    String tokens = inputs.tokens();
    String shape =
        graph.node("Slice", graph.node("Shape", tokens), graph.integers(0), graph.integers(2));
    String words =
        graph.node(
            "Reshape", means, graph.node("Concat", Map.of("axis", 0), shape, graph.integers(size)));
    if (pooling == 1) {
      return words;
    }
    String real =
        graph.node(
            "Cast",
            Map.of("to", OnnxNodes.FLOAT),
            graph.node("Not", graph.node("Equal", tokens, graph.integers(0))));
    String counts =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 1),
            graph.node("Reshape", real, graph.integers(0, -1, pooling)),
            graph.integers(2));
    String sums =
        graph.node(
            "ReduceSum",
            Map.of("keepdims", 0),
            graph.node("Reshape", words, graph.integers(0, -1, pooling, size)),
            graph.integers(2));
    return graph.node("Div", sums, graph.node("Max", counts, graph.number(1)));
  }

  /** Restores paths. */
  public static final class Type implements BlockType {

    /** Its name in an architecture. */
    public static final String NAME = Architecture.LETTERS;

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Block read(
        Architecture.BlockShape stored, Shape shape, Compute compute, ParameterSource source) {
      return new LetterPath(stored.bornAt(), stored.size(ROWS), stored.size(SIZE), shape, source);
    }
  }
}
