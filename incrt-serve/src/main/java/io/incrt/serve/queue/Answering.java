package io.incrt.serve.queue;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Asks the model for the answers to a batch, in the thread that calls, and tells who asked. */
final class Answering {

  private final ModelSlot slot;
  private final QueueListener listener;
  private final Pace pace;
  private final LongSupplier clock;

  /**
   * For batches of one queue.
   *
   * @param pace learns how long they take
   */
  Answering(ModelSlot slot, QueueListener listener, Pace pace, LongSupplier clock) {
    this.slot = slot;
    this.listener = listener;
    this.pace = pace;
    this.clock = clock;
  }

  /** Tells every job of a batch what became of it. */
  void answer(List<Job> batch) {
    List<String> texts = new ArrayList<>();
    batch.forEach(job -> texts.addAll(job.texts()));
    long begin = clock.getAsLong();
    Outcome.Answered all;
    try (ModelSlot.Lease lease = slot.lease()) {
      List<Answer> answers = lease.answerer().answer(texts);
      if (answers.size() != texts.size()) {
        throw new IllegalStateException(
            "the model gave " + answers.size() + " answers to " + texts.size() + " records");
      }
      all = new Outcome.Answered(lease.answerer().card(), answers);
    } catch (RuntimeException | Error e) {
      failed(batch, e);
      return;
    }
    long nanos = clock.getAsLong() - begin;
    pace.learn(texts.size(), nanos);
    listener.computed(all.model(), all.answers(), nanos);
    int from = 0;
    for (Job job : batch) {
      int to = from + job.records();
      job.tell(new Outcome.Answered(all.model(), all.answers().subList(from, to)));
      from = to;
    }
  }

  private void failed(List<Job> batch, Throwable cause) {
    if (batch.size() > 1) {
      // What one request brought about is not the others' to bear.
      batch.forEach(job -> answer(List.of(job)));
    } else {
      listener.broken(batch.get(0).records());
      batch.get(0).tell(new Outcome.Broken(cause));
    }
  }
}
