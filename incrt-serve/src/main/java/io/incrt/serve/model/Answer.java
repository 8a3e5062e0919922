package io.incrt.serve.model;

/**
 * A model's answer to one record, or why it has none.
 *
 * @param probabilities of the classes, in the order of the labels; null if there is no answer
 * @param known the share of the record's tokens that the model knows
 * @param warning why the answer may mean little; null if nothing speaks against it
 * @param problem why there is no answer; null if there is one
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record Answer(float[] probabilities, double known, String warning, String problem) {

  /** An answer. */
  public static Answer of(float[] probabilities, double known, String warning) {
    return new Answer(probabilities, known, warning, null);
  }

  /** A record that cannot be answered. */
  public static Answer none(String problem) {
    return new Answer(null, 0, null, problem);
  }

  /** Whether there is an answer. */
  public boolean isGiven() {
    return problem == null;
  }

  /** The most probable class. */
  public int best() {
    int best = 0;
    for (int c = 1; c < probabilities.length; c++) {
      if (probabilities[c] > probabilities[best]) {
        best = c;
      }
    }
    return best;
  }
}
