package io.incrt.train;

import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.model.Network;
import io.incrt.objective.Scores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The best network so far by its validation score, as it was then. */
final class BestModel {

  private static final String PREFIX = "best/";

  private double score = Double.NEGATIVE_INFINITY;
  private long step;
  private Architecture architecture;
  private Map<String, HostTensor> tensors = Map.of();
  private Optional<Scores> scores = Optional.empty();

  /**
   * Takes a network over if its score is better than all before.
   *
   * @param figures all of its scores
   */
  boolean offer(double other, long at, Network network, Scores figures) {
    if (other <= score) {
      return false;
    }
    score = other;
    step = at;
    architecture = network.architecture();
    tensors = network.tensors();
    scores = Optional.of(figures);
    return true;
  }

  /** Lets any score be better from now on, if that is so. */
  void forgetScoreIf(boolean changed) {
    score = changed ? Double.NEGATIVE_INFINITY : score;
  }

  /** Goes on from a checkpoint, taking its own tensors out of those that are stored. */
  void restore(RunState state, Map<String, HostTensor> stored) {
    score = state.bestScore();
    step = state.bestStep();
    architecture = state.bestArchitecture();
    tensors = new LinkedHashMap<>();
    stored.forEach(
        (name, tensor) -> {
          if (name.startsWith(PREFIX)) {
            tensors.put(name.substring(PREFIX.length()), tensor);
          }
        });
    stored.keySet().removeIf(name -> name.startsWith(PREFIX));
  }

  /** Adds its tensors to those of a checkpoint. */
  void store(Map<String, HostTensor> checkpoint) {
    tensors.forEach((name, tensor) -> checkpoint.put(PREFIX + name, tensor));
  }

  /** Whether there is one, and its score is of the task that is learned now. */
  boolean isJudged() {
    return architecture != null && score > Double.NEGATIVE_INFINITY;
  }

  /** Takes note of its scores, which a checkpoint does not keep. */
  void remember(Scores figures) {
    scores = Optional.of(figures);
  }

  /** Its scores on the validation records; unknown after a checkpoint was restored. */
  Optional<Scores> scores() {
    return scores;
  }

  double score() {
    return score;
  }

  long step() {
    return step;
  }

  Architecture architecture() {
    return architecture;
  }

  Map<String, HostTensor> tensors() {
    return tensors;
  }
}
