package io.incrt.serve.queue;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import java.util.List;

/** Hears what a queue does, to count it. */
public interface QueueListener {

  /** Hears nothing. */
  QueueListener NONE = new QueueListener() {};

  /** A batch was computed. */
  default void computed(ModelCard model, List<Answer> answers, long nanos) {}

  /** A job was not accepted, since the queue is full. */
  default void refused(int records) {}

  /** A job waited too long. */
  default void expired(int records) {}

  /** A batch failed. */
  default void broken(int records) {}
}
