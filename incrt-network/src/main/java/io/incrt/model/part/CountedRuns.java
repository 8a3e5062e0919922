package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Given runs have a row each, and no other run has one. The row of a run with sum h is (h + shift
 * of bucket h mod G) mod (R − 1), with shifts that {@link RunPlaces} has found; there stand the
 * run's own numbers, filled up with 0, and a run that finds others has no row. Row R − 1 is that of
 * no run.
 */
final class CountedRuns implements RunRows {

  private final RunSums sums;
  private final int rows;
  private final int buckets;
  private final Parameter keys;
  private final Parameter shifts;

  private CountedRuns(
      String name, RunSums sums, int rows, int buckets, RunPlaces places, ParameterSource source) {
    this.sums = sums;
    this.rows = rows;
    this.buckets = buckets;
    if (rows < 2) {
      throw new IllegalArgumentException("a table of n-grams cannot have only " + rows + " row");
    }
    long longest = sums.longest();
    // Numbers are below 2²⁴, so that floats hold them exactly.
    this.keys =
        source
            .take(
                name + ".keys",
                false,
                () -> Tensor.create(places.keys((int) longest), rows, longest),
                rows,
                longest)
            .fixed();
    this.shifts =
        source.take(name + ".shifts", false, () -> Tensor.create(places.shifts()), buckets).fixed();
  }

  /** Rows for these runs. */
  static CountedRuns born(String name, RunSums sums, RunPlaces places) {
    return new CountedRuns(
        name, sums, places.rows(), places.buckets(), places, ParameterSource.FRESH);
  }

  /** Those that were stored. */
  static CountedRuns stored(
      String name, RunSums sums, int rows, int buckets, ParameterSource source) {
    return new CountedRuns(name, sums, rows, buckets, null, source);
  }

  @Override
  public int rows() {
    return rows;
  }

  int buckets() {
    return buckets;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(keys, shifts);
  }

  @Override
  public Found in(Tensor sequences) {
    List<Tensor> numbers = new ArrayList<>();
    List<Tensor> real = new ArrayList<>();
    for (RunSums.Runs<Tensor> run : sums.in(sequences)) {
      Tensor bucket = run.sum().remainder(new Scalar((long) buckets));
      Tensor shift = shifts.value().detach().take(bucket).to(torch.ScalarType.Long);
      Tensor row = run.sum().add(shift).remainder(new Scalar(rows - 1L));
      TensorVector own = new TensorVector();
      for (int j = 0; j < sums.longest(); j++) {
        Tensor number = j < run.numbers().size() ? run.numbers().get(j) : torch.zeros_like(row);
        own.push_back(number);
      }
      Tensor there = torch.embedding(keys.value().detach(), row);
      Tensor same = there.eq(torch.stack(own, 2).to(torch.ScalarType.Float)).all(2, false);
      Tensor has = same.logical_and(run.real());
      numbers.add(row.masked_fill(has.logical_not(), new Scalar(rows - 1L)));
      real.add(has);
    }
    return Found.of(numbers, real);
  }

  @Override
  public Nodes onnx(OnnxNodes graph, String sequences) {
    List<String> numbers = new ArrayList<>();
    List<String> real = new ArrayList<>();
    for (RunSums.Runs<String> run : sums.onnx(graph, sequences)) {
      String bucket = graph.node("Mod", run.sum(), graph.integers(buckets));
      String shift =
          graph.node(
              "Cast",
              Map.of("to", OnnxNodes.INTEGER),
              graph.node("Gather", graph.parameter(shifts), bucket));
      String row =
          graph.node("Mod", graph.node("Add", run.sum(), shift), graph.integers(rows - 1L));
      String there =
          graph.node(
              "Cast",
              Map.of("to", OnnxNodes.INTEGER),
              graph.node("Gather", graph.parameter(keys), row));
      String none = graph.node("Mul", run.sum(), graph.integers(0));
      String[] own = new String[sums.longest()];
      for (int j = 0; j < own.length; j++) {
        String number = j < run.numbers().size() ? run.numbers().get(j) : none;
        own[j] = graph.node("Unsqueeze", number, graph.integers(2));
      }
      String same =
          graph.node(
              "Cast",
              Map.of("to", OnnxNodes.INTEGER),
              graph.node("Equal", there, graph.node("Concat", Map.of("axis", 2), own)));
      String all =
          graph.node(
              "Equal",
              graph.node("ReduceSum", Map.of("keepdims", 0), same, graph.integers(2)),
              graph.integers(own.length));
      numbers.add(row);
      real.add(graph.node("And", all, run.real()));
    }
    return Nodes.of(graph, numbers, real);
  }
}
