package io.incrt.model.part;

import io.incrt.model.OnnxNodes;
import io.incrt.tensor.Libtorch;
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

  /**
   * {@inheritDoc}
   *
   * <p>On the CPU these are a few thousand additions, less than calling libtorch for them.
   */
  @Override
  public Found in(Tensor sequences) {
    return sequences.is_cpu() ? onHost(sequences) : onDevice(sequences);
  }

  private Found onHost(Tensor sequences) {
    int length = Math.toIntExact(sequences.size(1));
    long[] tokens = Libtorch.toLongs(sequences);
    int lengths = sums.longest() - sums.shortest() + 1;
    long[] numbers = new long[tokens.length * lengths];
    boolean[] real = new boolean[numbers.length];
    for (int from = 0; from < tokens.length; from++) {
      int place = from % length;
      int at = (from - place) * lengths + place;
      long sum = 0;
      for (int j = 0; j < sums.longest(); j++) {
        int reach = place + j * sums.gap();
        long token = reach < length ? tokens[from + j * sums.gap()] : 0;
        sum += RunSums.term(token, j);
        if (j + 1 >= sums.shortest()) {
          numbers[at] = RunSums.ended(sum, j + 1) % rows;
          real[at] = token != 0;
          at += length;
        }
      }
    }
    long[] shape = {sequences.size(0), (long) length * lengths};
    return new Found(Tensor.create(numbers, shape), Tensor.create(real, shape));
  }

  /** The same by libtorch. */
  Found onDevice(Tensor sequences) {
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
