package io.incrt.train;

import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.WorkingWeights;
import io.incrt.objective.Loss;
import io.incrt.objective.Objective;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.GradientGroup;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.judge.PartJury;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.ejml.data.DMatrixRMaj;

/**
 * The loss of a batch and its gradients, accumulated over pieces: activations are held for one
 * piece at a time, which saves memory and stays in the cache. The sums are those of the whole
 * batch. On a GPU the batch is one piece.
 */
final class BatchGradients {

  /** The most activations of a piece that are kept for its backward pass. */
  private static final long NUMBERS = 1L << 22;

  private final Network network;
  private final Objective objective;
  private final TrainingSettings settings;
  private double skipped;
  private final Examples data;
  private final Loss loss;
  private final Collective collective;
  private final long numbers;

  /** The gradients of one network on these records. */
  BatchGradients(
      Network network,
      Objective objective,
      TrainingSettings settings,
      Examples data,
      Collective collective) {
    this(network, objective, settings, data, collective, NUMBERS);
  }

  /**
   * The same with pieces of another size.
   *
   * @param numbers the most activations that are kept for a piece's backward pass
   */
  BatchGradients(
      Network network,
      Objective objective,
      TrainingSettings settings,
      Examples data,
      Collective collective,
      long numbers) {
    this.network = network;
    this.objective = objective;
    this.settings = settings;
    this.data = data;
    this.loss = objective.loss(data.targets(), settings);
    this.collective = collective;
    this.numbers = numbers;
  }

  /** The same, where each part is left out of a share of the batches. */
  BatchGradients leavingOut(double share) {
    skipped = share;
    return this;
  }

  /** What is kept of a step's tokens for the Homeostat. */
  enum Keep {
    /** Nothing: the step is not observed. */
    NOTHING,
    /** The tokens that the heads read. */
    READ,
    /** The same, and the stream before and after each layer. */
    ALL
  }

  /**
   * The result of a batch.
   *
   * @param losses which add up to the batch's loss
   * @param gradients of every parameter, summed over all members
   * @param tokens those kept for the Homeostat
   * @param weights each block's packed weights
   * @param sums what the members of a group have summed; null for a single one
   */
  record Result(
      TensorVector losses,
      List<GradientGroup> gradients,
      ObservedTokens tokens,
      Map<Block, WorkingWeights> weights,
      StepSums sums) {

    /** The sum of the losses; waits for the device they are computed on. */
    double loss() {
      double sum = 0;
      for (long i = 0; i < losses.size(); i++) {
        sum += losses.get(i).item_double();
      }
      return sum;
    }
  }

  /** Refuses the loss of training that has diverged. */
  static double finite(double loss, long step) {
    if (!Double.isFinite(loss)) {
      throw new IllegalStateException(
          "the loss is no number at step "
              + step
              + ": training has diverged; a smaller training.learningRate may help");
    }
    return loss;
  }

  /** Forward and backward over the records of a batch, or this member's share of them. */
  Result gradients(int[] records, Random random, Keep keep, StepTimer clock) {
    return gradients(records, random, keep, false, clock);
  }

  /**
   * The same.
   *
   * @param wish whether this member wishes to stop
   */
  Result gradients(int[] records, Random random, Keep keep, boolean wish, StepTimer clock) {
    // All members of a group draw the same, so that all need the same rows of a table.
    int[][] drawn = data.drawn(records, settings.unknownRate(), random);
    List<Part> left = skipped > 0 ? leftOut(random) : List.of();
    Map<Block, WorkingWeights> weights = working(data.batch(records, drawn));
    BackwardPass backward = new BackwardPass(network, weights, collective);
    clock.ended(StepTimer.Phase.FORWARD);
    TensorVector losses = new TensorVector();
    ObservedTokens.Collector collector =
        new ObservedTokens.Collector(keep, network.layers().size());
    double totalWeight = loss.weight(records);
    // Who has no record of a small batch computes one that does not count.
    int[] share = collective.share(records);
    double counts = share.length > 0 ? 1 : 0;
    int from = counts > 0 ? collective.first(records.length) : 0;
    List<int[]> pieces = split(counts > 0 ? share : Arrays.copyOf(records, 1));
    for (int[] piece : pieces) {
      boolean last = piece == pieces.get(pieces.size() - 1);
      int[][] tokens = Arrays.copyOfRange(drawn, from, from + piece.length);
      from += piece.length;
      inScope(
          () -> {
            Batch batch = data.batch(piece, tokens).on(network.device());
            clock.ended(StepTimer.Phase.DATA);
            ForwardPass pass = new ForwardPass(batch).dropout(settings.dropout()).working(weights);
            left.forEach(part -> leaveOut(part, pass));
            Tensor outputs = network.forward(pass);
            double weight = counts * loss.weight(piece) / totalWeight;
            Tensor part = loss.of(outputs, batch.targets()).mul(new Scalar(weight));
            collector.add(pass, counts);
            losses.push_back(part.detach());
            clock.ended(StepTimer.Phase.FORWARD);
            backward.add(
                part,
                pass,
                last ? Optional.of(besides(losses, collector, wish)) : Optional.empty());
            clock.ended(StepTimer.Phase.BACKWARD);
          });
    }
    TensorVector besides = new TensorVector();
    List<GradientGroup> gradients = backward.gradients(besides);
    clock.ended(StepTimer.Phase.BACKWARD);
    if (collective.size() == 1) {
      return new Result(losses, gradients, collector.tokens(), weights, null);
    }
    StepSums sums = StepSums.of(besides);
    return new Result(
        new TensorVector(sums.loss()), gradients, collector.tokens().with(sums), weights, sums);
  }

