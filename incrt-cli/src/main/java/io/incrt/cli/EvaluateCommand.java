package io.incrt.cli;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.base.Printable;
import io.incrt.data.json.Json;
import io.incrt.data.records.RecordReader;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code incrt evaluate}. */
@Command(name = "evaluate", description = "Judges a model on labelled records.")
final class EvaluateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--data",
      paramLabel = "F",
      required = true,
      description = {
        "TSV, CSV or JSONL (text, sentence or sequence, and label), or FASTA; - reads standard",
        "input."
      })
  private String data;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Mixin private DeviceOption where;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Incrt opened = model.openForMany(where.device())) {
      RunSettings settings = set.forReading();
      RecordReader reader = new RecordReader(input.options(settings.data()));
      PrintWriter notes = spec.commandLine().getErr();
      Incrt.Judged judged = opened.evaluate(reader, data);
      InputOptions.tell(judged.counts(), opened, notes);
      InputOptions.tellSkipped(reader, notes);
      if (json) {
        out.println(Json.pretty(judged.evaluation()));
      } else {
        table(out, judged.evaluation());
      }
    }
    return 0;
  }

  private static void table(PrintWriter out, Evaluation figures) {
    out.printf(Locale.ROOT, "records           %d%n", figures.records());
    out.printf(
        Locale.ROOT,
        "accuracy          %.4f  (95 %% interval %.4f to %.4f)%n",
        figures.accuracy(),
        figures.accuracyInterval().get(0),
        figures.accuracyInterval().get(1));
    out.printf(
        Locale.ROOT,
        "macro F1          %.4f  (95 %% interval %.4f to %.4f)%n",
        figures.macroF1(),
        figures.macroF1Interval().get(0),
        figures.macroF1Interval().get(1));
    out.printf(Locale.ROOT, "log loss          %.4f%n", figures.logLoss());
    out.printf(Locale.ROOT, "calibration error %.4f%n%n", figures.calibrationError());
    out.printf(
        Locale.ROOT, "%-20s %9s %9s %9s %9s%n", "class", "precision", "recall", "F1", "support");
    for (Evaluation.ClassFigures figuresOfClass : figures.perClass()) {
      out.printf(
          Locale.ROOT,
          "%-20s %9.4f %9.4f %9.4f %9d%n",
          Printable.line(figuresOfClass.label()),
          figuresOfClass.precision(),
          figuresOfClass.recall(),
          figuresOfClass.f1(),
          figuresOfClass.support());
    }
    out.printf(Locale.ROOT, "%nconfusion (rows true, columns predicted)%n");
    for (int i = 0; i < figures.labels().size(); i++) {
      out.printf(
          Locale.ROOT,
          "%-20s %s%n",
          Printable.line(figures.labels().get(i)),
          figures.confusion().get(i));
    }
  }
}
