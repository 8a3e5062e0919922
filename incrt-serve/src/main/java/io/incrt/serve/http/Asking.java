package io.incrt.serve.http;

import io.incrt.serve.queue.Batcher;
import io.incrt.serve.queue.Job;
import io.incrt.serve.queue.Outcome;
import io.incrt.serve.queue.ServedModel;
import java.lang.System.Logger;
import java.util.List;
import java.util.function.Consumer;

/** Asks a model for one document, and tells the client where there is no answer. */
final class Asking {

  static final Logger LOG = System.getLogger(Asking.class.getName());

  static final String STOPPED = "the server is shutting down; ask another";
  static final String BROKEN = "the model failed to answer; the server's log says why";

  private Asking() {}

  static void ask(
      Exchange exchange,
      ServedModel model,
      List<String> texts,
      long patience,
      Consumer<Outcome.Answered> then) {
    exchange.model(model.name());
    exchange.addRecords(texts.size());
    Job job = Job.of(texts, patience, outcome -> tell(exchange, outcome, then));
    Batcher.Admission admission = model.queue().ask(job);
    if (admission != Batcher.Admission.ACCEPTED) {
      refuse(exchange, model, admission);
    }
  }

  /** Tells a client that its request was not accepted. */
  static void refuse(Exchange exchange, ServedModel model, Batcher.Admission admission) {
    if (admission == Batcher.Admission.CLOSED) {
      exchange.error(503, STOPPED);
    } else {
      exchange.error(429, full(model), model.queue().secondsUntilRoom());
    }
  }

  private static String full(ServedModel model) {
    return "the queue of the model " + model.name() + " is full; try again";
  }

  private static void tell(Exchange exchange, Outcome outcome, Consumer<Outcome.Answered> then) {
    if (outcome instanceof Outcome.Answered answered) {
      try {
        then.accept(answered);
      } catch (RuntimeException e) {
        LOG.log(Logger.Level.ERROR, "an answer could not be written", e);
        exchange.error(500, BROKEN);
      }
    } else {
      exchange.error(status(outcome), why(outcome));
    }
  }

  /** The status of a job that was not answered. */
  static int status(Outcome outcome) {
    if (outcome instanceof Outcome.Expired) {
      return 504;
    }
    return outcome instanceof Outcome.Stopped ? 503 : 500;
  }

  /** Why a job was not answered; what broke is for the log. */
  static String why(Outcome outcome) {
    if (outcome instanceof Outcome.Expired) {
      return "the request waited longer for its turn than it may; try again";
    }
    if (outcome instanceof Outcome.Broken broken) {
      LOG.log(Logger.Level.ERROR, "the model failed: " + broken.cause(), broken.cause());
      return BROKEN;
    }
    return STOPPED;
  }
}
