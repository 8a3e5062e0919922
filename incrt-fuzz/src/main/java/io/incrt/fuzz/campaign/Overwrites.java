package io.incrt.fuzz.campaign;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.CorruptFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Two processes that replace one model again and again, while others load it. */
final class Overwrites implements Fault {

  private static final int READERS = 2;
  private static final int LOADS_EACH = 100;

  @Override
  public String name() {
    return "concurrent overwrites of a folder that is being loaded";
  }

  @Override
  public String option() {
    return "overwrites";
  }

  @Override
  public int goal() {
    return 100;
  }

  /** Saves two models by turns until a file says it is enough; prints how often. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[0]);
    Path enough = Path.of(arguments[1]);
    int saved = 0;
    try (Incrt one = Incrt.load(Path.of(arguments[2]));
        Incrt two = Incrt.load(Path.of(arguments[3]))) {
      while (!Files.exists(enough)) {
        (saved % 2 == 0 ? one : two).save(folder);
        saved++;
        Files.writeString(Path.of(arguments[4]), "");
        Thread.sleep(20);
      }
    }
    System.out.println(saved);
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path folder = bench.folder("overwritten");
    Bench.copy(bench.first().folder(), folder);
    Path enough = bench.directory().resolve("enough");
    String one = bench.first().folder().toString();
    String two = bench.second().folder().toString();
    String name = Overwrites.class.getName();
    List<Child> writers = new ArrayList<>();
    for (List<String> order : List.of(List.of(one, two), List.of(two, one))) {
      writers.add(
          Child.start(
              bench.directory(),
              List.of(),
              name,
              folder.toString(),
              enough.toString(),
              order.get(0),
              order.get(1),
              begun(bench, writers.size()).toString()));
    }
    for (int w = 0; w < writers.size(); w++) {
      while (!Files.exists(begun(bench, w)) && writers.get(w).process().isAlive()) {
        Thread.sleep(20);
      }
    }
    AtomicInteger loads = new AtomicInteger();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int r = 0; r < READERS; r++) {
        work.add(() -> load(cases * LOADS_EACH, folder, loads, bench, tally));
      }
      for (Future<Void> ended : readers.invokeAll(work)) {
        ended.get();
      }
    } finally {
      readers.shutdownNow();
      Files.writeString(enough, "");
    }
    int saved = 0;
    for (Child writer : writers) {
      Ending ending = writer.end();
      ending.judge(tally, "a writer");
      saved += Integer.parseInt(new String(ending.out(), StandardCharsets.US_ASCII).strip());
    }
    Files.delete(enough);
    Files.deleteIfExists(begun(bench, 0));
    Files.deleteIfExists(begun(bench, 1));
    for (int i = 0; i < saved; i++) {
      tally.count();
    }
    tally.besides(loads.get() + " loads");
  }

  /** The file by which a writer says that it has begun. */
  private static Path begun(Bench bench, int writer) {
    return bench.directory().resolve("begun-" + writer);
  }

  private static Void load(int most, Path folder, AtomicInteger loads, Bench bench, Tally tally)
      throws IOException {
    while (loads.incrementAndGet() <= most) {
      try {
        List<Prediction> answers = bench.answers(folder);
        if (!answers.equals(bench.first().answers()) && !answers.equals(bench.second().answers())) {
          tally.fail(Tally.Failure.WRONG, "a mixture of two models: " + answers.get(0));
        }
      } catch (CorruptFileException | IllegalArgumentException e) {
        tally.fail(Tally.Failure.LOST, "a load during an overwrite: " + e.getMessage());
      }
    }
    loads.decrementAndGet();
    return null;
  }
}
