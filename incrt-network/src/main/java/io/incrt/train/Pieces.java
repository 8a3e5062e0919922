package io.incrt.train;

import io.incrt.model.AttentionLayer;
import io.incrt.model.Batch;
import io.incrt.model.Network;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Foreach;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The loss of a batch and its gradients, found piece by piece: what the backward pass must have is
 * held for one piece at a time, and stays closer to the processor. The sums are those of the whole
 * batch. A GPU takes it in one piece.
 */
final class Pieces {

  /** So many numbers of a piece are kept for its backward pass. */
  private static final long NUMBERS = 1L << 22;

  private final Network network;
  private final TrainingSettings settings;
  private final List<Double> classWeights;
  private final long numbers;

  /**
   * For one network and recipe.
   *
   * @param classWeights what a record of each class counts for; empty where all count the same
   */
  Pieces(Network network, TrainingSettings settings, List<Double> classWeights) {
    this(network, settings, classWeights, NUMBERS);
  }

  /**
   * The same with pieces of another size.
   *
   * @param numbers that are kept of a piece for its backward pass
   */
  Pieces(Network network, TrainingSettings settings, List<Double> classWeights, long numbers) {
    this.network = network;
    this.settings = settings;
    this.classWeights = List.copyOf(classWeights);
    this.numbers = numbers;
  }

  /** What is kept of a step's tokens for the Homeostat. */
  enum Keep {
    /** Nobody looks. */
    NOTHING,
    /** What the heads read. */
    READ,
    /** That, and the stream before and after each layer. */
    ALL
  }

  /**
   * What came of a batch.
   *
   * @param losses one a piece, which add up to the batch's
   * @param gradients of every parameter
   * @param tokens what was to be kept of them
   * @param weights each layer's, as they were
   */
  record Found(
      TensorVector losses,
      List<AdamW.Share> gradients,
      SeenTokens tokens,
      List<AttentionLayer.Packed> weights) {

    /** The loss of the batch; waits for the device it is computed on. */
    double loss() {
      double sum = 0;
      for (long i = 0; i < losses.size(); i++) {
        sum += losses.get(i).item_double();
      }
      return sum;
    }
  }

  /** Forward and backward over the records of a batch. */
  Found gradients(Encoded data, int[] records, Random random, Keep keep, StepClock clock) {
    List<AttentionLayer.Packed> leaves = network.leaves();
    List<Parameter> others = network.parametersBesideHeads();
    TensorVector inputs = new TensorVector();
    others.forEach(parameter -> inputs.push_back(parameter.value()));
    for (AttentionLayer.Packed layer : leaves) {
      inputs.push_back(layer.projection());
      inputs.push_back(layer.output());
    }
    clock.ended(StepClock.Phase.FORWARD);
    TensorVector losses = new TensorVector();
    TensorVector sums = new TensorVector();
    SeenTokens.Collector seen = new SeenTokens.Collector(keep, network.layers().size());
    double all = weight(data, records);
    for (int[] piece : split(data, records)) {
      inScope(
          () -> {
            Batch batch = data.batch(piece, settings.unknownRate(), random).on(network.device());
            clock.ended(StepClock.Phase.DATA);
            Network.Pass pass = network.forward(batch, settings.dropout(), leaves, List.of());
            Tensor loss =
                loss(pass.logits(), batch.labels()).mul(new Scalar(weight(data, piece) / all));
            seen.add(pass, batch);
            losses.push_back(loss.detach());
            clock.ended(StepClock.Phase.FORWARD);
            Foreach.addTo(sums, torch.grad(new TensorVector(loss), inputs));
            clock.ended(StepClock.Phase.BACKWARD);
          });
    }
    List<AdamW.Share> gradients = new ArrayList<>(AdamW.shares(others, sums));
    int next = others.size();
    for (AttentionLayer layer : network.layers()) {
      gradients.addAll(layer.shares(sums.get(next++), sums.get(next++)));
    }
    clock.ended(StepClock.Phase.BACKWARD);
    return new Found(losses, gradients, seen.tokens(), leaves);
  }

  /** The loss without dropout, unknown tokens and weights: what is left to learn of a batch. */
  double plainLoss(Encoded data, int[] records) {
    double[] sum = {0};
    Libtorch.withoutGradients(
        () -> {
          List<AttentionLayer.Packed> packed = network.leaves();
          for (int[] piece : split(data, records)) {
            inScope(
                () -> {
                  Batch plain = data.batch(piece, 0, new Random(0)).on(network.device());
                  Tensor logits = network.forward(plain, 0, packed, List.of()).logits();
                  sum[0] +=
                      torch.cross_entropy_loss(logits, plain.labels()).item_double()
                          * piece.length
                          / records.length;
                });
          }
          return null;
        });
    return sum[0];
  }

  private static void inScope(Runnable work) {
    Libtorch.scoped(
        () -> {
          work.run();
          return null;
        });
  }

  /** The records of each piece, in their order. */
  List<int[]> split(Encoded data, int[] records) {
    if (network.device() != Device.CPU) {
      return List.of(records);
    }
    long token = 0;
    for (AttentionLayer layer : network.layers()) {
      token += 4L * layer.heads().size() * network.shape().keyDimensions();
      token += 4L * network.shape().width();
    }
    long tokens = Math.max(1, numbers / token);
    List<int[]> pieces = new ArrayList<>();
    int from = 0;
    while (from < records.length) {
      int to = from;
      long held = 0;
      while (to < records.length
          && (to == from || held + data.tokens()[records[to]].length <= tokens)) {
        held += data.tokens()[records[to++]].length;
      }
      pieces.add(Arrays.copyOfRange(records, from, to));
      from = to;
    }
    return pieces;
  }

  /** What records count for together. */
  private double weight(Encoded data, int[] records) {
    return Arrays.stream(records)
        .mapToDouble(i -> classWeights.isEmpty() ? 1 : classWeights.get(data.classes()[i]))
        .sum();
  }

  private Tensor loss(Tensor logits, Tensor labels) {
    TensorOptional weights =
        classWeights.isEmpty()
            ? new TensorOptional()
            : new TensorOptional(network.device().place(Tensor.create(floats(classWeights))));
    return torch.cross_entropy_loss(logits, labels, weights, 1, -100, settings.labelSmoothing());
  }

  private static float[] floats(List<Double> values) {
    float[] floats = new float[values.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = values.get(i).floatValue();
    }
    return floats;
  }
}
