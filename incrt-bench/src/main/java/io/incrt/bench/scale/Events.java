package io.incrt.bench.scale;

import java.util.PriorityQueue;

/**
 * What happens, in the order of time; of what happens at one time, first what was planned first.
 */
final class Events {

  private record Event(double time, long number, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int earlier = Double.compare(time, other.time);
      return earlier != 0 ? earlier : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> queue = new PriorityQueue<>();
  private double now;
  private long planned;

  double now() {
    return now;
  }

  void after(double seconds, Runnable what) {
    queue.add(new Event(now + seconds, planned++, what));
  }

  /** Until nothing is planned any more. */
  void run() {
    while (!queue.isEmpty()) {
      Event next = queue.remove();
      now = next.time;
      next.what.run();
    }
  }
}
