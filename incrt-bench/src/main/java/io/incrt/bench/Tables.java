package io.incrt.bench;

import io.incrt.bench.measure.GrowthTimes;
import io.incrt.bench.measure.JudgingTimes;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.MeasuredSteps.Times;
import io.incrt.lab.experiment.MarkdownTable;
import java.util.Locale;

/** Results as Markdown. */
final class Tables {

  private Tables() {}

  /** "default, K 32, n 512, d 256, d_k 64". */
  static String name(Size size) {
    return size.preset() + ", " + size(size);
  }

  /** The same without the preset. */
  static String size(Size size) {
    return String.format(
        Locale.ROOT,
        "K %d, n %s, d %d, d_k %d",
        size.heads(),
        positions(size),
        size.width(),
        size.keyDimensions());
  }

  /** "128 × 8" where eight tokens share a position. */
  private static String positions(Size size) {
    return size.length() + (size.pooling() == 1 ? "" : " × " + size.pooling());
  }

  /** All there is, the goals first. */
  static String of(Results results) {
    StringBuilder text = new StringBuilder();
    Results.Machine machine = results.machine();
    text.append(
        String.format(
            Locale.ROOT,
            "%s. %s, cores: %d, threads: %d; JDK %s, libtorch %s. Peer: %s. Medians of %d in"
                + " turns.%s%n",
            machine.date(),
            machine.processor(),
            machine.cores(),
            machine.threads(),
            machine.java(),
            machine.libtorch(),
            machine.peer(),
            machine.rounds(),
            machine.quick() ? " A quick run: not for comparison." : ""));
    section(text, "Goals", goals(results), "");
    section(text, "What the machine can do at most", ceilings(results), "");
    if (!results.steps().isEmpty()) {
      section(text, "A training step, by part", steps(results), STEPS);
    }
    if (!results.grown().isEmpty()) {
      section(text, "Grown against fixed", grown(results), GROWN);
    }
    if (!results.growth().isEmpty()) {
      section(text, "Growth events", growth(results), GROWTH);
    }
    if (!results.prediction().isEmpty()) {
      section(text, "Prediction against onnxruntime", prediction(results), PREDICTION);
    }
    if (results.start() != null) {
      section(text, "Start-up to the first prediction", start(results), START);
    }
    if (!results.memory().isEmpty()) {
      section(text, "Memory in training", memory(results), MEMORY);
    }
    if (!results.ngrams().isEmpty()) {
      section(text, "A table of n-grams", ngrams(results), NGRAMS);
    }
    if (!results.judging().isEmpty()) {
      section(text, "Judging parts", judging(results), JUDGING);
    }
    if (results.cache() != null) {
      text.append(CacheTables.of(results.cache()));
    }
    if (!results.law().isEmpty()) {
      text.append("\n### The cost law\n\n").append(LawText.of(results));
    }
    return text.toString();
  }

  private static final String STEPS =
      """
      One layer of K heads of d_k dimensions and the parts of the preset around it: with `default` convolutions, a feed-forward block, positions
      counted from both ends, the linear model's answers and averaged weights, with `geometry` none. n × s: s tokens to a position. Milliseconds.
      Release: letting go of the step's tensors. Gate: what the Homeostat costs at every step. Decisions: what a check costs besides, spread over
      the steps between two checks of the default. Share: the counted FLOPs of a step without the Homeostat against the GEMM peak. PyTorch's step
      is the same network's, eager, fused AdamW, without a Homeostat and with its own memory settings; ratios below 1 mean that we are faster.
      """;

  private static final String GROWN =
      """
      Milliseconds a step. Grown: heads of the same size given two dimensions at a time, the Homeostat watching. Uneven: heads of 2 to d_k
      dimensions, nothing watching.
      """;

  private static final String GROWTH =
      """
      Milliseconds. Surgery changes the network; the pause is what the step takes longer, the decision and its audit included (for a birth;
      for the others it is the surgery, as their decision is part of every check).
      """;

  private static final String PREDICTION =
      """
      One sequence at a time (milliseconds), and batches of 4 096 tokens (sequences a second), in turns with onnxruntime on the exported model,
      with as many threads. A turn is 50 single sequences or 16 batches. It begins with a rest of 0.1 s, for the other's threads to fall asleep;
      before single sequences five are predicted uncounted, to wake up. p99 at first: of the two thousand before those that count (or of 20 s
      of them), which Java's compiling is part of.
      """;

  private static final String START =
      """
      Seconds of `./incrt predict` on one record, from the shell to its end: the first time in this run, and the median after.
      """;

  private static final String MEMORY =
      """
      MB above what the process holds with everything loaded, a network of one head trained, and the young generation of the heap (64 MB at first, as
      `./incrt` sets it) filled once. Needed, counted: weights, both moments of AdamW, their average with `default`, and what the backward pass of the whole batch must have;
      a large batch is computed in pieces, so a peak may be below that. The heap is part of ours, garbage not yet collected included.
      """;

  private static final String NGRAMS =
      """
      Milliseconds a step without the Homeostat, with the hashed table of the n-gram path (`parts.ngramRows`) and without, in turns, on 64 batches
      of random tokens: hardly two n-grams are the same, so a step updates as many rows as it can.
      """;

  private static final String JUDGING =
      """
      Whole training runs of the default on built-in data, without what comes before the first step and after the last. Judging: what checks
      at which parts are judged take longer than the others.
      """;

  private static void section(
      StringBuilder text, String title, MarkdownTable table, String explanation) {
    text.append("\n### ").append(title).append("\n\n");
    if (!explanation.isEmpty()) {
      text.append(explanation).append('\n');
    }
    text.append(table);
  }

