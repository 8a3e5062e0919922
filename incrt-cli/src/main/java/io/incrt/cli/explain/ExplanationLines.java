package io.incrt.cli.explain;

import io.incrt.Explanation;
import io.incrt.data.json.Json;
import io.incrt.data.records.BadRecordException;
import io.incrt.report.ExplainPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Explanations as JSON, one object a line; the last line is about all of them. */
final class ExplanationLines {

  private static final double DIGITS = 1e6;

  private ExplanationLines() {}

  /**
   * The line of a record.
   *
   * @param truth its label; empty where it has none
   */
  static String of(Explanation explanation, String truth) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", explanation.id());
    json.put("label", explanation.label());
    json.put("probability", explanation.probability());
    if (!truth.isEmpty()) {
      json.put("truth", truth);
    }
    json.put("method", explanation.method());
    List<Object> pieces = new ArrayList<>();
    for (Explanation.Piece piece : explanation.pieces()) {
      Map<String, Object> own = new LinkedHashMap<>();
      own.put("start", piece.start());
      own.put("end", piece.end());
      own.put("text", piece.text());
      own.put("weight", rounded(piece.weight()));
      pieces.add(own);
    }
    json.put("pieces", pieces);
    List<Object> parts = new ArrayList<>();
    for (Explanation.PartShare part : explanation.parts()) {
      Map<String, Object> own = new LinkedHashMap<>();
      own.put("part", part.part());
      own.put("weight", rounded(part.weight()));
      parts.add(own);
    }
    json.put("parts", parts);
    json.put("logit", rounded(explanation.logit()));
    json.put("bias", rounded(explanation.bias()));
    if (explanation.note() != null) {
      json.put("note", explanation.note());
    }
    return Json.line(json);
  }

  /** The line in the place of a record that cannot be used. */
  static String of(BadRecordException bad) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", bad.id());
    json.put("error", bad.getMessage());
    return Json.line(json);
  }

  /** The last line. */
  static String of(ExplainPage.Summary summary) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("records", summary.records());
    json.put("errors", summary.errors());
    json.put("method", summary.method());
    summary.faithfulness().ifPresent(found -> json.put("faithfulness", found));
    json.put("motifs", summary.motifs());
    return Json.line(Map.of("summary", json));
  }

  private static double rounded(double weight) {
    return Math.round(weight * DIGITS) / DIGITS;
  }
}
