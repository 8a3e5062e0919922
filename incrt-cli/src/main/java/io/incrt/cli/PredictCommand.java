package io.incrt.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.LabelledSequence;
import io.incrt.data.RecordReader;
import io.incrt.network.Predictor;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
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

  private static final int BATCH = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;

  @Mixin private ModelOption model;

  @Option(
      names = "--data",
      paramLabel = "F",
      defaultValue = "-",
      description = {
        "TSV or CSV with a header (text, sentence or sequence), or FASTA; - reads standard input",
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

  @Override
  public Integer call() throws IOException {
    if (!format.equals("tsv") && !format.equals("jsonl")) {
      throw new ParameterException(
          spec.commandLine(), "choose the format tsv or jsonl, not '" + format + "'");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Predictor opened = model.open()) {
      if (format.equals("tsv")) {
        out.println("id\tlabel\tprobability\tprobabilities");
      }
      List<LabelledSequence> waiting = new ArrayList<>();
      InputStream stream = data.equals("-") ? System.in : Files.newInputStream(Path.of(data));
      RecordReader.forEach(
          data.equals("-") ? "standard input" : data,
          stream,
          false,
          sequence -> {
            waiting.add(sequence);
            if (waiting.size() == BATCH) {
              flush(opened, waiting, out);
            }
          });
      flush(opened, waiting, out);
    }
    return 0;
  }

  private void flush(Predictor model, List<LabelledSequence> waiting, PrintWriter out) {
    if (waiting.isEmpty()) {
      return;
    }
    List<List<Double>> probabilities = model.probabilities(waiting);
    for (int i = 0; i < waiting.size(); i++) {
      List<Double> row = probabilities.get(i);
      List<Integer> order =
          IntStream.range(0, row.size())
              .boxed()
              .sorted(Comparator.comparing((Integer c) -> -row.get(c)))
              .limit(top > 0 ? top : row.size())
              .toList();
      Map<String, Double> chosen = new LinkedHashMap<>();
      order.forEach(c -> chosen.put(model.labels().get(c), row.get(c)));
      line(waiting.get(i).id(), model.labels().get(order.get(0)), chosen, out);
    }
    if (out.checkError()) {
      throw new UncheckedIOException(new IOException("standard output could not be written to"));
    }
    waiting.clear();
  }

  private void line(String id, String label, Map<String, Double> chosen, PrintWriter out) {
    try {
      if (format.equals("jsonl")) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("label", label);
        json.put("probability", chosen.get(label));
        json.put("probabilities", chosen);
        out.println(JSON.writeValueAsString(json));
      } else {
        List<String> pairs = new ArrayList<>();
        chosen.forEach(
            (name, value) -> pairs.add(String.format(Locale.ROOT, "%s=%.6f", name, value)));
        out.printf(
            Locale.ROOT,
            "%s\t%s\t%.6f\t%s%n",
            id,
            label,
            chosen.get(label),
            String.join(" ", pairs));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
