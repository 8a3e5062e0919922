package io.incrt.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.incrt.Evaluation;
import io.incrt.data.records.RecordReader;
import io.incrt.predict.Predictor;
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
    try (Predictor opened = model.openForMany(where.device())) {
      RunSettings settings = set.forReading();
      RecordReader reader = new RecordReader(input.options(settings.data()));
      PrintWriter notes = spec.commandLine().getErr();
      Evaluation found =
          opened.evaluate(
              reader, data, remarks -> InputOptions.tell(remarks, opened.shape(), notes));
      InputOptions.tellSkipped(reader, notes);
      if (json) {
        out.println(
            new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(found));
      } else {
        table(out, found);
      }
    }
    return 0;
  }

  private static void table(PrintWriter out, Evaluation found) {
    out.printf(Locale.ROOT, "records           %d%n", found.records());
    out.printf(
        Locale.ROOT,
        "accuracy          %.4f  (95 %% interval %.4f to %.4f)%n",
        found.accuracy(),
        found.accuracyInterval().get(0),
        found.accuracyInterval().get(1));
    out.printf(
        Locale.ROOT,
        "macro F1          %.4f  (95 %% interval %.4f to %.4f)%n",
        found.macroF1(),
        found.macroF1Interval().get(0),
        found.macroF1Interval().get(1));
    out.printf(Locale.ROOT, "log loss          %.4f%n", found.logLoss());
    out.printf(Locale.ROOT, "calibration error %.4f%n%n", found.calibrationError());
    out.printf(
        Locale.ROOT, "%-20s %9s %9s %9s %9s%n", "class", "precision", "recall", "F1", "support");
    for (Evaluation.ClassFigures figures : found.perClass()) {
      out.printf(
          Locale.ROOT,
          "%-20s %9.4f %9.4f %9.4f %9d%n",
          figures.label(),
          figures.precision(),
          figures.recall(),
          figures.f1(),
          figures.support());
    }
    out.printf(Locale.ROOT, "%nconfusion (rows true, columns predicted)%n");
    for (int i = 0; i < found.labels().size(); i++) {
      out.printf(Locale.ROOT, "%-20s %s%n", found.labels().get(i), found.confusion().get(i));
    }
  }
}
