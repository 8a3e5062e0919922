package io.incrt.serve.request;

import java.util.List;

/**
 * What {@code POST /predict} is asked in one document.
 *
 * @param model its name; null if the request names none
 * @param top how many classes are wanted of each answer; 0 for all
 * @param entries the records
 */
public record PredictRequest(String model, int top, List<Entry> entries) {

  /** Copies the list. */
  public PredictRequest {
    entries = List.copyOf(entries);
  }
}
