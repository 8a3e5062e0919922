package io.incrt.lite;

import io.incrt.folder.RecordEncoder;
import java.util.Collections;
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
public record LitePrediction(
    String id,
    String label,
    double probability,
    double known,
    String warning,
    Map<String, Double> probabilities) {

  static LitePrediction of(
      String id, List<String> labels, float[] answer, RecordEncoder.Encoded record) {
    Map<String, Double> sorted = new LinkedHashMap<>();
    IntStream.range(0, answer.length)
        .boxed()
        .sorted((a, b) -> Float.compare(answer[b], answer[a]))
        .forEach(c -> sorted.put(labels.get(c), (double) answer[c]));
    Map.Entry<String, Double> first = sorted.entrySet().iterator().next();
    return new LitePrediction(
        id,
        first.getKey(),
        first.getValue(),
        record.known(),
        record.warning(),
        Collections.unmodifiableMap(sorted));
  }
}
