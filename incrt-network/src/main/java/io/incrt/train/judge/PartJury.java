package io.incrt.train.judge;

import io.incrt.base.Statistics;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Block;
import io.incrt.model.Head;
import io.incrt.model.HeadHalf;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.part.FloorMix;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Objective;
import io.incrt.tensor.HostCopy;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.update.WeightAverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * Judges every part of a network by its ablation, on averaged weights: how much the loss of each
 * record rises without it. The network is judged as it is trained, on what the linear model leaves
 * where it learns that, and without the linear model otherwise.
 */
public final class PartJury implements Jury {

  /** Without gradients, larger batches than in training have room, and take less time. */
  private static final int LARGER = 4;

  private final Network network;
  private final Objective objective;
  private final Examples records;
  private final float[][] floors;
  private final int[] chosen;
  private final int batchSize;
  private final Work work;
  private final Collective collective;

  /**
   * A jury of these records.
   *
   * @param added whether the network learns what the linear model leaves
   * @param most the most records to ask; 0 for all
   * @param batchSize that of training
   * @param work counts what is computed
   * @param collective the processes that ask the records jointly
   */
  public PartJury(
      Network network,
      Objective objective,
      Examples records,
      boolean added,
      int most,
      int batchSize,
      Work work,
      Collective collective) {
    this.work = work;
    this.collective = collective;
    this.network = network;
    this.objective = objective;
    this.records = records.with((float[][]) null);
    this.floors = added ? records.floors() : null;
    this.batchSize = LARGER * batchSize;
    int size = records.size();
    int asked = most == 0 ? size : Math.min(most, size);
    // Records of similar length side by side need little padding.
    this.chosen =
        IntStream.range(0, asked)
            .map(i -> (int) ((long) i * size / asked))
            .boxed()
            .sorted(Comparator.comparingInt(records::positions))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  @Override
  public double entropy() {
    return objective.trivialLoss(records.targets());
  }

  @Override
  public List<Worth> worths(Set<PartKey> removed) {
    Map<PartKey, Judged> parts = judged(network);
    parts.keySet().removeAll(removed);
    return worths(removed, parts);
  }

  @Override
  public List<Worth> halves(Set<PartKey> removed) {
    return worths(removed, weakerHalves(removed));
  }

  private Map<PartKey, Judged> weakerHalves(Set<PartKey> removed) {
    Map<PartKey, Judged> halves = new LinkedHashMap<>();
    for (AttentionLayer layer : network.layers()) {
      for (Head head : layer.heads()) {
        int left = head.dimensions();
        for (PartKey gone : removed) {
          boolean own =
              gone.owner().filter(PartKey.head(layer.id(), head.id())::equals).isPresent();
          left = own ? Math.min(left, gone.beyond()) : left;
        }
        int half = HeadHalf.half(left);
        if (half < left && !removed.contains(PartKey.head(layer.id(), head.id()))) {
          halves.put(
              PartKey.dimensions(layer.id(), head.id(), half),
              new Judged(new HeadHalf(head, half), head.bornAt(), true));
        }
      }
    }
    return halves;
  }

  private List<Worth> worths(Set<PartKey> removed, Map<PartKey, Judged> parts) {
    return worths(parts, outputs(removed, parts));
  }

  private List<Worth> worths(Map<PartKey, Judged> parts, List<float[]> outputs) {
    double[] losses = losses(outputs, 0);
    List<Worth> worths = new ArrayList<>();
    for (Map.Entry<PartKey, Judged> part : parts.entrySet()) {
      int at = (worths.size() + 1) * objective.outputs();
      double[] rises = differences(losses(outputs, at), losses);
      Judged judged = part.getValue();
      worths.add(
          new Worth(
              part.getKey(),
              judged.bornAt,
              judged.mustProve,
              Statistics.mean(rises),
              error(rises)));
    }
    return worths;
  }

  /**
   * What a part is worth.
   *
   * @param worth in nats
   * @param accuracy how much more of the judges are answered rightly with it than without, as a
   *     share of all; NaN where answers are no classes
   * @param accuracyError its standard error
   */
  public record Certified(Worth worth, double accuracy, double accuracyError) {}

  /** The worth of every part that is there, then of the weaker half of every head's dimensions. */
  public List<Certified> certified() {
    Map<PartKey, Judged> parts = judged(network);
    parts.putAll(weakerHalves(Set.of()));
    List<float[]> outputs = outputs(Set.of(), parts);
    double[] hits = hits(outputs, 0);
    List<Certified> certified = new ArrayList<>();
    for (Worth worth : worths(parts, outputs)) {
      int at = (certified.size() + 1) * objective.outputs();
      double[] more = differences(hits, hits(outputs, at));
      certified.add(new Certified(worth, Statistics.mean(more), error(more)));
    }
    return certified;
  }

  private static double[] differences(double[] of, double[] from) {
    return IntStream.range(0, of.length).mapToDouble(i -> of[i] - from[i]).toArray();
  }

  private static double error(double[] values) {
    return Statistics.deviation(values) / Math.sqrt(values.length);
  }

  /**
   * The loss of each judge without some parts.
   *
   * @param removed which
   */
  public double[] losses(Set<PartKey> removed) {
    return losses(outputs(removed, Map.of()), 0);
  }

  /** The outputs for each judge without some parts, and then without each of some others too. */
  private List<float[]> outputs(Set<PartKey> removed, Map<PartKey, Judged> each) {
    List<Part> parts = each.values().stream().map(Judged::part).toList();
    List<Part> gone = new ArrayList<>(besides());
    removed.forEach(key -> gone.add(part(network, key)));
    return WeightAverage.with(network, () -> outputs(gone, parts));
  }

  private List<float[]> outputs(List<Part> gone, List<Part> each) {
    List<float[]> outputs = new ArrayList<>();
    work.ablations(network, chosen.length, each);
    int end = collective.end(chosen.length);
    for (int from = collective.first(chosen.length); from < end; from += batchSize) {
      int[] batch = Arrays.copyOfRange(chosen, from, Math.min(end, from + batchSize));
      outputs.addAll(network.ablations(() -> records.batch(batch), gone, each));
    }
    return collective.together(outputs, chosen.length, (each.size() + 1) * objective.outputs());
  }

  /**
   * The loss of each judge.
   *
   * @param at where the outputs begin
   */
  private double[] losses(List<float[]> outputs, int at) {
    return Libtorch.scoped(
        () -> objective.losses(answered(outputs, at), records.targets().batch(chosen)));
  }

  /** 1 for each judge that is answered rightly, 0 for others; NaN where answers are no classes. */
  private double[] hits(List<float[]> outputs, int at) {
    return Libtorch.scoped(
        () -> {
          float[] answers = HostCopy.of(objective.decode(answered(outputs, at))).values();
          int classes = objective.outputs();
          double[] hits = new double[chosen.length];
          for (int i = 0; i < hits.length; i++) {
            hits[i] =
                records.targets() instanceof ClassTargets targets
                    ? hit(answers, i * classes, classes, targets.of(chosen[i]))
                    : Double.NaN;
          }
          return hits;
        });
  }

  private static double hit(float[] answers, int from, int classes, int truth) {
    for (int c = 0; c < classes; c++) {
      if (answers[from + c] > answers[from + truth]) {
        return 0;
      }
    }
    return 1;
  }

  private Tensor answered(List<float[]> outputs, int at) {
    int classes = objective.outputs();
    float[] flat = new float[chosen.length * classes];
    for (int i = 0; i < chosen.length; i++) {
      for (int c = 0; c < classes; c++) {
        flat[i * classes + c] =
            outputs.get(i)[at + c] + (floors == null ? 0 : floors[chosen[i]][c]);
      }
    }
    return Tensor.create(flat, chosen.length, classes);
  }

  /** What is neither judged nor part of what is judged. */
  private List<Part> besides() {
    return network.blocks().stream()
        .filter(FloorMix.class::isInstance)
        .map(Part.class::cast)
        .toList();
  }

  /**
   * A part that is judged.
   *
   * @param bornAt the step it was born at
   * @param mustProve whether it goes unless it proves itself
   */
  public record Judged(Part part, long bornAt, boolean mustProve) {}

  /** The part that is called so. */
  public static Part part(Network network, PartKey key) {
    return key.owner().isPresent()
        ? new HeadHalf(network.layer(key.layer()).head(key.id()), key.beyond())
        : judged(network).get(key).part;
  }

  /** The parts of a network that can prove themselves or fail to, by what they are called. */
  public static Map<PartKey, Judged> judged(Network network) {
    Map<PartKey, Judged> parts = new LinkedHashMap<>();
    for (Block block : network.blocks()) {
      if (block instanceof AttentionLayer layer) {
        for (Head head : layer.heads()) {
          parts.put(PartKey.head(layer.id(), head.id()), new Judged(head, head.bornAt(), true));
        }
      } else if (block.standing() != Block.Standing.FIXED) {
        block
            .stored()
            .ifPresent(
                stored ->
                    parts.put(
                        new PartKey(stored.type(), -1, stored.id()),
                        new Judged(
                            block, stored.bornAt(), block.standing() == Block.Standing.COSTLY)));
      }
    }
    return parts;
  }
}
