package io.incrt.geometry.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.policy.EvidencePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rule on random streams of worths, without a network. */
class EvidenceStreamsTest {

  private static final int STREAMS = 10_000;
  private static final long STEPS = 3000;
  private static final EvidencePolicy POLICY =
      EvidencePolicy.usual().withHorizon(STEPS).withEvery(200);

  private static final List<Scenario> SCENARIOS = List.of(Scenario.values());

  /** What the parts of a stream are worth. */
  private enum Scenario {
    USELESS,
    USEFUL,
    BOTH,
    REDUNDANT,
    DRIFT
  }

  /** One part as it truly is. */
  private record Real(PartKey key, long bornAt, boolean useful, int twin, long changeAt) {}

  /** A network of which only worths are known. */
  private static final class World implements Jury {
    final Random random;
    final long salt;
    final Scenario scenario;
    final double error;
    final Map<PartKey, Real> parts = new TreeMap<>();
    final Map<PartKey, Real> ever = new TreeMap<>();
    long step;
    int next;

    World(long seed) {
      random = new Random(seed);
      salt = seed * 0xBF58476D1CE4E5B9L;
      scenario = SCENARIOS.get(random.nextInt(SCENARIOS.size()));
      error = Math.exp(Math.log(0.0003) + random.nextDouble() * Math.log(50));
      int blocks = random.nextInt(4);
      for (int i = 0; i < blocks; i++) {
        add("block");
      }
    }

    PartKey add(String kind) {
      boolean useful =
          switch (scenario) {
            case USELESS -> false;
            case USEFUL, REDUNDANT, DRIFT -> true;
            case BOTH -> random.nextBoolean();
          };
      PartKey key = new PartKey(kind, -1, next);
      long change = scenario == Scenario.DRIFT ? random.nextInt((int) STEPS) : Long.MAX_VALUE;
      parts.put(key, new Real(key, step, useful, next / 2, change));
      ever.put(key, parts.get(key));
      next++;
      return key;
    }

    double threshold() {
      return Math.max(POLICY.z() * error, POLICY.least() * entropy());
    }

    @Override
    public double entropy() {
      return 1;
    }

    @Override
    public List<Worth> halves(Set<PartKey> removed) {
      return List.of();
    }

    @Override
    public List<Worth> worths(Set<PartKey> removed) {
      List<Worth> worths = new ArrayList<>();
      for (Real real : parts.values()) {
        if (!removed.contains(real.key)) {
          // The same at the same step, however often it is asked for.
          double noise = noise(salt + 31L * step + real.key.hashCode());
          worths.add(
              new Worth(
                  real.key,
                  real.bornAt,
                  real.key.kind().equals("head"),
                  worth(real, removed) + error * noise,
                  error));
        }
      }
      return worths;
    }

    private static double noise(long place) {
      Random own = new Random(place * 0x9E3779B97F4A7C15L);
      own.nextLong();
      return own.nextGaussian();
    }

    private double worth(Real real, Set<PartKey> removed) {
      boolean standIn =
          scenario == Scenario.REDUNDANT
              && parts.values().stream()
                  .anyMatch(
                      other ->
                          !other.equals(real)
                              && other.twin == real.twin
                              && !removed.contains(other.key));
      return real.useful && step < real.changeAt && !standIn ? 2 * threshold() : 0;
    }
  }

  private static final class Totals {
    int useless;
    int uselessKept;
    int useful;
    int usefulMissed;
    int pairs;
    int pairsLost;
    int failures;
    int trials;
    int streams;
  }

  private static int log2(long x) {
    return 63 - Long.numberOfLeadingZeros(x);
  }

