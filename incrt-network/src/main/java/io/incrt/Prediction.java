package io.incrt;

import io.incrt.predict.Encoder;
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
 * @param known the share of the record's tokens that the model knows
 * @param warning why the answer may mean little; null if nothing speaks against it
 * @param probabilities every class with its probability, the most probable first
 */
public record Prediction(
    String id,
    String label,
    double probability,
    double known,
    String warning,
    Map<String, Double> probabilities) {

  static Prediction of(String id, List<String> labels, float[] row, Encoder.Known known) {
    Map<String, Double> sorted = new LinkedHashMap<>();
    IntStream.range(0, row.length)
        .boxed()
        .sorted((a, b) -> Float.compare(row[b], row[a]))
        .forEach(c -> sorted.put(labels.get(c), (double) row[c]));
    Map.Entry<String, Double> first = sorted.entrySet().iterator().next();
    return new Prediction(
        id, first.getKey(), first.getValue(), known.share(), known.warning(), sorted);
  }
}
