package io.incrt.serve.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads and drops what a client still sends after it was refused. Were the connection closed at
 * once, the system would throw the refusal away before many a client had read it.
 */
final class Lingering implements Runnable {

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Request request;
  private final Runnable then;
  private final long begin = System.nanoTime();

  Lingering(Request request, Runnable then) {
    this.request = request;
    this.then = then;
  }

  @Override
  public void run() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      boolean over = chunk.isLast() || Content.Chunk.isFailure(chunk);
      chunk.release();
      if (over || System.nanoTime() - begin > LONGEST_NANOS) {
        then.run();
        return;
      }
    }
  }
}
