package io.incrt.serve.queue;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import java.util.List;

/** What became of a job. */
public sealed interface Outcome {

  /**
   * It was answered, all of it by one model.
   *
   * @param model the model that answered, which may have been loaded after the job was accepted
   * @param answers one for each record
   */
  record Answered(ModelCard model, List<Answer> answers) implements Outcome {}

  /** It waited longer than it was allowed to, and was not computed. */
  record Expired() implements Outcome {}

  /** The model failed. */
  record Broken(Throwable cause) implements Outcome {}

  /** The queue was closed before its turn came. */
  record Stopped() implements Outcome {}
}
