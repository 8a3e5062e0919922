package io.incrt.serve.http;

import io.incrt.serve.request.RefusedException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Gathers a body that is one document. No thread waits for a slow client; memory grows with what
 * came, not with what was announced.
 */
final class BodyReader {

  /** What is done with a whole body. */
  @FunctionalInterface
  interface Receiver {
    /** Takes the body. */
    void accept(byte[] bytes, int length);
  }

  private static final int FIRST = 1 << 12;

  private final Exchange exchange;
  private final int most;
  private final BodyBudget budget;
  private final Duration patience;
  private final Receiver receiver;
  private byte[] bytes = new byte[0];
  private int length;
  private boolean over;
  private Scheduler.Task timeout;

  BodyReader(Exchange exchange, int most, BodyBudget budget, Duration patience, Receiver receiver) {
    this.exchange = exchange;
    this.most = most;
    this.budget = budget;
    this.patience = patience;
    this.receiver = receiver;
  }

  /** Begins to read; the receiver is called when all is there, or nobody is. */
  void start() {
    if (exchange.request().getLength() > most) {
      exchange.error(413, tooLarge());
      return;
    }
    read();
  }

  private String tooLarge() {
    return "the body has more than "
        + most
        + " bytes; send many records as JSON lines (application/x-ndjson)";
  }

  private synchronized void read() {
    while (!over) {
      Content.Chunk chunk = exchange.request().read();
      if (chunk == null) {
        if (timeout == null) {
          timeout =
              exchange
                  .request()
                  .getComponents()
                  .getScheduler()
                  .schedule(this::late, patience.toMillis(), TimeUnit.MILLISECONDS);
        }
        exchange.request().demand(this::read);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        failed(chunk.getFailure());
        return;
      }
      String problem = add(chunk.getByteBuffer());
      boolean last = chunk.isLast();
      chunk.release();
      if (problem != null) {
        stop();
        return;
      }
      if (last) {
        whole();
        return;
      }
    }
  }

  /** Adds a piece; what is wrong has been answered if it is not null. */
  private String add(ByteBuffer piece) {
    int more = piece.remaining();
    if ((long) length + more > most) {
      exchange.error(413, tooLarge());
      return "too large";
    }
    if (length + more > bytes.length) {
      int wanted = (int) Math.min(most, Math.max(FIRST, 2L * (length + more)));
      if (!budget.take(wanted - bytes.length)) {
        exchange.error(503, "the server has no memory left for this body; try again");
        return "no memory";
      }
      bytes = Arrays.copyOf(bytes, wanted);
    }
    piece.get(bytes, length, more);
    length += more;
    return null;
  }

  private void whole() {
    exchange.consumed();
    if (timeout != null) {
      // What follows may take long, and whoever comes late waits for it.
      timeout.cancel();
    }
    try {
      receiver.accept(bytes, length);
    } catch (RefusedException e) {
      exchange.refused(e);
    } catch (RuntimeException | Error e) {
      Front.failed(exchange, e);
    } finally {
      stop();
    }
  }

  private void stop() {
    if (timeout != null) {
      timeout.cancel();
    }
    over = true;
    budget.give(bytes.length);
    bytes = new byte[0];
  }

  private void failed(Throwable cause) {
    if (cause instanceof TimeoutException) {
      late();
      return;
    }
    stop();
    if (exchange.claim()) {
      exchange.fail(cause);
    }
  }

  private synchronized void late() {
    if (over) {
      return;
    }
    stop();
    // There is nothing to read for now, and what comes later is not waited for.
    exchange.consumed();
    exchange.response().getHeaders().put("Connection", "close");
    exchange.error(408, "the body did not come within " + patience.toSeconds() + " s");
  }
}
