package io.incrt.serve.explain;

import io.incrt.Explanation;
import java.util.List;
import java.util.Optional;

/** What became of a request for explanations. */
public sealed interface Reasons {

  /**
   * They were found.
   *
   * @param explanations one for each text; empty for one that holds nothing the model could read
   */
  record Found(List<Optional<Explanation>> explanations) implements Reasons {
    /** Copies the list. */
    public Found {
      explanations = List.copyOf(explanations);
    }
  }

  /** The model cannot say. */
  record Unsupported(String why) implements Reasons {}

  /** The request waited longer than it may. */
  record Expired() implements Reasons {}

  /** The model failed. */
  record Broken(Throwable cause) implements Reasons {}

  /** The server stops. */
  record Stopped() implements Reasons {}
}
