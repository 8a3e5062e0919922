package io.incrt.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Whether answers are what they should be. An answer that is the same to the byte as one that was
 * found right is right: so every answer is looked at, and the generator does not become the
 * bottleneck.
 */
final class AnswerCheck {

  private static final int MOST_REMEMBERED = 8;

  private final Cases cases;
  private final List<List<byte[]>> right = new ArrayList<>();

  AnswerCheck(Cases cases) {
    this.cases = cases;
    cases.cases().forEach(one -> right.add(new ArrayList<>()));
  }

  /** What is wrong with an answer to a case; null if nothing is. */
  String problem(int index, byte... body) {
    List<byte[]> known = right.get(index);
    for (byte[] one : known) {
      if (Arrays.equals(one, body)) {
        return null;
      }
    }
    String problem = problem(cases.cases().get(index), body);
    if (problem == null) {
      if (known.size() == MOST_REMEMBERED) {
        known.remove(0);
      }
      known.add(body.clone());
    }
    return problem;
  }

  private String problem(Cases.Case asked, byte... body) {
    JsonNode answer;
    try {
      answer = Json.mapper().readTree(body);
    } catch (IOException e) {
      return "no JSON";
    }
    JsonNode predictions = answer.path("predictions");
    if (predictions.size() != asked.records()) {
      return "predictions: " + predictions.size() + " for records: " + asked.records();
    }
    String first = null;
    for (List<Map<String, Double>> model : asked.expected()) {
      String problem = problem(model, predictions);
      if (problem == null) {
        return null;
      }
      first = first == null ? problem : first;
    }
    return first;
  }

  private String problem(List<Map<String, Double>> model, JsonNode predictions) {
    for (int i = 0; i < model.size(); i++) {
      Map<String, Double> expected = model.get(i);
      JsonNode prediction = predictions.get(i);
      String label = prediction.path("label").asText();
      double probability = prediction.path("probability").asDouble(Double.NaN);
      double best = expected.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
      // Of classes that are all but equally probable either may be named.
      if (!(expected.getOrDefault(label, 0.0) >= best - 2 * cases.tolerance())
          || !(Math.abs(probability - expected.get(label)) <= cases.tolerance())
          || !agree(expected, prediction.path("probabilities"))) {
        return "record " + i + " should be " + expected + " but is " + prediction;
      }
    }
    return null;
  }

  private boolean agree(Map<String, Double> expected, JsonNode probabilities) {
    return expected.entrySet().stream()
        .allMatch(
            one ->
                Math.abs(probabilities.path(one.getKey()).asDouble(Double.NaN) - one.getValue())
                    <= cases.tolerance());
  }
}
