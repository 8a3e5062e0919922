package io.incrt.bench.scale;

import io.incrt.bench.scale.ScaleResults.Checked;
import io.incrt.bench.scale.ScaleResults.Swept;
import io.incrt.lab.experiment.MarkdownTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measured and simulated steps of several processes, as Markdown. */
public final class ScaleTables {

  private static final double MILLI = 1e3;

  private ScaleTables() {}

  /** All of it. */
  public static String of(ScaleResults results) {
    StringBuilder text = new StringBuilder();
    section(text, "Measured: what a step is made of", parts(results.profiles()), PARTS);
    section(text, "Measured: what is exchanged", exchanged(results.profiles()), EXCHANGED);
    section(text, "Measured: sums between processes of this machine", sums(results), SUMS);
    section(text, "Simulated against real processes", checked(results.checked()), CHECKED);
    section(text, "Assumed: networks", wirings(), "Round figures; none is measured.");
    for (Swept base : results.swept()) {
      boolean first = base.wiring().equals(Wirings.assumed().get(0).name());
      if (first && base.change() == Job.Change.NONE) {
        section(text, "Simulated: " + title(base), steps(results.swept(), base), "");
      }
    }
    section(text, "Simulated: where it stops paying", paying(results.swept()), PAYING);
    return text.toString();
  }

  private static void section(StringBuilder text, String title, MarkdownTable table, String note) {
    text.append(text.length() == 0 ? "" : "\n").append("### ").append(title).append("\n\n");
    text.append(note.isEmpty() ? "" : note.strip() + "\n\n").append(table);
  }

  private static String milliseconds(double seconds) {
    double value = MILLI * seconds;
    return String.format(Locale.ROOT, value < 0.1 ? "%.4f" : value < 10 ? "%.2f" : "%.0f", value);
  }

  private static MarkdownTable parts(List<Profile> profiles) {
    MarkdownTable table =
        new MarkdownTable(
            "network", "part", "each step (ms)", "a record of one's own", "a record of the batch");
    for (Profile profile : profiles) {
      part(table, profile.name(), "data, network, loss", profile.ahead());
      part(table, "", "backward", profile.backward());
      part(table, "", "Homeostat, update", profile.after());
      part(table, "", "a check besides", profile.check());
    }
    return table;
  }

  private static void part(MarkdownTable table, String network, String name, Cost cost) {
    table.row(
        network,
        name,
        milliseconds(cost.fixed()),
        milliseconds(cost.perRecord()),
        milliseconds(cost.perBatch()));
  }

  private static MarkdownTable exchanged(List<Profile> profiles) {
    MarkdownTable table =
        new MarkdownTable(
            "network",
            "gradients (kB)",
            "in buckets, after a share of the backward pass",
            "other sums a step",
            "their kB",
            "of a check besides",
            "their kB");
    for (Profile profile : profiles) {
      StringBuilder at = new StringBuilder();
      for (Profile.Bucket bucket : profile.buckets()) {
        at.append(at.length() == 0 ? "" : ", ");
        at.append(String.format(Locale.ROOT, "%.0f %%", 100 * bucket.at()));
      }
      table.row(
          profile.name(),
          kilobytes(profile.gradientBytes()),
          at,
          profile.exchanges().size(),
          kilobytes(sum(profile.exchanges())),
          profile.checkExchanges().size(),
          kilobytes(sum(profile.checkExchanges())));
    }
    return table;
  }

  private static double sum(List<Double> numbers) {
    return numbers.stream().mapToDouble(one -> one).sum();
  }

  private static String kilobytes(double bytes) {
    return String.format(Locale.ROOT, bytes < 1e4 ? "%.1f" : "%.0f", bytes / 1e3);
  }

  private static MarkdownTable sums(ScaleResults results) {
    double[] speeds = results.speeds().stream().mapToDouble(one -> one).toArray();
    MarkdownTable table = new MarkdownTable("processes", "kB", "measured (ms)", "by the fit (ms)");
    for (LinkFit.Timed timed : results.sums()) {
      table.row(
          timed.processes(),
          kilobytes(timed.bytes()),
          milliseconds(timed.seconds()),
          milliseconds(LinkFit.predicted(results.loopback(), timed, speeds)));
    }
    table.row(
        "the fit",
        "",
        String.format(Locale.ROOT, "%.0f µs a message", 1e6 * results.loopback().latency()),
        String.format(Locale.ROOT, "%.2f GB/s", results.loopback().bandwidth() / 1e9));
    table.row(
        "speed of each, side by side",
        "",
        String.join(
            ", ",
            results.speeds().stream().map(one -> String.format(Locale.ROOT, "%.2f", one)).toList()),
        "");
    return table;
  }

