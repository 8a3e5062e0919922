package io.incrt.cli;

import io.incrt.Evaluation;
import io.incrt.Training;
import io.incrt.base.Printable;
import io.incrt.report.ReportPage;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** What {@code incrt train} says of a run when it has ended or was stopped. */
final class TrainReport {

  private TrainReport() {}

  /**
   * Writes the page of the model, and prints its scores and its architecture.
   *
   * @param score the name of the score that models are selected by
   * @param command the command line that makes the run again
   */
  static void print(
      Training.Outcome outcome, Path out, String score, String command, PrintWriter results)
      throws IOException {
    if (!outcome.finished()) {
      results.println(
          "stopped and saved at step " + outcome.step() + "; to go on: " + command + " --resume");
    }
    ModelConfig.Provenance best = ModelFolder.config(out).provenance();
    String which =
        ModelFolder.isOfEarlierRun(out)
            ? " (still the one of the run before)"
            : outcome.finished() ? "" : " (the best so far)";
    // First, so that it is there even if the rest cannot be printed.
    Path page = ReportPage.write(out);
    results.println("model       " + Printable.line(out.toString()) + which);
    results.printf(
        Locale.ROOT, "validation  %s %.4f (step %d)%n", score, best.validationScore(), best.step());
    Evaluation onTest = outcome.evaluation().test();
    if (onTest != null) {
      results.printf(
          Locale.ROOT,
          "test        accuracy %.4f, macro F1 %.4f (%d records)%n",
          onTest.accuracy(),
          onTest.macroF1(),
          onTest.records());
      outcome
          .evaluation()
          .optimism()
          .ifPresent(
              optimism ->
                  results.printf(
                      Locale.ROOT,
                      "optimism    %+.4f (accuracy on the validation records less that on the test"
                          + " records)%n",
                      optimism));
    }
    InspectCommand.show(out, results);
    results.println("report      " + Printable.line(page.toString()));
  }
}
