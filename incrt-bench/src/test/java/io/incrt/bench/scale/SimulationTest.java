package io.incrt.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.bench.scale.Job.Change;
import io.incrt.bench.scale.Profile.Bucket;
import io.incrt.bench.scale.Profile.Extra;
import io.incrt.bench.scale.Simulation.Machines;
import io.incrt.bench.scale.Simulation.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps whose times can be worked out by hand. */
class SimulationTest {

  private static final double EXACT = 1e-9;

  /** A tenth of a second a message, ten bytes a second. */
  private static final Wiring SLOW = Wiring.flat("slow", 0.1, 10);

  private static final Wiring NONE = Wiring.flat("none", 0, 1e30);

  /** One second ahead, two backward for each record, one after. */
  private static Profile profile(List<Bucket> buckets, List<Double> ratios) {
    return new Profile(
        "by hand",
        4,
        new Cost(1, 0, 0),
        new Cost(0, 2, 0),
        new Cost(1, 0, 0),
        Cost.NOTHING,
        buckets,
        List.of(),
        List.of(),
        1_000_000,
        List.of(),
        ratios);
  }

  private static Profile plain(Bucket... buckets) {
    return profile(List.of(buckets), List.of());
  }

  private static double seconds(Job job, Wiring wiring, int ranks) {
    return Simulation.run(job, wiring, Machines.OWN, ranks, 10, 1).seconds();
  }

  @Test
  void oneProcessTakesWhatItsPartsTake() {
    Outcome alone =
        Simulation.run(Job.shared(plain(new Bucket(8, 1)), 4), SLOW, Machines.OWN, 1, 10, 1);
    assertEquals(1 + 4 * 2 + 1, alone.seconds(), EXACT);
    assertEquals(0, alone.waiting(), EXACT);
    assertEquals(0.4, alone.throughput(), EXACT);
  }

  @Test
  void aSharedBatchSharesOnlyWhatIsOfRecords() {
    assertEquals(1 + 2 * 2 + 1, seconds(Job.shared(plain(), 4), NONE, 2), EXACT);
    assertEquals(1 + 2 + 1, seconds(Job.shared(plain(), 4), NONE, 4), EXACT);
    // Three records of two processes: all wait for the one that has two.
    assertEquals(1 + 2 * 2 + 1, seconds(Job.shared(plain(), 3), NONE, 2), EXACT);
  }

  @Test
  void aBatchForEachLeavesTheStepAsLong() {
    assertEquals(1 + 4 * 2 + 1, seconds(Job.each(plain(), 4), NONE, 64), EXACT);
  }

  @Test
  void whatHasToBeDoneForTheWholeBatchGrowsWithIt() {
    Profile whole =
        new Profile(
            "whole",
            1,
            new Cost(0, 0, 1),
            new Cost(1, 0, 0),
            Cost.NOTHING,
            Cost.NOTHING,
            List.of(),
            List.of(),
            List.of(),
            1000,
            List.of(),
            List.of());
    assertEquals(1 + 8, seconds(Job.each(whole, 1), NONE, 8), EXACT);
    assertEquals(1, seconds(Job.each(whole, 1).with(Change.OWN_RECORDS), NONE, 8), EXACT);
  }

  @Test
  void aRingTakesTwoRoundsOfMessages() {
    // 40 bytes among 4: 6 messages of 10 bytes, each 0.1 + 1 seconds.
    assertEquals(6.6, SLOW.seconds(Way.RING, 4, 40), EXACT);
    assertEquals(0, SLOW.seconds(Way.RING, 1, 40), EXACT);
    double without = seconds(Job.shared(plain(), 4), SLOW, 4);
    double with = seconds(Job.shared(plain(new Bucket(40, 1)), 4), SLOW, 4);
    assertEquals(6.6, with - without, EXACT);
  }

  @Test
  void halvingSendsAsMuchInFewerMessages() {
    assertEquals(4 * 0.1 + 6, SLOW.seconds(Way.HALVING, 4, 40), EXACT);
    assertEquals(20, Way.HALVING.messages(1024), EXACT);
    assertEquals(6, Way.HALVING.messages(5), EXACT);
    assertEquals(2046, Way.RING.messages(1024), EXACT);
  }

  @Test
  void nodesSumWithinBeforeTheySumBetween() {
    Wiring nodes = new Wiring("nodes", false, new Link(0.1, 1e30), 4, new Link(1, 10));
    assertEquals(0.6, nodes.seconds(Way.RING, 4, 40), EXACT);
    // Six messages within; between two nodes two, which carry half of the bytes each.
    assertEquals(0.6 + 2 + 4, nodes.seconds(Way.RING, 8, 40), EXACT);
  }

  @Test
  void sumsTravelWhileLowerBlocksAreComputed() {
    // Backward 2 s; the first bucket after a second, its sum takes 2 · 0.1 + 0.8 = 1 s.
    Job job = Job.each(plain(new Bucket(8, 0.5), new Bucket(8, 1)), 1);
    assertEquals(1 + 2 + 1 + 1, seconds(job, SLOW, 2), EXACT);
    assertEquals(1 + 2 + 2 + 1, seconds(job.with(Change.NOT_OVERLAPPED), SLOW, 2), EXACT);
  }

