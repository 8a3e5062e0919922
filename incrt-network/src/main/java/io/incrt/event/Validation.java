package io.incrt.event;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A validation: a line of metrics.jsonl.
 *
 * @param step steps made
 * @param split the records it was computed on
 * @param best whether its score is the best so far
 * @param heads the key dimensions of every head of every layer
 * @param figures the objective's figures by name, for classes accuracy, macroF1 and logLoss
 */
public record Validation(
    long step,
    String split,
    boolean best,
    List<List<Integer>> heads,
    @JsonAnyGetter @JsonAnySetter Map<String, Double> figures) {

  /** The split by which the best model is selected. */
  public static final String VALID = "valid";

  /** Copies; figures are sorted by name, since readers of JSON do not keep their order. */
  public Validation {
    heads = List.copyOf(heads);
    figures = Collections.unmodifiableMap(new TreeMap<>(figures));
  }

  /** A figure by name; NaN where there is none of that name. */
  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }
}
