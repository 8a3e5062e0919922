package io.incrt.serve.model;

import java.util.List;

/**
 * What answers records: a model, or in tests something that does as it is told. Any number of
 * threads may ask; nobody asks once it is being closed.
 */
public interface Answerer extends AutoCloseable {

  /** What is told of it. */
  ModelCard card();

  /** One answer for each text, in their order. A text that cannot be answered fails alone. */
  List<Answer> answer(List<String> texts);

  @Override
  void close();
}
