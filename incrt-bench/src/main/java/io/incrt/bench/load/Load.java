package io.incrt.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Asks a server from one thread, over connections that stay open.
 *
 * <p>In an open loop every request has a moment at which it is due, drawn beforehand. Its time runs
 * from then on, also while it waits for a connection, so that a server that stalls is not asked
 * less and does not look faster for it. In a closed loop a request is due when the answer before it
 * is there.
 */
final class Load {

  private static final int BUFFER = 1 << 17;
  private static final double NANOS = 1e9;

  /** The most that is slept at a time while answers may come that nobody would look at. */
  private static final long NAP = 100_000;

  /** A request that comes this soon is not waited for by the selector, which counts in ms. */
  private static final long SOON = 2_000_000;

  private final LoadPlan plan;
  private final List<byte[]> requests = new ArrayList<>();
  private final Cases cases;
  private final Tally tally;
  private final BooleanSupplier stopped;
  private final Deque<Connection> free = new ArrayDeque<>();
  private final Deque<Long> waiting = new ArrayDeque<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private final Random random;
  private Selector selector;
  private int connections;
  private int asking;
  private int next;
  private long timedFrom;
  private long end;
  private double nextDue;

  /**
   * A load to come.
   *
   * @param stopped whether to end before the time
   */
  Load(LoadPlan plan, Cases cases, BooleanSupplier stopped) {
    this.plan = plan;
    this.cases = cases;
    this.stopped = stopped;
    this.tally = new Tally(new AnswerCheck(cases));
    this.random = new Random(plan.seed());
    cases.cases().forEach(one -> requests.add(one.request(plan.port(), plan.path())));
  }

  /** Asks until the time is over and every answer is there. */
  LoadReport run() throws IOException {
    double before = processorSeconds();
    long begin = System.nanoTime();
    timedFrom = begin + (long) (plan.warmSeconds() * NANOS);
    end = timedFrom + (long) (plan.seconds() * NANOS);
    nextDue = begin;
    long last;
    try (Selector opened = Selector.open()) {
      selector = opened;
      loop();
      last = System.nanoTime();
      selector.keys().forEach(key -> gone((Connection) key.attachment(), "no answer came"));
    }
    double processor = (processorSeconds() - before) / ((last - begin) / NANOS);
    double timed = Math.max(1e-3, (Math.min(last, end) - timedFrom) / NANOS);
    return tally.report(timed, processor);
  }

  private static double processorSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toNanos() / NANOS)
        .orElse(0.0);
  }

  private void loop() throws IOException {
    while (true) {
      long now = System.nanoTime();
      if (now < end && stopped.getAsBoolean()) {
        end = now;
      }
      boolean over = now >= end;
      if (over) {
        tally.unsent(waiting.size());
        waiting.clear();
        if (asking == 0 || now - end > plan.patienceSeconds() * NANOS) {
          return;
        }
      } else if (plan.isOpen()) {
        arrive(now);
      } else {
        fill(now);
      }
      await(now, over);
      handle();
    }
  }

  /** Requests that are due by now go out, as far as there are connections. */
  private void arrive(long now) {
    while (nextDue <= now) {
      waiting.add((long) nextDue);
      tally.offered(nextDue >= timedFrom);
      nextDue += -Math.log(1 - random.nextDouble()) * NANOS / plan.rate();
    }
    while (!waiting.isEmpty() && (!free.isEmpty() || connections < plan.connections())) {
      send(waiting.poll());
    }
  }

  /** Every connection asks. */
  private void fill(long now) {
    int most = plan.connections();
    for (int i = 0; i < most && (!free.isEmpty() || connections < most); i++) {
      tally.offered(now >= timedFrom);
      send(now);
    }
  }

  private void send(long due) {
    int index = next;
    next = (next + 1) % requests.size();
    tally.sent(System.nanoTime() - due, due >= timedFrom);
    Connection connection = free.poll();
    try {
      if (connection == null) {
        connection = Connection.open(plan.port(), selector);
        connections++;
      }
      asking++;
      connection.ask(index, due, requests.get(index));
    } catch (IOException e) {
      if (connection == null) {
        tally.unconnected(e.getMessage());
      } else {
        gone(connection, e.getMessage());
      }
    }
  }

  private void await(long now, boolean over) throws IOException {
    if (over || !plan.isOpen()) {
      // Where nobody listens, do not try all the time.
      selector.select(over || connections > 0 ? 20 : 1);
      return;
    }
    if (!waiting.isEmpty()) {
      selector.select(1);
      return;
    }
    long gap = (long) nextDue - now;
    if (gap > SOON) {
      selector.select(Math.min(20, TimeUnit.NANOSECONDS.toMillis(gap)));
    } else if (selector.selectNow() == 0 && gap > 0) {
      LockSupport.parkNanos(Math.min(NAP, gap));
      selector.selectNow();
    }
  }

  private void handle() {
    for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
      SelectionKey key = keys.next();
      keys.remove();
      Connection connection = (Connection) key.attachment();
      try {
        if (key.isConnectable() || key.isWritable()) {
          connection.proceed();
        }
        if (key.isReadable()) {
          read(connection);
        }
      } catch (IOException e) {
        gone(connection, e.getMessage());
      } catch (ResponseReader.NoHttpException e) {
        asking--;
        connection.answered();
        tally.wrong(e.getMessage());
        drop(connection);
      }
    }
  }

  private void read(Connection connection) throws IOException, ResponseReader.NoHttpException {
    ResponseReader.Response response = connection.read(buffer);
    if (response == null) {
      return;
    }
    if (!connection.isAsking()) {
      tally.wrong("an answer that nobody asked for, status " + response.status());
      drop(connection);
      return;
    }
    long now = System.nanoTime();
    connection.answered();
    asking--;
    boolean counts = plan.isOpen() ? connection.due() >= timedFrom : now >= timedFrom && now < end;
    tally.answered(
        connection.index(),
        cases.cases().get(connection.index()).records(),
        response,
        now - connection.due(),
        counts);
    if (response.close()) {
      drop(connection);
    } else {
      free.add(connection);
    }
  }

  /** A connection ended; if a request was on it, that is lost. */
  private void gone(Connection connection, String why) {
    if (connection.isAsking()) {
      asking--;
      if (connection.hasSent()) {
        tally.lost(why);
      } else {
        tally.unconnected(why);
      }
      connection.answered();
    }
    drop(connection);
  }

  private void drop(Connection connection) {
    connection.close();
    free.remove(connection);
    connections--;
  }
}
