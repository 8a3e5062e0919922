package io.incrt.bench.scale;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Training steps of N processes, event by event: each computes its share, as fast as the cores that
 * it shares allow and now and then slower; sums are made in their order, each once all have come to
 * it; whoever needs a sum waits for it.
 */
final class Simulation {

  /** Steps before the first that counts: all begin at once, which they do not later. */
  private static final int BEFORE = 5;

  private final Job job;
  private final Wiring wiring;
  private final int ranks;
  private final Events events = new Events();
  private final Random random;
  private final Rank[] members;
  private final double[] ended;

  /** Sums that not all have come to yet, or that wait for those before them. */
  private final Deque<Sum> sums = new ArrayDeque<>();

  private long begun;
  private long started;
  private boolean busy;

  /**
   * What came out.
   *
   * @param ranks how many processes
   * @param seconds of a step
   * @param computing the seconds of a step that a process computes, on average
   * @param throughput records a second
   */
  record Outcome(int ranks, double seconds, double computing, double throughput) {

    /** The seconds of a step that a process waits: for sums, and for those who are slower. */
    double waiting() {
      return Math.max(0, seconds - computing);
    }
  }

  /**
   * Processes that share machines.
   *
   * @param speeds of the processes of a machine, see {@link Cores}
   * @param perMachine how many run on one
   */
  record Machines(List<Double> speeds, int perMachine) {

    /** Each process has a machine, or a core, of its own. */
    static final Machines OWN = new Machines(List.of(1.0), 1);
  }

  private Simulation(Job job, Wiring wiring, Machines machines, int ranks, int steps, long seed) {
    this.job = job;
    this.wiring = wiring;
    this.ranks = ranks;
    this.random = new Random(seed);
    this.members = new Rank[ranks];
    this.ended = new double[steps];
    Cores cores = null;
    for (int i = 0; i < ranks; i++) {
      if (i % machines.perMachine == 0) {
        cores =
            new Cores(
                events,
                machines.perMachine,
                machines.speeds.stream().mapToDouble(one -> one).toArray());
      }
      members[i] = new Rank(i, cores);
    }
  }

  /** Simulates so many steps after a few that do not count. */
  static Outcome run(Job job, Wiring wiring, Machines machines, int ranks, int steps, long seed) {
    int all = steps + BEFORE;
    Simulation simulation = new Simulation(job, wiring, machines, ranks, all, seed);
    for (Rank rank : simulation.members) {
      rank.begin();
    }
    simulation.events.run();
    double seconds = (simulation.ended[all - 1] - simulation.ended[BEFORE - 1]) / steps;
    double computing = Arrays.stream(simulation.members).mapToDouble(rank -> rank.computed).sum();
    return new Outcome(ranks, seconds, computing / ranks / all, job.records(ranks) / seconds);
  }

  /** A sum that all make. */
  private static final class Sum {
    private final double bytes;
    private int come;
    private int summing;
    private boolean made;
    private final List<Runnable> waiting = new ArrayList<>();

    Sum(double bytes) {
      this.bytes = bytes;
    }

    void await(Runnable next) {
      if (made) {
        next.run();
      } else {
        waiting.add(next);
      }
    }
  }

  /** Comes to the sum of a number, which is made once all have. */
  private Sum come(long number, double bytes) {
    while (begun <= number) {
      sums.add(new Sum(bytes));
      begun++;
    }
    // The queue begins with the sum that is made now, or would be next.
    Sum sum = null;
    long at = started;
    for (Sum one : sums) {
      if (at++ == number) {
        sum = one;
        break;
      }
    }
    sum.come++;
    next();
    return sum;
  }

  private void next() {
    if (busy || sums.isEmpty() || sums.peek().come < ranks) {
      return;
    }
    busy = true;
    Sum sum = sums.peek();
    double seconds = wiring.seconds(job.way(), ranks, sum.bytes);
    if (!wiring.measured()) {
      events.after(seconds, () -> made(sum));
      return;
    }
    // Between processes of one machine its cores do the work.
    sum.summing = ranks;
    for (Rank member : members) {
      member.cores.compute(
          seconds,
          () -> {
            if (--sum.summing == 0) {
              made(sum);
            }
          });
    }
  }

  private void made(Sum sum) {
    sums.remove();
    started++;
    busy = false;
    sum.made = true;
    List<Runnable> waiting = List.copyOf(sum.waiting);
    sum.waiting.clear();
    next();
    waiting.forEach(Runnable::run);
  }

  /** One process, step after step. */
  private final class Rank {

    private final Cores cores;
    private final double share;
    private final double batch;
    private int step;
    private double ratio;
    private double computed;
    private long sum;

    Rank(int number, Cores cores) {
      this.cores = cores;
      this.share = job.share(number, ranks);
      this.batch = job.records(ranks);
    }

    private void compute(double seconds, Runnable next) {
      computed += seconds * ratio;
      cores.compute(seconds * ratio, next);
    }

    void begin() {
      List<Double> ratios = job.ratios();
      ratio = ratios.isEmpty() ? 1 : ratios.get(random.nextInt(ratios.size()));
      compute(job.profile().ahead().seconds(share, batch), () -> backward(0, 0, new ArrayList<>()));
    }

    /** The backward pass from one bucket to the next, and on to the end. */
    private void backward(int bucket, double from, List<Sum> sent) {
      List<Profile.Bucket> buckets = job.profile().buckets();
      double whole = job.profile().backward().seconds(share, batch);
      if (bucket == buckets.size()) {
        compute(whole * (1 - from), () -> sendLate(sent));
        return;
      }
      double to = Math.max(from, buckets.get(bucket).at());
      compute(
          whole * (to - from),
          () -> {
            if (job.isOverlapped() && job.isSummed(step)) {
              sent.add(send(buckets.get(bucket)));
            }
            backward(bucket + 1, to, sent);
          });
    }

    private Sum send(Profile.Bucket bucket) {
      return come(sum++, job.sent(bucket.bytes()));
    }

    private void sendLate(List<Sum> sent) {
      if (!job.isOverlapped() && job.isSummed(step)) {
        job.profile().buckets().forEach(bucket -> sent.add(send(bucket)));
      }
      awaitAll(sent, 0);
    }

    private void awaitAll(List<Sum> sent, int next) {
      if (next == sent.size()) {
        exchange(exchanges(), 0, this::check);
      } else {
        sent.get(next).await(() -> awaitAll(sent, next + 1));
      }
    }

    private List<Double> exchanges() {
      List<Double> all = new ArrayList<>();
      if (!job.isSummed(step)) {
        return all;
      }
      all.addAll(job.profile().exchanges());
      if (job.isCheck(step)) {
        all.addAll(job.profile().checkExchanges());
      }
      job.extras(step).forEach(extra -> all.add(extra.bytes()));
      return all;
    }

    /** One sum after the other, each waited for. */
    private void exchange(List<Double> bytes, int next, Runnable then) {
      if (next == bytes.size()) {
        then.run();
      } else {
        come(sum++, bytes.get(next)).await(() -> exchange(bytes, next + 1, then));
      }
    }

    private void check() {
      double seconds = job.profile().after().seconds(share, batch);
      if (job.isCheck(step)) {
        seconds += job.profile().check().seconds(share, batch);
      }
      for (Profile.Extra extra : job.extras(step)) {
        seconds += extra.seconds() / ranks;
      }
      compute(seconds, this::end);
    }

    private void end() {
      ended[step] = Math.max(ended[step], events.now());
      step++;
      if (step < ended.length) {
        begin();
      }
    }
  }
}
