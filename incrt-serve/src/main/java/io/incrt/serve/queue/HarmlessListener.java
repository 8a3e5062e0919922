package io.incrt.serve.queue;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import java.lang.System.Logger;
import java.util.List;

/** A listener whose failures are logged: counting may fail, answering goes on. */
final class HarmlessListener implements QueueListener {

  private static final Logger LOG = System.getLogger(HarmlessListener.class.getName());

  private final QueueListener own;

  HarmlessListener(QueueListener own) {
    this.own = own;
  }

  @Override
  public void computed(ModelCard model, List<Answer> answers, long nanos) {
    hear(() -> own.computed(model, answers, nanos));
  }

  @Override
  public void refused(int records) {
    hear(() -> own.refused(records));
  }

  @Override
  public void expired(int records) {
    hear(() -> own.expired(records));
  }

  @Override
  public void broken(int records) {
    hear(() -> own.broken(records));
  }

  private static void hear(Runnable what) {
    try {
      what.run();
    } catch (RuntimeException e) {
      LOG.log(Logger.Level.ERROR, "what a queue does could not be counted", e);
    }
  }
}
