package io.incrt.cli.answers;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.Prediction;
import io.incrt.base.Decimals;
import io.incrt.data.records.BadRecordException;
import java.util.List;
import java.util.Map;

/**
 * A tab-separated line for each record. The first record says which other columns there are; what
 * later ones have besides is left out, as a table has one header.
 */
final class TableRows implements AnswerRows {

  private final int top;
  private List<String> kept = List.of();

  TableRows(int top) {
    this.top = top;
  }

  @Override
  public String header(Map<String, Object> others) {
    kept = List.copyOf(others.keySet());
    StringBuilder text = new StringBuilder(String.join("\t", NAMES));
    kept.forEach(name -> text.append('\t').append(plain(AnswerRows.shown(name))));
    return text.append('\n').toString();
  }

  @Override
  public String line(Prediction prediction, Map<String, Object> others) {
    StringBuilder text = new StringBuilder();
    text.append(plain(prediction.id())).append('\t').append(plain(prediction.label())).append('\t');
    text.append(Decimals.six(prediction.probability())).append('\t');
    String separator = "";
    for (Map.Entry<String, Double> entry : AnswerRows.chosen(prediction, top).entrySet()) {
      text.append(separator).append(plain(entry.getKey())).append('=');
      text.append(Decimals.six(entry.getValue()));
      separator = " ";
    }
    text.append('\t').append(Decimals.six(prediction.known())).append('\t');
    text.append(prediction.warning() == null ? "" : prediction.warning()).append('\t');
    return with(others, text);
  }

  @Override
  public String line(BadRecordException bad, Map<String, Object> others) {
    StringBuilder text = new StringBuilder(plain(bad.id()));
    text.append("\t\t\t\t\t\t").append(plain(bad.getMessage()));
    return with(others, text);
  }

  private String with(Map<String, Object> others, StringBuilder text) {
    for (String name : kept) {
      Object value = others.getOrDefault(name, "");
      String shown =
          value instanceof JsonNode json && json.isValueNode()
              ? json.asText("")
              : String.valueOf(value);
      text.append('\t').append(plain(shown));
    }
    return text.toString();
  }

  /** A text without characters that would break a table. */
  private static String plain(String text) {
    return text.indexOf('\t') < 0 && text.indexOf('\n') < 0 && text.indexOf('\r') < 0
        ? text
        : text.replaceAll("[\\t\\r\\n]+", " ");
  }
}
