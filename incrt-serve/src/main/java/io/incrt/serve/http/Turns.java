package io.incrt.serve.http;

import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Request;

/**
 * Who reads a body, one at a time: its reader, and when that has no more use for it and the answer
 * is out, whoever drops the rest. An answer may come in any thread, also while the reader reads or
 * waits for more.
 */
final class Turns {

  private final Request request;
  private final BooleanSupplier reader;

  /** More than one for a moment, when one has been told to go on that has just stopped. */
  private int reading;

  private Runnable rest;
  private boolean over;

  /**
   * The turns of a body.
   *
   * @param reader reads what is there; says whether it wants to be called again when there is more
   */
  Turns(Request request, BooleanSupplier reader) {
    this.request = request;
    this.reader = reader;
  }

  /** The reader's turn. */
  void read() {
    synchronized (this) {
      if (over) {
        return;
      }
      reading++;
    }
    if (reader.getAsBoolean()) {
      request.demand(this::readAgain);
      return;
    }
    stop();
  }

  private void readAgain() {
    synchronized (this) {
      reading--;
    }
    read();
  }

  private void stop() {
    Runnable then;
    synchronized (this) {
      reading--;
      then = over || reading > 0 ? null : rest;
      over = over || then != null;
    }
    if (then != null) {
      Lingering.begin(request, then);
    }
  }

  /**
   * Drops what is still to come.
   *
   * @param then what is done after that
   */
  void drop(Runnable then) {
    synchronized (this) {
      if (reading > 0) {
        rest = then;
        Lingering.after(request, this::giveUp);
        return;
      }
      over = true;
    }
    Lingering.begin(request, then);
  }

  /** Nothing more has come for the reader, so it did not hear that it need not go on. */
  private void giveUp() {
    Runnable then;
    synchronized (this) {
      then = over ? null : rest;
      over = true;
    }
    if (then != null) {
      then.run();
    }
  }
}
