package io.incrt.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.bench.scale.Profile.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SweepTest {

  private static Profile profile(double fixed, double perRecord, double bytes) {
    return new Profile(
        "by hand",
        32,
        Cost.NOTHING,
        new Cost(fixed, perRecord, 0),
        Cost.NOTHING,
        Cost.NOTHING,
        List.of(new Bucket(bytes, 1)),
        List.of(),
        List.of(),
        1_000_000,
        List.of(),
        List.of());
  }

  @Test
  void withoutAnythingToShareItPaysToTheEnd() {
    Sweep sweep = Sweep.of(Job.each(profile(0, 1, 0), 1), Wiring.flat("none", 0, 1e30), 1024, 1);
    assertEquals(11, sweep.outcomes().size());
    assertEquals(1024, sweep.pays());
    assertTrue(sweep.paysToTheEnd());
    assertEquals(1024, sweep.speedup(sweep.fastest()), 1e-6);
  }

  @Test
  void itStopsPayingWhereHalfIsLost() {
    // N processes take 1 + 32 / N seconds: efficiency (33 / N) / (1 + 32 / N) = 33 / (N + 32).
    Sweep sweep = Sweep.of(Job.shared(profile(1, 1, 0), 32), Wiring.flat("none", 0, 1e30), 1024, 1);
    assertEquals(32, sweep.outcomes().get(5).ranks());
    assertEquals(6, sweep.outcomes().size(), "no more processes than records");
    assertEquals(33.0 / 64, sweep.efficiency(sweep.outcomes().get(5)), 1e-9);
    assertEquals(32, sweep.pays());
    Sweep latency =
        Sweep.of(Job.shared(profile(0, 1, 0), 1024), Wiring.flat("slow", 1, 1e30), 1024, 1);
    // N take 1024 / N + 2 (N − 1): more than twice 1024 / N from N = 32 on.
    assertEquals(16, latency.pays());
    assertFalse(latency.paysToTheEnd());
    assertEquals(16, latency.fastest().ranks());
  }

  @Test
  void aStepThatWasMeasuredElsewhereTakesAsLongThere() {
    Profile there = profile(1, 2, 8).taking(5e-3, 64);
    assertEquals(5e-3, there.alone(64, 64), 1e-12);
    assertEquals(5e-3, there.alone(64, 6400), 1e-12, "the others' records are not known to cost");
    assertEquals(64, there.batch());
  }

  @Test
  void aLinkIsFoundFromItsTimes() {
    Link link = new Link(1e-4, 2e8);
    double[] speeds = {1, 0.9};
    List<LinkFit.Timed> timed = new ArrayList<>();
    for (int processes : new int[] {2, 4}) {
      for (double bytes = 8; bytes < 1e8; bytes *= 8) {
        double seconds = LinkFit.predicted(link, new LinkFit.Timed(processes, bytes, 1), speeds);
        timed.add(new LinkFit.Timed(processes, bytes, seconds));
      }
    }
    Link found = LinkFit.fit(timed, speeds);
    assertEquals(1, found.latency() / link.latency(), 1e-6);
    assertEquals(1, found.bandwidth() / link.bandwidth(), 1e-6);
    assertThrows(IllegalArgumentException.class, () -> new Link(-1, 1));
  }

  @Test
  void aCostIsFoundFromItsTimes() {
    Random random = new Random(2);
    List<Cost.Sample> samples = new ArrayList<>();
    for (int share : new int[] {1, 4, 16, 32}) {
      for (int members : new int[] {2, 8, 32}) {
        double seconds = 3e-3 + 1e-3 * share + 1e-5 * share * members;
        samples.add(
            new Cost.Sample(share, share * members, seconds * (1 + 0.01 * random.nextGaussian())));
      }
    }
    Cost cost = Cost.fit(samples);
    assertEquals(3e-3, cost.fixed(), 2e-4);
    assertEquals(1e-3, cost.perRecord(), 5e-5);
    assertEquals(1e-5, cost.perBatch(), 2e-6);
  }

  @Test
  void nothingCostsLessThanNothing() {
    // Falls with the share, as only noise does.
    Cost cost =
        Cost.fit(
            List.of(
                new Cost.Sample(1, 2, 1.1),
                new Cost.Sample(8, 16, 1.0),
                new Cost.Sample(16, 32, 0.9)));
    assertEquals(0, cost.perRecord());
    assertEquals(0, cost.perBatch());
    assertEquals(1, cost.fixed(), 0.05);
  }
}