  /** What travels with the gradients; nothing where there is nobody to travel to. */
  private TensorVector besides(
      TensorVector losses, ObservedTokens.Collector collector, boolean wish) {
    return collective.size() == 1 ? new TensorVector() : StepSums.own(losses, collector, wish);
  }

  /** Parts that this batch is computed without. */
  private List<Part> leftOut(Random random) {
    return PartJury.judged(network).values().stream()
        .filter(part -> random.nextDouble() < skipped)
        .map(PartJury.Judged::part)
        .toList();
  }

  private static void leaveOut(Part part, ForwardPass pass) {
    if (part instanceof Block block) {
      pass.skipping(block);
    } else {
      pass.without(part);
    }
  }

  /** The share of the loss of the most trivial answer that is left. */
  double unexplained(int... records) {
    return plainLoss(records) / Math.max(1e-9, objective.trivialLoss(data.targets()));
  }

  /** The loss without dropout, unknown tokens and weights: what is left to learn of a batch. */
  double plainLoss(int... records) {
    double[] sum = {0};
    Libtorch.withoutGradients(
        () -> {
          Map<Block, WorkingWeights> weights = working(data.batch(records));
          for (int[] piece : split(collective.share(records))) {
            inScope(
                () -> {
                  Batch plain = data.batch(piece).on(network.device());
                  Tensor outputs = network.forward(new ForwardPass(plain).working(weights));
                  sum[0] +=
                      objective.plainLoss(outputs, plain.targets()).item_double()
                          * piece.length
                          / records.length;
                });
          }
          return null;
        });
    return collective.sum(sum[0]);
  }

  /**
   * −∂L/∂M of a virtual head in the top layer: its motor M is zero, so that it attends to all
   * tokens alike, and it adds to each what it reads of the others as it is. With x_j what is read,
   * x̄ its mean over the n tokens of a record, and g_i the gradient of the loss by what is added to
   * token i:
   *
   * <pre>   ∂L/∂M = Σ_records Σ_i x_i g_iᵀ C,   C = Σ_j (x_j − x̄)(x_j − x̄)ᵀ / n   </pre>
   */
  DMatrixRMaj slope(int... records) {
    Map<Block, WorkingWeights> weights = working(data.batch(records));
    TensorVector sum = new TensorVector();
    for (int[] piece : batches(collective.share(records))) {
      inScope(
          () -> {
            Batch batch = data.batch(piece).on(network.device());
            ForwardPass pass = new ForwardPass(batch).working(weights);
            Tensor part =
                objective
                    .plainLoss(network.forward(pass), batch.targets())
                    .mul(new Scalar(-1.0 * piece.length / records.length));
            ForwardPass.LayerTrace top = pass.traces().get(pass.traces().size() - 1);
            Tensor slopes = torch.grad(new TensorVector(part), new TensorVector(top.out())).get(0);
            Foreach.addTo(sum, new TensorVector(slope(batch, top.read().detach(), slopes)));
          });
    }
    if (sum.empty()) {
      int width = network.shape().width();
      sum.push_back(network.device().place(torch.zeros(width, width)));
    }
    collective.sum(sum);
    return Head.matrix(sum.get(0));
  }

  /** Pieces that are no larger than those of training. */
  private List<int[]> batches(int... records) {
    List<int[]> pieces = new ArrayList<>();
    for (int from = 0; from < records.length; from += settings.batchSize()) {
      int to = Math.min(records.length, from + settings.batchSize());
      pieces.addAll(split(Arrays.copyOfRange(records, from, to)));
    }
    return pieces;
  }

  private static Tensor slope(Batch batch, Tensor read, Tensor slopes) {
    Tensor real =
        batch.mask() == null
            ? read.new_ones(read.size(0), read.size(1), 1)
            : batch.mask().to(read.scalar_type()).unsqueeze(2);
    Tensor tokens = read.mul(real);
    Tensor count = real.sum(1).unsqueeze(1);
    Tensor mean = tokens.sum(1).unsqueeze(1).div(count);
    Tensor apart = read.sub(mean).mul(real);
    Tensor spread = apart.transpose(1, 2).bmm(apart).div(count);
    return tokens.transpose(1, 2).bmm(slopes).bmm(spread).sum(0);
  }

  private Map<Block, WorkingWeights> working(Batch batch) {
    return network.workingWeights(batch.on(network.device()));
  }

  private static void inScope(Runnable work) {
    Libtorch.scoped(
        () -> {
          work.run();
          return null;
        });
  }

  /** The records of each piece, in their order. */
  List<int[]> split(int... records) {
    if (records.length == 0) {
      return List.of();
    }
    if (network.device() != Device.CPU) {
      return List.of(records);
    }
    long perToken = network.blocks().stream().mapToLong(Block::activationsPerToken).sum();
    long tokens = Math.max(1, numbers / Math.max(1, perToken));
    List<int[]> pieces = new ArrayList<>();
    int from = 0;
    while (from < records.length) {
      int to = from;
      long held = 0;
      while (to < records.length && (to == from || held + data.positions(records[to]) <= tokens)) {
        held += data.positions(records[to++]);
      }
      pieces.add(Arrays.copyOfRange(records, from, to));
      from = to;
    }
    return pieces;
  }
}
