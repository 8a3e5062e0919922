package io.incrt.cli;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.cli.console.Decimals;
import io.incrt.data.json.Json;
import io.incrt.data.records.RecordReader;
import io.incrt.predict.PredictionStream;
import io.incrt.settings.RunSettings;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt predict}. */
@Command(
    name = "predict",
    description = "Label and probabilities for each record, in the order they come in.")
final class PredictCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--data",
      paramLabel = "F",
      defaultValue = "-",
      description = {
        "TSV, CSV or JSONL (text, sentence or sequence), or FASTA; - reads standard input",
        "(default: ${DEFAULT-VALUE})."
      })
  private String data;

  @Option(
      names = "--format",
      paramLabel = "tsv|jsonl",
      defaultValue = "tsv",
      description = "What comes out (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "0",
      description = "Only the N most probable classes; 0 shows all.")
  private int top;

  @Mixin private InputOptions input;

  @Mixin private SettingOptions set;

  @Mixin private DeviceOption where;

  @Override
  public Integer call() throws IOException {
    if (!format.equals("tsv") && !format.equals("jsonl")) {
      throw new ParameterException(
          spec.commandLine(), "choose the format tsv or jsonl, not '" + format + "'");
    }
    if (top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must not be negative");
    }
    RunSettings settings = set.forReading();
    PrintWriter notes = spec.commandLine().getErr();
    try (Incrt opened = model.openForMany(where.device());
        PrintWriter out = buffered(spec.commandLine().getOut())) {
      RecordReader reader = new RecordReader(input.options(settings.data()));
      Counter count = new Counter();
      long start = System.nanoTime();
      PredictionStream.Counts counts =
          opened.predict(
              reader,
              data,
              prediction -> {
                if (count.records == 0) {
                  header(out);
                }
                out.append(line(prediction)).append('\n');
                count.add();
              });
      if (count.records == 0) {
        header(out);
      }
      out.flush();
      InputOptions.tellSkipped(reader, notes);
      InputOptions.tell(counts, opened, notes);
      double seconds = (System.nanoTime() - start) / 1e9;
      notes.printf(
          Locale.ROOT,
          "%s in %.1f s, %.0f a second%n",
          InputOptions.many(count.records),
          seconds,
          count.records / seconds);
    }
    return 0;
  }

  private void header(PrintWriter out) {
    if (format.equals("tsv")) {
      out.print("id\tlabel\tprobability\tprobabilities\tknown\twarning\n");
    }
  }

  /** Buffered standard output; closing it only flushes. */
  private static PrintWriter buffered(PrintWriter out) {
    return new PrintWriter(
        new BufferedWriter(out, 1 << 16) {
          @Override
          public void close() throws IOException {
            flush();
          }
        });
  }

  private static final class Counter {
    private long records;

    void add() {
      records++;
    }
  }

  private String line(Prediction prediction) {
    Map<String, Double> chosen = new LinkedHashMap<>();
    prediction.probabilities().entrySet().stream()
        .limit(top > 0 ? top : Long.MAX_VALUE)
        .forEach(entry -> chosen.put(entry.getKey(), entry.getValue()));
    if (format.equals("jsonl")) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("id", prediction.id());
      json.put("label", prediction.label());
      json.put("probability", prediction.probability());
      json.put("probabilities", chosen);
      json.put("known", prediction.known());
      if (prediction.warning() != null) {
        json.put("warning", prediction.warning());
      }
      return Json.line(json);
    }
    StringBuilder text = new StringBuilder();
    text.append(plain(prediction.id())).append('\t').append(plain(prediction.label())).append('\t');
    text.append(Decimals.six(prediction.probability())).append('\t');
    String separator = "";
    for (Map.Entry<String, Double> entry : chosen.entrySet()) {
      text.append(separator).append(plain(entry.getKey())).append('=');
      text.append(Decimals.six(entry.getValue()));
      separator = " ";
    }
    text.append('\t').append(Decimals.six(prediction.known())).append('\t');
    text.append(prediction.warning() == null ? "" : prediction.warning());
    return text.toString();
  }

  /** A name without characters that would break a table. */
  private static String plain(String text) {
    return text.indexOf('\t') < 0 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0
        ? text
        : text.replaceAll("[\\t\\r\\n]+", " ");
  }
}
