package io.incrt.bench.scale;

import io.incrt.base.Statistics;
import io.incrt.bench.measure.MachineCeilings;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.scale.ScaleResults.Checked;
import io.incrt.bench.scale.ScaleResults.Swept;
import io.incrt.bench.scale.Simulation.Machines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures steps and sums on this machine, simulates real processes on it and compares, and
 * simulates as many as there are not here.
 */
public final class ScaleBenchmark {

  private static final long SEED = 1;

  private static final int SIMULATED_STEPS = 400;

  private final ScalePlan plan;
  private final RealRanks real;
  private final int threads;
  private final Consumer<String> progress;

  /**
   * A run to come.
   *
   * @param java a command that runs a main class of this class path
   * @param threads of libtorch, to be set again in the end
   */
  public ScaleBenchmark(
      ScalePlan plan,
      Function<String[], List<String>> java,
      int threads,
      Consumer<String> progress) {
    this.plan = plan;
    this.real = new RealRanks(java);
    this.threads = threads;
    this.progress = progress;
  }

  /** Measures, compares, simulates. */
  public ScaleResults run() throws IOException {
    return again(measure());
  }

  private ScaleResults measure() throws IOException {
    List<LinkFit.Timed> sums = new ArrayList<>();
    for (int ranks : plan.ranks()) {
      if (ranks > 1) {
        progress.accept("sums of " + ranks + " processes");
        sums.addAll(real.sums(ranks, plan.sums()));
      }
    }
    List<Double> speeds = new ArrayList<>(List.of(1.0));
    List<Profile> profiles = new ArrayList<>();
    List<Checked> checked = new ArrayList<>();
    Link loopback = null;
    for (Size size : plan.networks()) {
      progress.accept("parts of a step, " + name(size));
      MachineCeilings.threads(1);
      Profile profile = Profiler.measure(name(size), size, plan);
      MachineCeilings.threads(threads);
      profiles.add(profile);
      if (loopback == null) {
        progress.accept("processes side by side");
        speeds = speeds(size, profile);
        loopback = LinkFit.fit(sums, array(speeds));
      }
      check(size, profile, Wirings.loopback(loopback), speeds, checked);
    }
    return new ScaleResults(speeds, sums, loopback, profiles, checked, List.of());
  }

  /** Simulates from what was measured before. */
  public ScaleResults again(ScaleResults measured) {
    List<Checked> checked = new ArrayList<>();
    for (Checked one : measured.checked()) {
      Profile profile =
          measured.profiles().stream()
              .filter(each -> each.name().equals(one.network()))
              .findFirst()
              .orElseThrow();
      Job job = new Job(profile, one.batch(), one.each(), Job.Change.NONE);
      Wiring wiring = Wirings.loopback(measured.loopback());
      double seconds = simulated(job, wiring, measured.speeds(), one.ranks()).seconds();
      checked.add(
          new Checked(one.network(), one.each(), one.batch(), one.ranks(), one.real(), seconds));
    }
    List<Swept> swept = new ArrayList<>();
    for (Profile profile : measured.profiles()) {
      progress.accept("simulating " + profile.name());
      swept.addAll(sweep(Job.shared(profile, profile.batch())));
      swept.addAll(sweep(Job.shared(profile, plan.large())));
      swept.addAll(sweep(Job.each(profile, profile.batch())));
    }
    for (ScalePlan.Known known : plan.known()) {
      progress.accept("what is exchanged, " + known.name());
      MachineCeilings.threads(1);
      Profile like = Profiler.measure(known.name(), known.size(), plan.brief());
      MachineCeilings.threads(threads);
      progress.accept("simulating " + known.name());
      Job job = Job.each(like.taking(known.seconds(), known.batch()), known.batch());
      // Neither what such a step takes with other batches is known, nor how that varies.
      swept.addAll(
          sweep(
              job,
              EnumSet.complementOf(
                  EnumSet.of(Job.Change.LARGE, Job.Change.OWN_RECORDS, Job.Change.EVEN))));
    }
    return new ScaleResults(
        measured.speeds(),
        measured.sums(),
        measured.loopback(),
        measured.profiles(),
        checked,
        swept);
  }

  static String name(Size size) {
    return size.preset()
        + ", d "
        + size.width()
        + ", K "
        + size.heads()
        + ", "
        + size.length()
        + " tokens";
  }

  private static double[] array(List<Double> numbers) {
    return numbers.stream().mapToDouble(one -> one).toArray();
  }

  /** How fast as many processes as there are cores are, each for itself. */
  private List<Double> speeds(Size size, Profile profile) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Double> speeds = new ArrayList<>(List.of(1.0));
    double alone = aside(1, size, profile);
    for (int processes = 2; processes <= Math.min(cores, max(plan.ranks())); processes++) {
      speeds.add(Math.min(1, alone / aside(processes, size, profile)));
    }
    return speeds;
  }

  private static int max(List<Integer> numbers) {
    return numbers.stream().mapToInt(one -> one).max().orElseThrow();
  }

  private double aside(int processes, Size size, Profile profile) throws IOException {
    RealRanks.Count count =
        RealRanks.Count.of(plan.seconds() / 8, profile.alone(size.batch(), size.batch()));
    double[] rounds = new double[plan.rounds()];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = real.aside(processes, size, count);
    }
    return Statistics.median(rounds);
  }

  private void check(
      Size size, Profile profile, Wiring wiring, List<Double> speeds, List<Checked> checked)
      throws IOException {
    for (boolean each : new boolean[] {false, true}) {
      for (int ranks : plan.ranks()) {
        if (each && ranks == 1) {
          continue;
        }
        Job job = each ? Job.each(profile, profile.batch()) : Job.shared(profile, profile.batch());
        progress.accept(
            ranks + " real processes, " + (each ? "a batch each, " : "one batch, ") + name(size));
        Simulation.Outcome simulated = simulated(job, wiring, speeds, ranks);
        RealRanks.Count count = RealRanks.Count.of(plan.seconds() / 8, simulated.seconds());
        double[] rounds = new double[plan.rounds()];
        for (int i = 0; i < rounds.length; i++) {
          rounds[i] = real.steps(ranks, Profiler.of(size, job.records(ranks)), count);
        }
        Checked one =
            new Checked(
                profile.name(),
                each,
                profile.batch(),
                ranks,
                Statistics.median(rounds),
                simulated.seconds());
        progress.accept(String.format(Locale.ROOT, "%.1f %%", 100 * one.error()));
        checked.add(one);
      }
    }
  }

  private static Simulation.Outcome simulated(
      Job job, Wiring wiring, List<Double> speeds, int ranks) {
    Job steps = new Job(job.profile().withoutExtras(), job.batch(), job.each(), job.change());
    return Simulation.run(steps, wiring, new Machines(speeds, ranks), ranks, SIMULATED_STEPS, SEED);
  }

  private List<Swept> sweep(Job job) {
    return sweep(job, EnumSet.allOf(Job.Change.class));
  }

  private List<Swept> sweep(Job job, Set<Job.Change> changes) {
    List<Swept> all = new ArrayList<>();
    for (Wiring wiring : Wirings.assumed()) {
      for (Job.Change change : changes) {
        all.add(
            new Swept(job.profile().name(), job.each(), job.batch(), wiring.name(), change, null));
      }
    }
    return all.parallelStream().map(one -> one.with(sweep(job, one))).toList();
  }

  private Sweep sweep(Job job, Swept one) {
    return Sweep.of(job.with(one.change()), Wirings.named(one.wiring()), plan.most(), SEED);
  }
}
