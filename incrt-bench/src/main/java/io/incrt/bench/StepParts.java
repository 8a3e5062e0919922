package io.incrt.bench;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Heads;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.NgramTimes;
import io.incrt.bench.measure.Preset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Training steps: ours and the peer's in turns, grown and fixed in turns, and the cost law's. */
final class StepParts {

  private static final int WARM_UP = 2;
  private static final int WARM_UP_ROUNDS = 50;
  private static final int STEPS_A_ROUND = 30;
  private static final Size WARM_UP_SIZE = new Size(128, 16, 8, 16, 2).of(Preset.DEFAULT);

  private StepParts() {}

  /** Until the JVM has compiled the Homeostat; sizes measured first would look slower. */
  static void warmUp() {
    try (MeasuredSteps steps = new MeasuredSteps(WARM_UP_SIZE, Heads.GROWN, true)) {
      for (int round = 0; round < WARM_UP_ROUNDS; round++) {
        steps.round();
      }
    }
  }

  static Results.Step step(Size size, int rounds, Optional<Peer> peer) throws IOException {
    try (MeasuredSteps ours = new MeasuredSteps(size, Heads.EVEN, true)) {
      double[] theirs = new double[rounds];
      for (int round = -WARM_UP; round < rounds; round++) {
        Turns.rest();
        if (round < 0) {
          ours.warmUp();
        } else {
          ours.round();
        }
        if (peer.isPresent()) {
          Turns.rest();
          double time = peer.get().step(size);
          if (round >= 0) {
            theirs[round] = time;
          }
        }
      }
      return new Results.Step(
          size,
          Costs.flops(size),
          ours.times(),
          peer.isPresent() ? Statistics.median(theirs) : null);
    }
  }

  static Results.Grown grown(Size size, int rounds) {
    try (MeasuredSteps fixed = new MeasuredSteps(size, Heads.EVEN, false);
        MeasuredSteps grown = new MeasuredSteps(size, Heads.GROWN, true);
        MeasuredSteps uneven = new MeasuredSteps(size, Heads.UNEVEN, false)) {
      List<MeasuredSteps> turns = List.of(fixed, grown, uneven);
      for (int round = 0; round < WARM_UP; round++) {
        turns.forEach(MeasuredSteps::warmUp);
      }
      for (int round = 0; round < rounds; round++) {
        turns.forEach(MeasuredSteps::round);
      }
      return new Results.Grown(
          size, fixed.times().unwatched(), grown.times().watched(), uneven.times().unwatched());
    }
  }

  static Results.Point lawPoint(Results.Point wanted, int rounds) {
    try (MeasuredSteps steps = new MeasuredSteps(wanted.size(), Heads.EVEN, false)) {
      for (int round = 0; round < WARM_UP; round++) {
        steps.warmUp();
      }
      for (int round = 0; round < rounds; round++) {
        steps.round();
      }
      return new Results.Point(wanted.varies(), wanted.size(), steps.times().unwatched());
    }
  }

  /** A step takes a few milliseconds and is made many times a round. */
  static Results.Ngrams ngrams(Size size, int rows, int rounds) {
    NgramTimes.Pair pair = NgramTimes.measure(size, rows, STEPS_A_ROUND * rounds);
    return new Results.Ngrams(size, rows, pair.without(), pair.with());
  }

  /** The products that a step of a size is made of, as the machine does them alone. */
  static List<Results.Product> products(Size size) {
    int tokens = size.batch() * size.length();
    int columns = size.heads() * size.keyDimensions();
    List<Results.Product> products = new ArrayList<>();
    products.add(
        new Results.Product(
            "queries, keys, values", 1, tokens, size.width(), 3 * columns, Double.NaN));
    products.add(new Results.Product("W_O", 1, tokens, columns, size.width(), Double.NaN));
    products.add(
        new Results.Product(
            "scores",
            size.batch() * size.heads(),
            size.length(),
            size.keyDimensions(),
            size.length(),
            Double.NaN));
    return products;
  }
}
