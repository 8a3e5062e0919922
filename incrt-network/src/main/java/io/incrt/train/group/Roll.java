package io.incrt.train.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Tells which member is lost when an exchange fails: each says twice a second that it is alive, and
 * how many exchanges it has begun. Rank 0 judges, so that all name the same one; where it says
 * nothing, it is rank 0.
 */
final class Roll implements AutoCloseable {

  private static final Duration BEAT = Duration.ofMillis(500);

  /** What is silent for so long is lost. */
  private static final Duration SILENT = BEAT.multipliedBy(5);

  /** How long rank 0 leaves its judgement for the others to read, and they wait for it. */
  private static final Duration READING = Duration.ofSeconds(2);

  /** How long the store may take to answer: where rank 0 hangs, it does not. */
  private static final Duration ANSWERING = Duration.ofSeconds(10);

  private static final Duration WAITING = SILENT.plus(READING).plusSeconds(2);
  private static final String VERDICT = "lost";

  private final Member member;
  private final Meeting meeting;
  private final AtomicLong begun = new AtomicLong();
  private final Thread beating;
  private volatile boolean ended;

  /** Begins, with a connection of its own. */
  Roll(Member member) {
    this.member = member;
    Duration patience = member.patience().compareTo(ANSWERING) < 0 ? member.patience() : ANSWERING;
    this.meeting = Meeting.of(member, false, patience);
    this.beating = new Thread(this::beat, "incrt-beat");
    beating.setDaemon(true);
    beating.start();
  }

  /** An exchange begins. */
  void begun() {
    begun.incrementAndGet();
  }

  private void beat() {
    for (long beats = 0; !ended; beats++) {
      try {
        synchronized (meeting) {
          if (!ended) {
            meeting.set(key(member.rank()), beats + " " + begun.get());
          }
        }
      } catch (RuntimeException e) {
        // Rank 0 is gone; who waits for an exchange is told so.
        return;
      }
      pause(BEAT);
    }
  }

  private static String key(int rank) {
    return "alive/" + rank;
  }

  /** Why an exchange failed, as far as can be told. */
  LostMemberException why(RuntimeException problem) {
    return new LostMemberException(
        verdict()
            + "; the others cannot go on without it; --resume goes on from the last checkpoint",
        problem);
  }

  private String verdict() {
    try {
      return member.rank() == 0 ? judged() : heard();
    } catch (RuntimeException e) {
      return gone(0);
    }
  }

  private String gone(int rank) {
    return member.words(rank)
        + " does not answer any more: it was killed or hangs, or its machine cannot be reached";
  }

  private String heard() {
    long deadline = System.nanoTime() + WAITING.toNanos();
    while (System.nanoTime() < deadline) {
      Optional<String> said = read(VERDICT);
      if (said.isPresent()) {
        return said.get();
      }
      pause(BEAT);
    }
    return gone(0);
  }

  private String judged() {
    List<String> before = alive();
    pause(SILENT);
    List<String> after = alive();
    List<Integer> silent = new ArrayList<>();
    int last = 0;
    for (int rank = 1; rank < member.size(); rank++) {
      if (before.get(rank).equals(after.get(rank))) {
        silent.add(rank);
      }
      last = exchanges(after.get(rank)) < exchanges(after.get(last)) ? rank : last;
    }
    String verdict;
    if (silent.size() == 1) {
      verdict = gone(silent.get(0));
    } else if (!silent.isEmpty()) {
      verdict =
          "the ranks "
              + silent.stream().map(String::valueOf).collect(Collectors.joining(", "))
              + " of "
              + member.size()
              + " do not answer any more: they were killed or hang, or their machines cannot be"
              + " reached";
    } else {
      verdict =
          member.words(last)
              + " is alive, but did not come to the exchange within "
              + member.patience().toSeconds()
              + " s ("
              + Member.PATIENCE
              + "): it is too slow or waits for something";
    }
    synchronized (meeting) {
      meeting.set(VERDICT, verdict);
    }
    pause(READING);
    return verdict;
  }

  private static long exchanges(String beat) {
    return beat.isEmpty() ? 0 : Long.parseLong(beat.substring(beat.indexOf(' ') + 1));
  }

  private List<String> alive() {
    List<String> beats = new ArrayList<>();
    for (int rank = 0; rank < member.size(); rank++) {
      beats.add(read(key(rank)).orElse(""));
    }
    return beats;
  }

  private Optional<String> read(String key) {
    synchronized (meeting) {
      return meeting.get(key);
    }
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended = true;
    synchronized (meeting) {
      meeting.close();
    }
  }
}
