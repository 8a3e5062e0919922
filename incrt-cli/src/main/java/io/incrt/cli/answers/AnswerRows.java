package io.incrt.cli.answers;

import io.incrt.Prediction;
import io.incrt.data.records.BadRecordException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What predict writes: a line for each record, in one of two formats. */
public interface AnswerRows {

  /**
   * What the columns and fields are named; one of the input of the same name becomes {@code
   * input.NAME}.
   */
  List<String> NAMES =
      List.of("id", "label", "probability", "probabilities", "known", "warning", "error");

  /**
   * The first line; empty if the format has none.
   *
   * @param others the other columns of the first record
   */
  String header(Map<String, Object> others);

  /** The line of a prediction. */
  String line(Prediction prediction, Map<String, Object> others);

  /** The line in the place of a record that cannot be used. */
  String line(BadRecordException bad, Map<String, Object> others);

  /**
   * The rows of a format.
   *
   * @param format {@code tsv} or {@code jsonl}
   * @param top only so many of the most probable classes; 0 for all
   */
  static AnswerRows of(String format, int top) {
    return switch (format) {
      case "tsv" -> new TableRows(top);
      case "jsonl" -> new JsonRows(top);
      default ->
          throw new IllegalArgumentException(
              "choose the format tsv or jsonl, not '" + format + "'");
    };
  }

  /** The name of a column of the input among those of the output. */
  static String shown(String name) {
    return NAMES.contains(name) ? "input." + name : name;
  }

  /** The most probable classes. */
  static Map<String, Double> chosen(Prediction prediction, int top) {
    Map<String, Double> chosen = new LinkedHashMap<>();
    prediction.probabilities().entrySet().stream()
        .limit(top > 0 ? top : Long.MAX_VALUE)
        .forEach(entry -> chosen.put(entry.getKey(), entry.getValue()));
    return chosen;
  }
}
