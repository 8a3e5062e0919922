package io.incrt.objective;

import io.incrt.settings.TrainingSettings;
import java.util.Map;

/** Accumulates how well answers fit their targets, without keeping the answers. */
public interface Scores {

  /** Counts one answer, as {@link Objective#decode} gives it, against the target of a record. */
  void add(float[] answer, Targets targets, int record);

  /** The number of answers counted. */
  int records();

  /** The figure that the best model is selected by; larger is better. */
  double of(TrainingSettings.Score chosen);

  /** Every figure by name, in the order they are shown. */
  Map<String, Double> figures();
}