  private static List<String> run(long seed, Totals totals, boolean interrupted) {
    World world = new World(seed);
    Evidence evidence = new Evidence(POLICY);
    List<String> log = new ArrayList<>();
    Set<PartKey> born = new TreeSet<>();
    int asked = 0;
    for (long step = 0; step < STEPS; step += 10) {
      world.step = step;
      if (interrupted) {
        evidence = new Evidence(POLICY, evidence.state());
      }
      if (!evidence.isDue(step)) {
        continue;
      }
      for (Worth worth : evidence.judge(step, world)) {
        world.parts.remove(worth.part());
        log.add(step + " removed " + worth.part().describe());
      }
      if (evidence.mayTry(step)) {
        int count = Math.max(1, world.parts.size());
        List<PartKey> tried = new ArrayList<>();
        for (int i = 0; i < count && world.parts.size() < 64; i++) {
          tried.add(world.add("head"));
        }
        if (tried.isEmpty()) {
          continue;
        }
        asked++;
        born.addAll(tried);
        evidence.tried("heads", step, tried);
        log.add(step + " tried " + tried.size());
      }
    }
    assertTrue(evidence.isSettled(STEPS, true), "seed " + seed + " is not settled: " + log);
    long failed = evidence.failed();
    // Waits of T, 2T, 4T, … fit into the run.
    assertTrue(failed <= log2(STEPS / POLICY.interval()) + 1, "seed " + seed + ": " + log);
    // Every kept trial at least doubles, from one.
    assertTrue(asked - failed <= log2(64) + 1, "seed " + seed + ": " + log);
    if (totals != null) {
      tally(world, evidence, born, totals);
      totals.trials += asked;
      totals.failures += (int) failed;
      totals.streams++;
    }
    return log;
  }

  private static void tally(World world, Evidence evidence, Set<PartKey> born, Totals totals) {
    List<PartKey> removed = evidence.removed().stream().map(one -> one.worth().part()).toList();
    assertEquals(removed.size(), new TreeSet<>(removed).size(), "removed twice");
    switch (world.scenario) {
      case USELESS -> {
        totals.useless += born.size();
        totals.uselessKept += (int) born.stream().filter(world.parts::containsKey).count();
      }
      case USEFUL -> {
        totals.useful += born.size();
        totals.usefulMissed += (int) born.stream().filter(removed::contains).count();
      }
      case BOTH -> {
        for (PartKey key : born) {
          boolean kept = world.parts.containsKey(key);
          if (world.ever.get(key).useful) {
            totals.useful++;
            totals.usefulMissed += kept ? 0 : 1;
          } else {
            totals.useless++;
            totals.uselessKept += kept ? 1 : 0;
          }
        }
      }
      case REDUNDANT -> {
        totals.pairs += born.isEmpty() ? 0 : 1;
        totals.pairsLost +=
            !born.isEmpty() && born.stream().noneMatch(world.parts::containsKey) ? 1 : 0;
      }
      case DRIFT -> {}
    }
  }

  @Test
  void onRandomStreamsItKeepsWhatIsUsefulAndEnds() {
    Totals totals = new Totals();
    for (long seed = 0; seed < STREAMS; seed++) {
      run(seed, totals, false);
    }
    double kept = (double) totals.uselessKept / totals.useless;
    double missed = (double) totals.usefulMissed / totals.useful;
    double lost = (double) totals.pairsLost / totals.pairs;
    String all =
        String.format(
            "%d streams, %.2f trials a stream, %.2f of them failed; useless born %d, kept %.4f;"
                + " useful born %d, missed %.4f; redundant worlds %d, with nothing left %.4f",
            totals.streams,
            (double) totals.trials / totals.streams,
            (double) totals.failures / totals.trials,
            totals.useless,
            kept,
            totals.useful,
            missed,
            totals.pairs,
            lost);
    System.out.println(all);
    assertTrue(kept <= 0.05, all);
    assertTrue(missed <= 0.05, all);
    assertTrue(lost <= 0.05, all);
  }

  @Test
  void interruptedAnywhereItDecidesTheSame() {
    for (long seed = 0; seed < 2000; seed++) {
      assertEquals(run(seed, null, false), run(seed, null, true), "seed " + seed);
    }
  }
}
