package io.incrt.data.familiarity;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;

/**
 * Learns a {@link Chain} from records, and one from all but each fifth of them. What the latter say
 * of the fifth left out sets how far counts are believed, order by order, and tells how records
 * score that were not learned from.
 *
 * <p>Equal records and records of one group are left out together.
 */
final class ChainLearner {

  static final int PARTS = 5;

  private static final int LARGEST_TABLE = 200_000;
  private static final int HIGHEST_ORDER = 7;
  private static final double[] TRUSTS = {
    0.25, 1, 4, 16, 64, 256, 1024, 4096, Double.POSITIVE_INFINITY
  };

  private final Alphabet alphabet;
  private final int order;
  private final long seed;
  private final Counts[] left = new Counts[PARTS];
  private final Counts all;

  ChainLearner(Alphabet alphabet, List<LabelledSequence> records, Sample sample, long seed) {
    this.alphabet = alphabet;
    this.order = order(alphabet.size());
    this.seed = seed;
    Arrays.setAll(left, part -> new Counts(alphabet, order));
    for (int i = 0; i < records.size(); i++) {
      String sequence = records.get(i).sequence();
      left[part(records.get(i))].add(
          sequence, sample.from(i, sequence.length()), sample.to(i, sequence.length()));
    }
    Counts sum = new Counts(alphabet, order);
    for (Counts part : left) {
      part.close();
      sum = sum.plus(part, 1);
    }
    all = sum;
  }

  private static int order(int size) {
    int order = 0;
    while (order < HIGHEST_ORDER && Math.pow(size, order + 2) <= LARGEST_TABLE) {
      order++;
    }
    return order;
  }

  /** The part a record is left out with. */
  int part(LabelledSequence sequence) {
    String name = sequence.group().isEmpty() ? sequence.sequence() : sequence.group();
    return Mixing.part(name, seed, PARTS);
  }

  /** How many parts have letters. */
  int filledParts() {
    return (int) Arrays.stream(left).filter(part -> part.letters() > 0).count();
  }

  /** The chains without each part, and last the one of all records. */
  Chain[] learn() {
    Counts[] rest = new Counts[PARTS + 1];
    Arrays.setAll(rest, part -> part < PARTS ? all.plus(left[part], -1) : all);
    int[] offsets = Chain.offsets(alphabet.size(), order);
    float[][] below = new float[PARTS + 1][];
    float[][] ratios = new float[PARTS + 1][offsets[order + 1]];
    Arrays.setAll(below, part -> new float[] {1f / alphabet.size()});
    for (int depth = 0; depth <= order; depth++) {
      int size = offsets[depth + 1] - offsets[depth];
      double trust = trust(depth, size, rest, below);
      for (int part = 0; part <= PARTS; part++) {
        float[] probabilities = new float[size];
        rest[part].smooth(depth, trust, below[part], probabilities);
        for (int i = 0; i < size; i++) {
          ratios[part][offsets[depth] + i] = Chain.ratio(probabilities[i] * alphabet.size());
        }
        below[part] = probabilities;
      }
    }
    Chain[] chains = new Chain[PARTS + 1];
    Arrays.setAll(
        chains, part -> new Chain(alphabet, order, rest[part].foreignBits(), ratios[part]));
    return chains;
  }

  /** The trust in the order below that makes the parts left out most probable. */
  private double trust(int depth, int size, Counts[] rest, float[][] below) {
    if (filledParts() < 2) {
      return 1;
    }
    double best = Double.NEGATIVE_INFINITY;
    double trust = 1;
    float[] probabilities = new float[size];
    for (double candidate : TRUSTS) {
      // Only order 0 rests on chance, which is never to be believed alone: a letter that no record
      // has must stay improbable.
      if (depth == 0 && candidate > 1) {
        break;
      }
      double likelihood = 0;
      for (int part = 0; part < PARTS; part++) {
        rest[part].smooth(depth, candidate, below[part], probabilities);
        likelihood += left[part].likelihood(depth, probabilities);
      }
      if (likelihood > best) {
        best = likelihood;
        trust = candidate;
      }
    }
    return trust;
  }
}
