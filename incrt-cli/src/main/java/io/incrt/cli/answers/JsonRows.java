package io.incrt.cli.answers;

import io.incrt.Prediction;
import io.incrt.data.json.Json;
import io.incrt.data.records.BadRecordException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object for each record; other fields follow as they came in. */
record JsonRows(int top) implements AnswerRows {

  @Override
  public String header(Map<String, Object> others) {
    return "";
  }

  @Override
  public String line(Prediction prediction, Map<String, Object> others) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", prediction.id());
    json.put("label", prediction.label());
    json.put("probability", prediction.probability());
    json.put("probabilities", AnswerRows.chosen(prediction, top));
    json.put("known", prediction.known());
    if (prediction.warning() != null) {
      json.put("warning", prediction.warning());
    }
    return with(others, json);
  }

  @Override
  public String line(BadRecordException bad, Map<String, Object> others) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", bad.id());
    json.put("error", bad.getMessage());
    return with(others, json);
  }

  private static String with(Map<String, Object> others, Map<String, Object> json) {
    others.forEach((name, value) -> json.put(AnswerRows.shown(name), value));
    return Json.line(json);
  }
}