  private static MarkdownTable goals(Results results) {
    MarkdownTable table = new MarkdownTable("what", "goal", "measured", "met");
    Goals.of(results)
        .forEach(
            goal -> table.row(goal.what(), goal.goalText(), goal.measuredText(), goal.metText()));
    return table;
  }

  private static MarkdownTable ceilings(Results results) {
    MarkdownTable table = new MarkdownTable("what", "shape", "rate", "of the peak");
    double peak = results.ceilings().gemm();
    table.row("product of matrices: the peak", "1024 · 1024 · 1024", f(peak, 0) + " GFLOP/s", "");
    for (Results.Product product : results.ceilings().shapes()) {
      String many = product.products() == 1 ? "" : product.products() + " × ";
      table.row(
          product.what(),
          many + product.rows() + " · " + product.inner() + " · " + product.columns(),
          f(product.gflops(), 0) + " GFLOP/s",
          percent(product.gflops() / peak));
    }
    table.row(
        "memory", "a + b → c, 100 MB each", f(results.ceilings().bandwidth(), 1) + " GB/s", "");
    return table;
  }

  private static MarkdownTable steps(Results results) {
    MarkdownTable table =
        new MarkdownTable(
            "preset",
            "d",
            "d_k",
            "n",
            "K",
            "batch",
            "data",
            "forward",
            "backward",
            "optimizer",
            "release",
            "gate",
            "decisions",
            "step",
            "share",
            "PyTorch",
            "step / PyTorch",
            "without Homeostat / PyTorch");
    double peak = results.ceilings().gemm();
    for (Results.Step step : results.steps()) {
      Times times = step.times();
      table.row(
          step.size().preset(),
          step.size().width(),
          step.size().keyDimensions(),
          positions(step.size()),
          step.size().heads(),
          step.size().batch(),
          f(times.data(), 2),
          f(times.forward(), 1),
          f(times.backward(), 1),
          f(times.optimizer(), 2),
          f(times.release(), 2),
          f(times.gate(), 2),
          f(times.decisions(), 2),
          f(times.watched(), 1),
          percent(step.shareOf(peak)),
          step.peer() == null ? "–" : f(step.peer(), 1),
          f(step.ratio(), 2),
          f(step.ratioUnwatched(), 2));
    }
    return table;
  }

  private static MarkdownTable grown(Results results) {
    MarkdownTable table =
        new MarkdownTable("size", "fixed", "grown", "grown / fixed", "uneven", "uneven / fixed");
    for (Results.Grown row : results.grown()) {
      table.row(
          name(row.size()),
          f(row.fixed(), 1),
          f(row.grown(), 1),
          f(row.grown() / row.fixed(), 2),
          f(row.uneven(), 1),
          f(row.uneven() / row.fixed(), 2));
    }
    return table;
  }

  private static MarkdownTable growth(Results results) {
    MarkdownTable table = new MarkdownTable("size", "event", "surgery", "pause");
    for (Results.Growth row : results.growth()) {
      for (GrowthTimes.Event event : row.events()) {
        table.row(name(row.size()), event.event(), f(event.surgery(), 2), f(event.pause(), 2));
      }
    }
    return table;
  }

  private static MarkdownTable prediction(Results results) {
    MarkdownTable table =
        new MarkdownTable(
            "size",
            "p50",
            "p99",
            "p99 at first",
            "onnxruntime p50",
            "p99",
            "in batches",
            "onnxruntime",
            "here / onnxruntime");
    for (Results.Prediction row : results.prediction()) {
      table.row(
          name(row.size()),
          f(row.p50(), 2),
          f(row.p99(), 2),
          f(row.coldP99(), 2),
          f(row.onnxP50(), 2),
          f(row.onnxP99(), 2),
          f(row.throughput(), 0),
          f(row.onnxThroughput(), 0),
          f(row.throughput() / row.onnxThroughput(), 2));
    }
    return table;
  }

  private static MarkdownTable start(Results results) {
    return new MarkdownTable("command", "first", "warm")
        .row(
            results.start().command(), f(results.start().first(), 2), f(results.start().warm(), 2));
  }

  private static MarkdownTable memory(Results results) {
    MarkdownTable table =
        new MarkdownTable(
            "size",
            "batch",
            "needed",
            "peak",
            "peak / needed",
            "of it heap",
            "PyTorch's peak",
            "held before");
    for (Results.Memory row : results.memory()) {
      table.row(
          name(row.size()),
          row.size().batch(),
          f(row.needed() / 1e6, 1),
          f(row.peak() / 1e6, 1),
          f(row.ratio(), 2),
          f(row.heap() / 1e6, 1),
          row.peer() == null ? "–" : f(row.peer() / 1e6, 1),
          f(row.before() / 1e6, 0));
    }
    return table;
  }

  private static MarkdownTable ngrams(Results results) {
    MarkdownTable table = new MarkdownTable("size", "batch", "rows", "without", "with", "it adds");
    for (Results.Ngrams row : results.ngrams()) {
      table.row(
          name(row.size()),
          row.size().batch(),
          row.rows(),
          f(row.without(), 2),
          f(row.with(), 2),
          f(100 * row.added(), 1) + " %");
    }
    return table;
  }

  private static MarkdownTable judging(Results results) {
    MarkdownTable table =
        new MarkdownTable("task", "steps", "judgements", "seconds", "judging", "share");
    for (JudgingTimes.Run row : results.judging()) {
      table.row(
          row.task(),
          row.steps(),
          row.judgements(),
          f(row.seconds(), 1),
          f(row.judging(), 2),
          f(100 * row.share(), 1) + " %");
    }
    return table;
  }

  /** A number, or a dash where there is none. */
  static String f(double value, int digits) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : "–";
  }

  private static String percent(double share) {
    return f(100 * share, 0) + " %";
  }
}
