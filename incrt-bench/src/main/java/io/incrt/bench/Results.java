package io.incrt.bench;

import io.incrt.bench.cache.CacheTimes;
import io.incrt.bench.measure.GrowthTimes;
import io.incrt.bench.measure.JudgingTimes;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.scale.ScaleResults;
import io.incrt.bench.serving.ServingResults;
import java.util.List;
import java.util.Set;

/**
 * Everything a run of {@code incrt bench} measured, as bench.json has it. Times are medians in
 * milliseconds; what was not run is null or empty.
 *
 * @param machine where and when
 * @param ceilings what the machine can do at most
 * @param steps training steps
 * @param grown grown and uneven heads against even ones
 * @param growth growth events, by size
 * @param prediction latency and throughput
 * @param start start-up to the first prediction
 * @param memory what training holds
 * @param law how a step grows
 * @param ngrams what a table of n-grams adds to a step
 * @param judging what judging parts takes of whole runs
 * @param serving what the server can bear
 * @param scale what several processes take, and would
 * @param cache how fast caches of records are, null where that was not measured
 */
record Results(
    Machine machine,
    Ceilings ceilings,
    List<Step> steps,
    List<Grown> grown,
    List<Growth> growth,
    List<Prediction> prediction,
    Start start,
    List<Memory> memory,
    List<Point> law,
    List<Ngrams> ngrams,
    List<JudgingTimes.Run> judging,
    ServingResults serving,
    ScaleResults scale,
    CacheTimes.Measured cache) {

  /** A file of before judging was measured lacks it. */
  Results {
    judging = judging == null ? List.of() : List.copyOf(judging);
  }

  /** These parts of this run, and the others of an earlier one of the same kind where it was. */
  Results into(Results earlier, Set<Bench.Part> parts) {
    if (!machine.isLike(earlier.machine)) {
      return this;
    }
    boolean ceilingsToo = parts.contains(Bench.Part.STEPS);
    return new Results(
        ceilingsToo ? machine : earlier.machine,
        ceilingsToo ? ceilings : earlier.ceilings,
        ceilingsToo ? steps : earlier.steps,
        parts.contains(Bench.Part.GROWN) ? grown : earlier.grown,
        parts.contains(Bench.Part.GROWTH) ? growth : earlier.growth,
        parts.contains(Bench.Part.PREDICT) ? prediction : earlier.prediction,
        parts.contains(Bench.Part.START) ? start : earlier.start,
        parts.contains(Bench.Part.MEMORY) ? memory : earlier.memory,
        parts.contains(Bench.Part.LAW) ? law : earlier.law,
        parts.contains(Bench.Part.NGRAMS) ? ngrams : earlier.ngrams,
        parts.contains(Bench.Part.JUDGING) ? judging : earlier.judging,
        parts.contains(Bench.Part.SERVING) ? serving : earlier.serving,
        parts.contains(Bench.Part.SCALE) ? scale : earlier.scale,
        parts.contains(Bench.Part.CACHE) ? cache : earlier.cache);
  }

  /** The same with other results of several processes. */
  Results with(ScaleResults other) {
    return new Results(
        machine,
        ceilings,
        steps,
        grown,
        growth,
        prediction,
        start,
        memory,
        law,
        ngrams,
        judging,
        serving,
        other,
        cache);
  }

  /**
   * Where and when.
   *
   * @param peer what ran beside us, or why nothing did
   * @param rounds how many measurements a median is of
   */
  record Machine(
      String date,
      String processor,
      int cores,
      int threads,
      String java,
      String libtorch,
      String peer,
      boolean quick,
      int rounds) {

    /** Whether figures of both may stand in one table. */
    boolean isLike(Machine other) {
      return date.equals(other.date)
          && processor.equals(other.processor)
          && threads == other.threads
          && java.equals(other.java)
          && libtorch.equals(other.libtorch)
          && quick == other.quick
          && rounds == other.rounds;
    }
  }

  /**
   * What the machine can do at most.
   *
   * @param gemm GFLOP/s of 1024³
   * @param bandwidth GB/s
   * @param shapes GFLOP/s of the products that steps are made of
   */
  record Ceilings(double gemm, double bandwidth, List<Product> shapes) {}

  /** One product of matrices. */
  record Product(String what, int products, int rows, int inner, int columns, double gflops) {}

  /**
   * A training step.
   *
   * @param flops what it computes at least
   * @param times ours, by part
   * @param peer the peer's; null where there is none
   */
  record Step(MeasuredSteps.Size size, double flops, MeasuredSteps.Times times, Double peer) {

    /** The share of a rate in GFLOP/s that the step without the Homeostat reaches. */
    double shareOf(double gflops) {
      return flops / 1e6 / times.unwatched() / gflops;
    }

    /** Ours with the Homeostat against the peer's; NaN where there is none. */
    double ratio() {
      return peer == null ? Double.NaN : times.watched() / peer;
    }

    /** The same without the Homeostat. */
    double ratioUnwatched() {
      return peer == null ? Double.NaN : times.unwatched() / peer;
    }

    /** The share of the step that the Homeostat takes. */
    double homeostat() {
      return (times.gate() + times.decisions()) / times.watched();
    }
  }

  /**
   * A step of networks of the same number of heads, in turns.
   *
   * @param fixed even heads, nothing watches
   * @param grown as many dimensions, two at a time, the Homeostat watches
   * @param uneven two to d_k dimensions, nothing watches
   */
  record Grown(MeasuredSteps.Size size, double fixed, double grown, double uneven) {}

  /** Growth events at a size. */
  record Growth(MeasuredSteps.Size size, List<GrowthTimes.Event> events) {}

  /**
   * Prediction beside onnxruntime on the exported model.
   *
   * @param p50 of one sequence at a time
   * @param p99 of the same
   * @param coldP99 of those before, while Java still compiled
   * @param onnxP50 onnxruntime's
   * @param throughput sequences a second in batches
   * @param onnxThroughput onnxruntime's
   */
  record Prediction(
      MeasuredSteps.Size size,
      double p50,
      double p99,
      double coldP99,
      double onnxP50,
      double onnxP99,
      double throughput,
      double onnxThroughput) {}

  /** From starting the command to its first prediction, in seconds: the first time and after. */
  record Start(String command, double first, double warm) {}

  /**
   * What a training process holds above what it holds before, in bytes.
   *
   * @param needed weights, both moments, and what the backward pass must have
   * @param before what that is: the JVM, libtorch and a network of one head
   * @param heap how much of the peak the Java heap took, garbage not yet collected included
   * @param peer the peer's peak; null where there is none
   */
  record Memory(
      MeasuredSteps.Size size, long peak, long needed, long before, long heap, Long peer) {

    /** The peak against what is needed. */
    double ratio() {
      return (double) peak / needed;
    }
  }

  /** A step without the Homeostat, for the cost law; one of its sizes varies. */
  record Point(String varies, MeasuredSteps.Size size, double milliseconds) {}

  /**
   * A step without the Homeostat, with a hashed table of n-grams and without, in turns.
   *
   * @param rows of the table
   */
  record Ngrams(MeasuredSteps.Size size, int rows, double without, double with) {

    /** What the table adds, as a share of the step without it. */
    double added() {
      return with / without - 1;
    }
  }
}
