package io.incrt.fuzz.campaign;

import io.incrt.Incrt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Eight threads that predict with one model, which is closed under their hands. */
final class Crowds implements Fault {

  private static final int THREADS = 8;
  private static final int SHORTEST_LIFE_MILLIS = 5;
  private static final int LONGEST_LIFE_MILLIS = 300;
  private static final int LONGEST_WAIT_SECONDS = 120;

  @Override
  public String name() {
    return "8 threads on one model, closed meanwhile (seconds)";
  }

  @Override
  public String option() {
    return "seconds";
  }

  @Override
  public int goal() {
    return 300;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    long end = System.nanoTime() + cases * 1_000_000_000L;
    AtomicLong predictions = new AtomicLong();
    long closes = 0;
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    try {
      while (System.nanoTime() < end) {
        Incrt model = Incrt.load(bench.first().folder());
        List<Callable<Void>> work = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
          work.add(() -> predict(model, predictions, bench, tally));
        }
        work.add(
            () -> {
              int span = LONGEST_LIFE_MILLIS - SHORTEST_LIFE_MILLIS;
              Thread.sleep(SHORTEST_LIFE_MILLIS + random.nextInt(span));
              model.close();
              return null;
            });
        List<Future<Void>> running = new ArrayList<>();
        work.forEach(task -> running.add(threads.submit(task)));
        for (Future<Void> ended : running) {
          try {
            ended.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
          } catch (TimeoutException e) {
            tally.fail(Tally.Failure.HANG, "a thread does not end after the model is closed");
            return;
          }
        }
        closes++;
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < cases; i++) {
      tally.count();
    }
    tally.besides(predictions.get() + " predictions, " + closes + " closes");
  }

  private static Void predict(Incrt model, AtomicLong predictions, Bench bench, Tally tally)
      throws Exception {
    try {
      while (true) {
        if (!bench.answers(model).equals(bench.first().answers())) {
          tally.fail(Tally.Failure.WRONG, "another answer in a crowd");
        }
        predictions.addAndGet(bench.first().answers().size());
      }
    } catch (IllegalStateException e) {
      if (!"the model is closed".equals(e.getMessage())) {
        tally.fail(Tally.Failure.MESSAGE, e.toString());
      }
    } catch (RuntimeException e) {
      tally.fail(Tally.Failure.TRACE, e.toString());
    }
    return null;
  }
}
