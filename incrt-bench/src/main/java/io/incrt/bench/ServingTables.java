package io.incrt.bench;

import io.incrt.base.Statistics;
import io.incrt.bench.load.LoadReport;
import io.incrt.bench.serving.ServingResults;
import io.incrt.bench.serving.ServingResults.Closed;
import io.incrt.bench.serving.ServingResults.Setup;
import io.incrt.bench.serving.ServingResults.Stop;
import io.incrt.lab.experiment.MarkdownTable;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What was measured of the server, as Markdown that stands alone. */
final class ServingTables {

  private static final double MEGA = 1e6;

  private ServingTables() {}

  static String of(Results all) {
    ServingResults results = all.serving();
    StringBuilder text = new StringBuilder(head(all.machine(), results.setup()));
    section(text, "Serving: goals", goals(results));
    section(text, "Serving: closed loops of one record a request", closed(results));
    section(text, "Serving: beside `predict`", throughput(results));
    section(text, "Serving: under load", load(results));
    text.append(notes(results));
    return text.toString();
  }

  private static String head(Results.Machine machine, Setup setup) {
    return String.format(
        Locale.ROOT,
        "%s. %s, cores: %d, threads: %d; JDK %s. Rival: %s%s. Records of %d letters; large requests"
            + " have %d of them. Server, generator and rival share the cores. %s%s%n",
        machine.date(),
        machine.processor(),
        machine.cores(),
        machine.threads(),
        machine.java(),
        setup.rival(),
        setup.workers() > 0 ? ", workers: " + setup.workers() : "",
        setup.letters(),
        setup.records(),
        setup.busy() < 0
            ? ""
            : String.format(
                Locale.ROOT,
                "Other work on the machine when this began: a load average of %.1f.",
                setup.busy()),
        machine.quick() ? " A quick run: not for comparison." : "");
  }

  private static void section(StringBuilder text, String title, MarkdownTable table) {
    text.append("\n### ").append(title).append("\n\n").append(table);
  }

  private static MarkdownTable goals(ServingResults results) {
    MarkdownTable table = new MarkdownTable("what", "goal", "measured", "met");
    ServingGoals.of(results)
        .forEach(
            goal -> table.row(goal.what(), goal.goalText(), goal.measuredText(), goal.metText()));
    return table;
  }

  private static MarkdownTable closed(ServingResults results) {
    MarkdownTable table =
        new MarkdownTable(
            "model",
            "concurrency",
            "answers/s",
            "p50 (ms)",
            "p99",
            "FastAPI",
            "p50",
            "p99",
            "here / FastAPI",
            "generator's share of a core");
    for (Closed loop : results.closed()) {
      LoadReport there = loop.rival();
      table.row(
          loop.model(),
          loop.concurrency(),
          Tables.f(loop.here().rate(), 0),
          Tables.f(loop.here().latency().p50(), 2),
          Tables.f(loop.here().latency().p99(), 2),
          there == null ? "–" : Tables.f(there.rate(), 0),
          there == null ? "–" : Tables.f(there.latency().p50(), 2),
          there == null ? "–" : Tables.f(there.latency().p99(), 2),
          Tables.f(loop.ratio(), 2),
          Tables.f(loop.here().processor(), 2));
    }
    return table;
  }

  private static MarkdownTable throughput(ServingResults results) {
    MarkdownTable table = new MarkdownTable("what", "records/s", "least", "most", "of predict's");
    ToDoubleFunction<ServingResults.Throughput> predict = ServingResults.Throughput::predict;
    row(table, "`./incrt predict`, start not counted", results, predict);
    row(
        table,
        "server, " + results.setup().records() + " records a request",
        results,
        ServingResults.Throughput::large);
    row(table, "server, one record a request", results, ServingResults.Throughput::single);
    return table;
  }

  private static void row(
      MarkdownTable table,
      String what,
      ServingResults results,
      ToDoubleFunction<ServingResults.Throughput> figure) {
    Collection<Double> all =
        results.throughputs().stream().map(turn -> figure.applyAsDouble(turn)).toList();
    double share =
        Statistics.median(
            results.throughputs().stream()
                .map(turn -> figure.applyAsDouble(turn) / turn.predict())
                .toList());
    table.row(
        what,
        Tables.f(Statistics.median(all), 0),
        Tables.f(Collections.min(all), 0),
        Tables.f(Collections.max(all), 0),
        Tables.f(100 * share, 0) + " %");
  }

  private static MarkdownTable load(ServingResults results) {
    MarkdownTable table =
        new MarkdownTable(
            "what",
            "asked/s",
            "sent",
            "200",
            "429",
            "503",
            "others",
            "wrong",
            "lost",
            "p50 (ms)",
            "p99",
            "MB before",
            "early",
            "late",
            "most");
    row(table, "half of what it can do", results.half(), null);
    row(
        table,
        "ten times that, large requests",
        results.overload().load(),
        results.overload().memory());
    row(
        table,
        "half, model replaced " + results.reload().done() + " times",
        results.reload().load(),
        results.reload().memory());
    for (Stop stop : results.stops()) {
      String end =
          String.format(
              Locale.ROOT,
              "half, SIGTERM: ended with %d after %.2f s",
              stop.exit(),
              stop.seconds());
      row(table, end, stop.load(), null);
    }
    return table;
  }

  private static void row(
      MarkdownTable table, String what, LoadReport load, ServingResults.Memory memory) {
    long others = load.expired() + load.others().values().stream().mapToLong(Long::longValue).sum();
    table.row(
        what,
        Tables.f(load.offered(), 0),
        load.sent(),
        load.ok(),
        load.refused(),
        load.unavailable(),
        others,
        load.wrong(),
        load.lost(),
        Tables.f(load.latency().p50(), 2),
        Tables.f(load.latency().p99(), 2),
        megabytes(memory == null ? 0 : memory.begin()),
        megabytes(memory == null ? 0 : memory.early()),
        megabytes(memory == null ? 0 : memory.late()),
        megabytes(memory == null ? 0 : memory.peak()));
  }

  private static String megabytes(long bytes) {
    return bytes == 0 ? "–" : Tables.f(bytes / MEGA, 0);
  }

  private static String notes(ServingResults results) {
    LoadReport overload = results.overload().load();
    return String.format(
        Locale.ROOT,
        "%nAt ten times: for %.0f s, %.0f right records/s beside the refusals, 429 after %.1f ms (p50)"
            + " and %.1f ms (p99); %d requests found no free connection of %d, and the generator took"
            + " %.2f of a core. Start to the first answer: %.2f s the first time, then %.2f s.%n",
        overload.seconds(),
        overload.recordRate(),
        overload.refusal().p50(),
        overload.refusal().p99(),
        overload.unsent(),
        results.setup().connections(),
        overload.processor(),
        results.starts().get(0),
        Statistics.median(results.starts()));
  }
}
