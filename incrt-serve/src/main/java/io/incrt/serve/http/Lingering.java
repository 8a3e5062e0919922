package io.incrt.serve.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads and drops what a client still sends after it was refused. Were the connection closed at
 * once, the system would throw the refusal away before many a client had read it. Nobody waits for
 * a client that sends nothing more.
 */
final class Lingering {

  private static final long LONGEST_MILLIS = 1000;

  private final Request request;
  private final Runnable then;
  private boolean over;

  private Lingering(Request request, Runnable then) {
    this.request = request;
    this.then = then;
  }

  /**
   * Begins to.
   *
   * @param then what is done when all was dropped, or after a while
   */
  static void begin(Request request, Runnable then) {
    Lingering lingering = new Lingering(request, then);
    after(request, lingering::end);
    lingering.read();
  }

  /** Does something when no client is waited for any longer. */
  static void after(Request request, Runnable what) {
    request.getComponents().getScheduler().schedule(what, LONGEST_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void read() {
    while (!over) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this::read);
        return;
      }
      boolean last = chunk.isLast() || Content.Chunk.isFailure(chunk);
      chunk.release();
      if (last) {
        end();
      }
    }
  }

  private synchronized void end() {
    if (!over) {
      over = true;
      then.run();
    }
  }
}
