package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Parameter;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Every run has a row, that of its sum mod R; runs may share one.
 *
 * @param rows R
 */
record HashedRuns(int rows, RunSums sums) implements RunRows {

  @Override
  public Found in(Tensor sequences) {
    List<RunSums.Runs<Tensor>> runs = sums.in(sequences);
    return Found.of(
        runs.stream().map(run -> run.sum().remainder(new Scalar((long) rows))).toList(),
        runs.stream().map(RunSums.Runs::real).toList());
  }

  @Override
  public Nodes onnx(OnnxNodes graph, String sequences) {
    List<RunSums.Runs<String>> runs = sums.onnx(graph, sequences);
    return Nodes.of(
        graph,
        runs.stream().map(run -> graph.node("Mod", run.sum(), graph.integers(rows))).toList(),
        runs.stream().map(RunSums.Runs::real).toList());
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }
}
