package io.incrt.serve.request;

import java.util.List;

/**
 * What {@code POST /predict} or {@code POST /explain} is asked in one document.
 *
 * @param model its name; null if the request names none
 * @param top how many classes are wanted of each answer, or pieces of each explanation; 0 for all
 * @param single whether one text is asked, not a list of them
 * @param entries the records
 */
public record PredictRequest(String model, int top, boolean single, List<Entry> entries) {

  /** Copies the list. */
  public PredictRequest {
    entries = List.copyOf(entries);
  }
}
