package io.incrt.cli;

import io.incrt.RunsSummary;
import io.incrt.RunsSummary.Figures;
import io.incrt.RunsSummary.Kind;
import io.incrt.RunsSummary.Run;
import io.incrt.RunsSummary.Spread;
import io.incrt.SeveralRuns;
import io.incrt.base.Printable;
import io.incrt.cli.watch.Sight;
import io.incrt.report.ReportPage;
import io.incrt.report.RunsPage;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Trains several times and says how the runs ended: one line each, then mean and spread. */
final class TrainSeveral implements SeveralRuns.Listener {

  private final Path out;
  private final String command;
  private final String score;
  private final PrintWriter results;
  private final PrintWriter notes;
  private final Sight seen;
  private Narrator narrator;

  /**
   * Into a folder.
   *
   * @param command the command line that makes the runs again
   * @param score the name of the score that models are selected by
   * @param seen how the runs are seen besides
   */
  TrainSeveral(
      Path out, String command, String score, PrintWriter results, PrintWriter notes, Sight seen) {
    this.out = out;
    this.command = command;
    this.score = score;
    this.results = results;
    this.notes = notes;
    this.seen = seen;
    this.narrator = new Narrator(notes);
  }

  void train(SeveralRuns runs) throws IOException {
    RunsSummary summary = runs.listener(this).run(out);
    narrator.clear();
    Path page = RunsPage.write(out, summary, command);
    if (summary.stoppedIn() != null) {
      results.println(
          "stopped and saved in "
              + (summary.stoppedIn().isEmpty()
                  ? "the run on all records"
                  : named(summary.stoppedIn()))
              + "; to go on: "
              + command
              + " --resume");
    }
    if (!summary.runs().isEmpty()) {
      spreads(summary);
    }
    if (summary.kept() != null) {
      Path report = ReportPage.write(out);
      kept(summary);
      InspectCommand.show(out, results);
      results.println("report      " + Printable.line(report.toString()));
    }
    results.println("all runs    " + Printable.line(page.toString()));
  }

  @Override
  public RunListener beginning(String name, RunListener usual) {
    narrator.clear();
    // Of its own, since it counts the steps and the time of one run.
    narrator = new Narrator(notes);
    narrator.remarked(name.isEmpty() ? "a last run, on all records" : named(name));
    return seen.of(name.isEmpty() ? out : out.resolve(name), narrator);
  }

  @Override
  public void ended(Run run) {
    narrator.clear();
    if (run.name().isEmpty()) {
      return;
    }
    results.printf(
        Locale.ROOT,
        "%-10s  validation %s%s; %d %s, %d steps, %d s%n",
        named(run.name()),
        run.valid() == null
            ? String.format(Locale.ROOT, "%.4f", run.score())
            : figures(run.valid()),
        run.test() == null
            ? ""
            : (run.name().startsWith("fold") ? "; left out " : "; test ") + figures(run.test()),
        run.heads(),
        run.heads() == 1 ? "head" : "heads",
        run.steps(),
        run.seconds());
    results.flush();
  }

  /** "seed 7" for "seed-7". */
  private static String named(String folder) {
    return folder.replaceFirst("-", " ");
  }

  private static String figures(Figures figures) {
    return String.format(
        Locale.ROOT, "accuracy %.4f, macro F1 %.4f", figures.accuracy(), figures.macroF1());
  }

  private void spreads(RunsSummary summary) {
    Map<String, Spread> spreads = summary.spreads();
    results.println(
        "mean ± standard deviation of "
            + summary.runs().size()
            + (summary.runs().size() == 1 ? " run" : " runs")
            + (summary.runs().size() < summary.wanted() ? " of " + summary.wanted() : ""));
    if (spreads.containsKey("validAccuracy")) {
      spread("validation", spreads.get("validAccuracy"), spreads.get("validMacroF1"));
    }
    if (spreads.containsKey("testAccuracy")) {
      spread(
          summary.kind() == Kind.FOLDS ? "left out" : "test",
          spreads.get("testAccuracy"),
          spreads.get("testMacroF1"));
    }
  }

  private void spread(String records, Spread accuracy, Spread macroF1) {
    results.printf(
        Locale.ROOT,
        "%-10s  accuracy %.4f ± %.4f, macro F1 %.4f ± %.4f%n",
        records,
        accuracy.mean(),
        accuracy.deviation(),
        macroF1.mean(),
        macroF1.deviation());
  }

  private void kept(RunsSummary summary) {
    Run kept = summary.kept();
    String which =
        kept.name().isEmpty()
            ? "made of all training records"
            : named(kept.name())
                + ", the best by validation "
                + score
                + (summary.finished() ? "" : " so far");
    results.println("model       " + Printable.line(out.toString()) + " (" + which + ")");
    results.printf(
        Locale.ROOT, "validation  %s %.4f (step %d)%n", score, kept.score(), kept.bestStep());
    if (kept.test() != null) {
      results.printf(
          Locale.ROOT,
          "test        %s (%d records)%n",
          figures(kept.test()),
          kept.test().records());
    }
  }
}
