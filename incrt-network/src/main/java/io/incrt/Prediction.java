package io.incrt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A model's prediction for one record.
 *
 * @param id the record's name
 * @param label the most probable class
 * @param probability its probability
 * @param probabilities every class with its probability, the most probable first
 */
public record Prediction(
    String id, String label, double probability, Map<String, Double> probabilities) {

  static Prediction of(String id, List<String> labels, float[] row) {
    Map<String, Double> sorted = new LinkedHashMap<>();
    IntStream.range(0, row.length)
        .boxed()
        .sorted((a, b) -> Float.compare(row[b], row[a]))
        .forEach(c -> sorted.put(labels.get(c), (double) row[c]));
    Map.Entry<String, Double> first = sorted.entrySet().iterator().next();
    return new Prediction(id, first.getKey(), first.getValue(), sorted);
  }
}
