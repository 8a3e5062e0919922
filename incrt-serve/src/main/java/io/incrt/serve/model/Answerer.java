package io.incrt.serve.model;

import io.incrt.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * What answers records: a model, or in tests something that does as it is told. Any number of
 * threads may ask; nobody asks once it is being closed.
 */
public interface Answerer extends AutoCloseable {

  /** What is told of it. */
  ModelCard card();

  /** One answer for each text, in their order. A text that cannot be answered fails alone. */
  List<Answer> answer(List<String> texts);

  /**
   * What in a text spoke for and against the answer to it. Takes much longer than an answer.
   *
   * @return the reasons; empty if the text holds nothing the model could read
   * @throws UnsupportedOperationException if this cannot say
   */
  default Optional<Explanation> explain(String text) {
    throw new UnsupportedOperationException("this model does not say what spoke for an answer");
  }

  @Override
  void close();
}