  @Test
  void aSecondBucketWaitsForTheFirst() {
    // Sums of 1.8 s, the first begins at 2 s: the second ends at 5.6 s, not at 3 + 1.8.
    Job job = Job.each(plain(new Bucket(16, 0.5), new Bucket(16, 1)), 1);
    assertEquals(2 + 2 * 1.8 + 1, seconds(job, SLOW, 2), EXACT);
  }

  @Test
  void halfTheBytesTakeHalfTheTimeOfTheWire() {
    Job job = Job.each(plain(new Bucket(16, 1)), 1);
    assertEquals(0.8, seconds(job, SLOW, 2) - seconds(job.with(Change.BFLOAT16), SLOW, 2), EXACT);
  }

  @Test
  void allWaitForTheSlowest() {
    // Each takes 1 or 3 times as long with equal chance: of 64 one is nearly always slow.
    Job job = Job.each(profile(List.of(new Bucket(0, 1)), List.of(1.0, 3.0)), 1);
    Outcome many = Simulation.run(job, NONE, Machines.OWN, 64, 200, 3);
    assertEquals(3 * 4, many.seconds(), 0.3);
    assertEquals(2 * 4, many.computing(), 0.3);
    double one = Simulation.run(job, NONE, Machines.OWN, 1, 2000, 3).seconds();
    assertEquals(2 * 4, one, 0.3);
  }

  @Test
  void whoNeverMeetsTheOthersWaitsForNobody() {
    Job job = Job.each(profile(List.of(), List.of(1.0, 3.0)), 1);
    Outcome many = Simulation.run(job, NONE, Machines.OWN, 64, 400, 3);
    assertTrue(many.seconds() < 10, many.toString());
  }

  @Test
  void processesOfOneMachineShareItsCores() {
    Job job = Job.each(plain(), 1);
    Machines two = new Machines(List.of(1.0, 1.0), 4);
    assertEquals(4, Simulation.run(job, NONE, two, 2, 10, 1).seconds(), EXACT);
    assertEquals(8, Simulation.run(job, NONE, two, 4, 10, 1).seconds(), EXACT);
    // Side by side they may be slower, too: memory is shared.
    Machines shared = new Machines(List.of(1.0, 0.8), 4);
    assertEquals(5, Simulation.run(job, NONE, shared, 2, 10, 1).seconds(), EXACT);
    assertEquals(10, Simulation.run(job, NONE, shared, 4, 10, 1).seconds(), EXACT);
  }

  @Test
  void sumsBetweenProcessesOfOneMachineTakeItsCores() {
    Wiring loopback = new Wiring("loopback", true, new Link(0.1, 10), 1, new Link(0.1, 10));
    Job job = Job.each(plain(new Bucket(8, 1)), 1);
    Machines two = new Machines(List.of(1.0, 1.0), 4);
    assertEquals(4 + 1, Simulation.run(job, loopback, two, 2, 10, 1).seconds(), EXACT);
    // Four: 6 · 0.1 + 1.2 s of work each, and everything twice as slow.
    assertEquals(2 * (4 + 1.8), Simulation.run(job, loopback, two, 4, 10, 1).seconds(), EXACT);
  }

  @Test
  void checksAndValidationsComeInTheirTurn() {
    Profile checked =
        new Profile(
            "checked",
            1,
            new Cost(1, 0, 0),
            Cost.NOTHING,
            Cost.NOTHING,
            new Cost(2, 0, 0),
            List.of(),
            List.of(0.0),
            List.of(10.0),
            5,
            List.of(new Extra("validation", 10, 4, 20)),
            List.of());
    Job job = Job.each(checked, 1);
    // In ten steps: two checks of 2 s, one validation of 4 s.
    assertEquals(10 + 4 + 4, 10 * seconds(job, SLOW, 1), EXACT);
    // Of two: a number each step, a check's 10 bytes twice, 20 bytes once; the validation shared.
    assertEquals(10 + 4 + 2 + 10 * 0.2 + 2 * 1.2 + 2.2, 10 * seconds(job, SLOW, 2), EXACT);
    Job seldom = job.with(Change.SELDOM);
    double twenty = 20 * Simulation.run(seldom, NONE, Machines.OWN, 1, 20, 1).seconds();
    assertEquals(20 + 2 * 2 + 4, twenty, 1e-6);
  }

  @Test
  void whoMeetsSeldomWaitsSeldom() {
    Job job = Job.each(plain(new Bucket(8, 1)), 1).with(Change.LOCAL);
    double hundred = 100 * Simulation.run(job, SLOW, Machines.OWN, 2, 100, 1).seconds();
    assertEquals(100 * 4 + 1, hundred, 1e-6);
  }

  @Test
  void aLargerBatchIsSharedByMore() {
    Job job = Job.shared(plain(), 4).with(Change.LARGE);
    assertEquals(32, job.records(2));
    assertEquals(1 + 16 * 2 + 1, seconds(job, NONE, 2), EXACT);
  }

  @Test
  void theSameSeedGivesTheSameSteps() {
    Job job = Job.each(profile(List.of(new Bucket(8, 1)), List.of(1.0, 1.2, 3.0)), 1);
    assertEquals(
        Simulation.run(job, SLOW, Machines.OWN, 16, 20, 5),
        Simulation.run(job, SLOW, Machines.OWN, 16, 20, 5));
  }
}
