package io.incrt.serve.queue;

import java.lang.System.Logger;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records that are answered together: a request, or a piece of a long one.
 *
 * @param texts the records
 * @param letters their characters, summed
 * @param patience how long it may wait for its turn, in nanoseconds
 * @param receiver hears what became of it, once, in a thread that computes: it must not wait
 */
public record Job(List<String> texts, long letters, long patience, Consumer<Outcome> receiver) {

  private static final Logger LOG = System.getLogger(Job.class.getName());

  /** A job; the letters are counted. */
  public static Job of(List<String> texts, long patience, Consumer<Outcome> receiver) {
    return new Job(texts, texts.stream().mapToLong(String::length).sum(), patience, receiver);
  }

  /** Tells what became of it; if the receiver fails, nobody else shall suffer. */
  void tell(Outcome outcome) {
    try {
      receiver.accept(outcome);
    } catch (RuntimeException | Error e) {
      LOG.log(Logger.Level.ERROR, "an outcome could not be received", e);
    }
  }

  int records() {
    return texts.size();
  }
}
