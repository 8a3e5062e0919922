package io.incrt.bench.scale;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.SharedSteps;
import io.incrt.bench.measure.SharedSteps.Exchange;
import io.incrt.bench.measure.SharedSteps.Step;
import io.incrt.settings.RunSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures what a training step is made of: steps of one member of groups of several sizes, whose
 * others are not there, with shares of several sizes. What it computes, and what it would exchange,
 * is that of a member among others.
 */
final class Profiler {

  /** Every second step is a check, so that few steps give both kinds. */
  private static final int CHECK_EVERY = 2;

  /** Rounds in which Java still compiles. */
  private static final int WARM = 4;

  /** Rounds that are measured at least. */
  private static final int LEAST = 3;

  /** Records that are validated on, as many as there are of 4 000. */
  private static final int RECORDS = 400;

  private static final int CLASSES = 4;
  private static final int VALIDATE_EVERY = RunSettings.defaults().training().evaluateEvery();

  private final ScalePlan plan;
  private final List<Group> groups = new ArrayList<>();
  private final List<Cost.Sample> ahead = new ArrayList<>();
  private final List<Cost.Sample> backward = new ArrayList<>();
  private final List<Cost.Sample> after = new ArrayList<>();
  private final List<Cost.Sample> check = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();
  private List<Step> last = List.of();

  private Profiler(ScalePlan plan) {
    this.plan = plan;
  }

  static Profile measure(String name, Size size, ScalePlan plan) {
    Profiler profiler = new Profiler(plan);
    for (int members : plan.members()) {
      for (int share : ScalePlan.shares(size.batch())) {
        profiler.groups.add(profiler.new Group(size, share, members));
      }
    }
    try {
      profiler.measure();
    } finally {
      profiler.groups.forEach(Group::close);
    }
    return profiler.profile(name, size);
  }

  /** All groups in turns, so that what else the machine does is spread over them. */
  private void measure() {
    for (int i = 0; i < WARM; i++) {
      groups.forEach(Group::round);
    }
    groups.forEach(Group::forget);
    long start = System.nanoTime();
    for (int i = 0; i < LEAST || (System.nanoTime() - start) / 1e9 < plan.seconds(); i++) {
      groups.forEach(Group::round);
    }
    groups.forEach(Group::tell);
  }

  /** A group of which one member is there, with a share of one size. */
  private final class Group {

    private final int share;
    private final int batch;
    private final SharedSteps steps;
    private final List<Step> plain = new ArrayList<>();
    private final List<Step> checks = new ArrayList<>();

    Group(Size size, int share, int members) {
      this.share = share;
      this.batch = share * members;
      this.steps = SharedSteps.pretended(of(size, batch), members, CHECK_EVERY);
    }

    /** Two steps to come back to where a run would be, and two that count. */
    void round() {
      for (int i = 0; i < 2 * CHECK_EVERY; i++) {
        Step step = steps.step();
        if (i >= CHECK_EVERY) {
          (step.check() ? checks : plain).add(step);
        }
      }
    }

    void forget() {
      plain.clear();
      checks.clear();
    }

    void tell() {
      double own = median(plain, Step::after);
      ahead.add(new Cost.Sample(share, batch, median(plain, Step::ahead)));
      backward.add(new Cost.Sample(share, batch, median(plain, Step::backward)));
      after.add(new Cost.Sample(share, batch, own));
      double more = median(checks, Step::after) - own;
      if (more > 0) {
        check.add(new Cost.Sample(share, batch, more));
      }
      double whole = median(plain, Step::seconds);
      plain.forEach(step -> ratios.add(step.seconds() / whole));
      last = List.of(plain.get(plain.size() - 1), checks.get(checks.size() - 1));
    }

    void close() {
      steps.close();
    }
  }

  static Size of(Size size, int batch) {
    return new Size(
        size.preset(),
        size.width(),
        size.keyDimensions(),
        size.heads(),
        size.length(),
        size.pooling(),
        batch);
  }

  private static double median(List<Step> steps, ToDoubleFunction<Step> part) {
    return Statistics.median(steps.stream().mapToDouble(part).toArray());
  }

  private Profile profile(String name, Size size) {
    Step plain = last.get(0);
    List<Double> waited = waited(plain);
    List<Double> atChecks = waited(last.get(1));
    Cost before = Cost.fit(ahead);
    double forward = RECORDS * before.perRecord();
    double said = (double) RECORDS * CLASSES * Float.BYTES;
    return new Profile(
        name,
        size.batch(),
        before,
        Cost.fit(backward),
        Cost.fit(after),
        check.isEmpty() ? Cost.NOTHING : Cost.fit(check),
        plain.exchanges().stream()
            .filter(one -> !one.waited())
            .map(one -> bucket(one, plain))
            .toList(),
        waited,
        atChecks.subList(waited.size(), atChecks.size()),
        RunSettings.defaults().homeostat().checkEvery(),
        List.of(new Profile.Extra("validation", VALIDATE_EVERY, forward, said)),
        ratios);
  }

  private static Profile.Bucket bucket(Exchange one, Step step) {
    return new Profile.Bucket(one.bytes(), Math.min(1, one.backward() / step.backward()));
  }

  private static List<Double> waited(Step step) {
    return step.exchanges().stream().filter(Exchange::waited).map(Exchange::bytes).toList();
  }
}
