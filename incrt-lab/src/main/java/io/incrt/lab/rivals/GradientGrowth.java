package io.incrt.lab.rivals;

import io.incrt.data.corpus.Corpus;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Shape;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.HostCopy;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Growth by gradient alone, on a schedule, as GradMax (Evci et al., 2022) and Firefly (Wu et al.,
 * 2020) grow hidden units: the heads of the top layer are doubled at the beginning of each stage. A
 * new head changes nothing (W_O = 0); of several random W_Q, W_K those are taken, with that W_V,
 * for which the loss falls fastest by W_O. With S the head's attention, X the tokens it reads and g
 * the gradient of the loss by what the layer adds,
 *
 * <pre>
 *   G = Σ (S X)ᵀ g  (d×d),   ∂L/∂W_O = W_Vᵀ G:   W_V = the d_k leading left singular vectors of G,
 *   and a candidate's score Σ σ_i², i ≤ d_k
 * </pre>
 */
final class GradientGrowth {

  private static final int CANDIDATES = 4;

  private GradientGrowth() {}

  /**
   * Trains and writes the best model of the last stage as a model's folder.
   *
   * @param settings of a network that does not grow by itself
   * @param doublings how often the heads are doubled
   */
  static StagedTraining.Result train(
      Corpus corpus, RunSettings settings, int doublings, Path folder) throws IOException {
    return StagedTraining.train(
        corpus,
        settings,
        doublings + 1,
        (stage, trainer, setup) -> {
          grow(trainer, setup, settings.training().seed() + stage);
          return trainer;
        },
        folder);
  }

  /** A head to be: W_Q and W_K, with the W_V that they make best. */
  private record Candidate(HostTensor query, HostTensor key, HostTensor values, double score) {}

  /** As many heads again in the top layer. */
  static void grow(Trainer trainer, TrainerSetup setup, long seed) {
    Network network = trainer.network();
    AttentionLayer top = network.layers().get(network.layers().size() - 1);
    Examples data = setup.data().at(trainer.step());
    int count = top.heads().size();
    List<Candidate> best =
        Libtorch.seeded(
            seed,
            true,
            () ->
                Libtorch.scoped(
                    () ->
                        candidates(
                            network,
                            setup,
                            data,
                            data.some(seed, trainer.step()),
                            CANDIDATES * count)));
    int next =
        1
            + network.layers().stream()
                .flatMap(layer -> layer.heads().stream())
                .mapToInt(Head::id)
                .max()
                .orElse(-1);
    best.sort(Comparator.comparingDouble(candidate -> -candidate.score));
    for (int i = 0; i < count; i++) {
      Candidate chosen = best.get(i);
      int id = next + i;
      Libtorch.building(
          () -> {
            top.add(head(top, id, trainer.step(), network.shape(), chosen));
            return null;
          });
    }
  }

  private static Head head(
      AttentionLayer layer, int id, long step, Shape shape, Candidate candidate) {
    String name = layer.name() + ".head." + id;
    return new Head(
        name,
        id,
        step,
        new ArrayList<>(List.of(columns(name + ".q.0", candidate.query))),
        new ArrayList<>(List.of(columns(name + ".k.0", candidate.key))),
        columns(name + ".v", candidate.values),
        new Parameter(name + ".o", true, torch.zeros(shape.keyDimensions(), shape.width())));
  }

  private static Parameter columns(String name, HostTensor values) {
    return Parameter.ofColumns(new Parameter(name, true, tensor(values)));
  }

  private static Tensor tensor(HostTensor values) {
    return Tensor.create(values.values(), values.shape());
  }

  private static List<Candidate> candidates(
      Network network, TrainerSetup setup, Examples data, int[] records, int count) {
    int d = network.shape().width();
    int dk = network.shape().keyDimensions();
    List<Tensor> queries = new ArrayList<>();
    List<Tensor> keys = new ArrayList<>();
    List<Tensor> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queries.add(Parameter.normal(1 / Math.sqrt(d), d, dk));
      keys.add(Parameter.normal(1 / Math.sqrt(d), d, dk));
      sums.add(torch.zeros(d, d));
    }
    int size = setup.settings().training().batchSize();
    for (int from = 0; from < records.length; from += size) {
      int[] chosen = Arrays.copyOfRange(records, from, Math.min(records.length, from + size));
      Libtorch.scoped(
          () -> {
            add(network, setup, data.batch(chosen), queries, keys, sums);
            return null;
          });
    }
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(i -> candidate(queries.get(i), keys.get(i), sums.get(i), dk))
            .toList());
  }

  /** Adds a batch's share to the G of every candidate. */
  private static void add(
      Network network,
      TrainerSetup setup,
      Batch batch,
      List<Tensor> queries,
      List<Tensor> keys,
      List<Tensor> sums) {
    ForwardPass pass = new ForwardPass(batch);
    Tensor loss = setup.objective().plainLoss(network.forward(pass), batch.targets());
    ForwardPass.LayerTrace top = pass.traces().get(pass.traces().size() - 1);
    Tensor slopes = torch.grad(new TensorVector(loss), new TensorVector(top.out())).get(0);
    Tensor read = top.read().detach();
    Tensor real = batch.real();
    Tensor tokens = real == null ? slopes : slopes.mul(real);
    for (int i = 0; i < sums.size(); i++) {
      double root = Math.sqrt((double) queries.get(i).size(1));
      Tensor scores =
          read.matmul(queries.get(i))
              .bmm(read.matmul(keys.get(i)).transpose(1, 2))
              .div(new Scalar(root));
      if (batch.mask() != null) {
        Tensor hidden = batch.mask().unsqueeze(1).logical_not();
        scores = scores.masked_fill(hidden, new Scalar(Double.NEGATIVE_INFINITY));
      }
      Tensor attended = scores.softmax(-1).bmm(read);
      sums.get(i).add_(attended.transpose(1, 2).bmm(tokens).sum(0));
    }
  }

  private static Candidate candidate(Tensor query, Tensor key, Tensor sum, int dk) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd((int) sum.size(0), (int) sum.size(1), true, true, true);
    if (!svd.decompose(Head.matrix(sum))) {
      throw new ArithmeticException("the slope of the loss has no decomposition");
    }
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj w = svd.getW(null);
    SingularOps_DDRM.descendingOrder(u, false, w, svd.getV(null, false), false);
    float[] values = new float[u.numRows * dk];
    double score = 0;
    for (int c = 0; c < dk; c++) {
      score += w.get(c, c) * w.get(c, c);
      for (int row = 0; row < u.numRows; row++) {
        values[row * dk + c] = (float) u.get(row, c);
      }
    }
    return new Candidate(
        HostCopy.of(query),
        HostCopy.of(key),
        new HostTensor(new long[] {u.numRows, dk}, values),
        score);
  }
}
