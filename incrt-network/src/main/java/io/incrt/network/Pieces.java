package io.incrt.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.BoolOptional;
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
   * @param gradients in the order of {@link Network#parameters}
   * @param tokens what was to be kept of them
   */
  record Found(TensorVector losses, TensorVector gradients, SeenTokens tokens) {

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
    List<AttentionLayer.Packed> packed = network.packed();
    List<AttentionLayer.Packed> leaves =
        packed.stream().map(AttentionLayer.Packed::cutOff).toList();
    List<Parameter> heads = network.headParameters();
    List<Parameter> others = new ArrayList<>(network.parameters());
    others.removeAll(heads);
    TensorVector inputs = values(others);
    append(inputs, leaves);
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
    TensorVector gradients = inOrder(sums, heads, ofHeads(packed, others.size(), sums, heads));
    clock.ended(StepClock.Phase.BACKWARD);
    return new Found(losses, gradients, seen.tokens());
  }

  /** Takes the gradients of the matrices put together apart again, into those of the heads. */
  private static TensorVector ofHeads(
      List<AttentionLayer.Packed> packed, int from, TensorVector sums, List<Parameter> heads) {
    TensorVector whole = new TensorVector();
    append(whole, packed);
    TensorVector found = new TensorVector();
    for (long i = from; i < sums.size(); i++) {
      found.push_back(sums.get(i));
    }
    return torch.grad(whole, values(heads), found, new BoolOptional(), false, false);
  }

  private TensorVector inOrder(TensorVector ofOthers, List<Parameter> heads, TensorVector ofHeads) {
    TensorVector ordered = new TensorVector();
    int nextHead = 0;
    int nextOther = 0;
    for (Parameter parameter : network.parameters()) {
      if (nextHead < heads.size() && heads.get(nextHead) == parameter) {
        ordered.push_back(ofHeads.get(nextHead++));
      } else {
        ordered.push_back(ofOthers.get(nextOther++));
      }
    }
    return ordered;
  }

  private static TensorVector values(List<Parameter> parameters) {
    TensorVector values = new TensorVector();
    parameters.forEach(parameter -> values.push_back(parameter.value()));
    return values;
  }

  private static void append(TensorVector tensors, List<AttentionLayer.Packed> packed) {
    for (AttentionLayer.Packed layer : packed) {
      tensors.push_back(layer.projection());
      tensors.push_back(layer.output());
    }
  }

  /** The loss without dropout, unknown tokens and weights: what is left to learn of a batch. */
  double plainLoss(Encoded data, int[] records) {
    double[] sum = {0};
    Libtorch.withoutGradients(
        () -> {
          List<AttentionLayer.Packed> packed = network.packed();
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