  private static MarkdownTable checked(List<Checked> checked) {
    MarkdownTable table =
        new MarkdownTable("network", "batch", "processes", "real (ms)", "simulated (ms)", "error");
    for (Checked one : checked) {
      table.row(
          one.network(),
          one.batch() + (one.each() ? " each" : " shared"),
          one.ranks(),
          milliseconds(one.real()),
          milliseconds(one.simulated()),
          String.format(Locale.ROOT, "%+.0f %%", 100 * one.error()));
    }
    return table;
  }

  private static MarkdownTable wirings() {
    MarkdownTable table = new MarkdownTable("network", "between", "a message (µs)", "GB/s");
    for (Wiring wiring : Wirings.assumed()) {
      if (wiring.perNode() > 1) {
        link(table, wiring.name(), wiring.perNode() + " of a node", wiring.inner());
      }
      link(
          table,
          wiring.perNode() > 1 ? "" : wiring.name(),
          wiring.perNode() > 1 ? "nodes" : "processes",
          wiring.outer());
    }
    return table;
  }

  private static void link(MarkdownTable table, String name, String between, Link link) {
    table.row(
        name,
        between,
        String.format(Locale.ROOT, "%.0f", 1e6 * link.latency()),
        String.format(Locale.ROOT, "%.3g", link.bandwidth() / 1e9));
  }

  private static String title(Swept swept) {
    return swept.network()
        + "; a batch of "
        + swept.batch()
        + (swept.each() ? " each" : ", shared");
  }

  private static boolean isSameJob(Swept one, Swept other) {
    return one.network().equals(other.network())
        && one.each() == other.each()
        && one.batch() == other.batch();
  }

  /** Of one job, as it is built: a row for each number of processes, a column for each network. */
  private static MarkdownTable steps(List<Swept> all, Swept job) {
    List<Swept> wirings =
        all.stream().filter(one -> isSameJob(one, job) && one.change() == Job.Change.NONE).toList();
    MarkdownTable table =
        new MarkdownTable(
            Stream.concat(Stream.of("processes"), wirings.stream().map(Swept::wiring))
                .toArray(String[]::new));
    List<Simulation.Outcome> outcomes = job.sweep().outcomes();
    for (int i = 0; i < outcomes.size(); i++) {
      int row = i;
      table.row(
          Stream.concat(
                  Stream.of(String.valueOf(outcomes.get(i).ranks())),
                  wirings.stream().map(one -> cell(one.sweep(), row)))
              .toArray());
    }
    return table;
  }

  private static String cell(Sweep sweep, int row) {
    Simulation.Outcome outcome = sweep.outcomes().get(row);
    double efficiency = 100 * sweep.efficiency(outcome);
    return milliseconds(outcome.seconds())
        + String.format(Locale.ROOT, efficiency < 10 ? " ms, %.1f %%" : " ms, %.0f %%", efficiency);
  }

  private static MarkdownTable paying(List<Swept> all) {
    List<String> wirings = Wirings.assumed().stream().map(Wiring::name).toList();
    MarkdownTable table =
        new MarkdownTable(
            Stream.concat(Stream.of("network, batch", "change"), wirings.stream())
                .toArray(String[]::new));
    String before = "";
    for (Swept swept : all) {
      if (!swept.wiring().equals(wirings.get(0))) {
        continue;
      }
      String job = title(swept);
      table.row(
          Stream.concat(
                  Stream.of(job.equals(before) ? "" : job, swept.change().words()),
                  all.stream()
                      .filter(one -> isSameJob(one, swept) && one.change() == swept.change())
                      .map(one -> limit(one.sweep())))
              .toArray());
      before = job;
    }
    return table;
  }

  private static String limit(Sweep sweep) {
    Simulation.Outcome fastest = sweep.fastest();
    return sweep.pays()
        + (sweep.paysToTheEnd() ? "+" : "")
        + String.format(Locale.ROOT, "; ×%.1f at %d", sweep.speedup(fastest), fastest.ranks());
  }

  private static final String PARTS =
      """
      One process on one thread, as one of groups of several sizes whose others are not there. Least squares: a step takes what each step
      takes, and so much for each record of its own and for each of the whole batch, which every process looks at.
      """;

  private static final String EXCHANGED =
      """
      Gradients travel in buckets while the lower blocks are computed; the other sums are waited for, one after the other.
      """;

  private static final String CHECKED =
      """
      Steps of processes of one thread each, joined by Gloo over this machine's loopback, validation not among them: means, and of
      the rounds the median. Nothing of the simulation is fitted to them.
      """;

  private static final String PAYING =
      """
      The most processes of which, as of all fewer, the records a second are at least half of so many times those of one; `+` where that holds for as many as
      were simulated, or as there are records to share. After the semicolon the highest throughput against that of one process, and the
      fewest processes that have it.
      """;

  private static final String SUMS =
      """
      A ring of N takes 2 (N − 1) messages that wait for each other; the cores of the machine do the work, and more processes than
      cores take turns.
      """;
}
