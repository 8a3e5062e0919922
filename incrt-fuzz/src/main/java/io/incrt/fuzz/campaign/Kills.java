package io.incrt.fuzz.campaign;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.store.ModelFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * SIGKILL at any moment of a training run, which then resumes, is killed again, and so on to its
 * end: the model must be whole after every kill once there is one, and the same to the bit at last.
 */
final class Kills implements Fault {

  private static final int STEPS = 120;
  private static final int WORKERS = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final List<String> COMPARED =
      List.of("model.safetensors", "growth.jsonl", "metrics.jsonl", "certificate.json");

  @Override
  public String name() {
    return "SIGKILL of `train`, resumed";
  }

  @Override
  public String option() {
    return "kills";
  }

  @Override
  public int goal() {
    return 1000;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path reference = bench.folder("unkilled");
    long start = System.nanoTime();
    Ending whole = bench.start(List.of(), run(bench, reference)).end();
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (whole.code() != 0) {
      tally.fail(Tally.Failure.LOST, "the run that was not killed: " + whole.err());
      return;
    }
    String expected = digest(reference);
    ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    try {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int w = 0; w < WORKERS; w++) {
        int worker = w;
        long seed = random.nextLong();
        work.add(
            () -> {
              Path folder = bench.folder("killed-" + worker);
              return kill(
                  cases / WORKERS + (worker < cases % WORKERS ? 1 : 0),
                  new Random(seed),
                  millis,
                  folder,
                  expected,
                  bench,
                  tally);
            });
      }
      int runs = 0;
      for (Future<Integer> ended : workers.invokeAll(work)) {
        runs += ended.get();
      }
      tally.besides(runs + " runs resumed to their end, each held against one that was not killed");
    } finally {
      workers.shutdownNow();
    }
  }

  private static String[] run(Bench bench, Path folder) {
    List<String> arguments =
        new ArrayList<>(List.of(Bench.training(bench.data("one"), folder, STEPS)));
    arguments.add("--resume");
    return arguments.toArray(String[]::new);
  }

  /** Of what must be the same to the bit. */
  static String digest(Path folder) throws IOException {
    Digests digest = Digests.sha256();
    for (String name : COMPARED) {
      digest.add(Files.readAllBytes(folder.resolve(name)));
    }
    return digest.hex();
  }

  private static int kill(
      int kills,
      Random random,
      long longest,
      Path folder,
      String expected,
      Bench bench,
      Tally tally)
      throws Exception {
    int runs = 0;
    boolean had = false;
    for (int made = 0; made < kills; ) {
      Child child = bench.start(List.of(), run(bench, folder));
      if (child.killAfter((long) (random.nextDouble() * longest))) {
        made++;
        tally.count();
        had = holdsModel(folder, had, tally);
        continue;
      }
      Ending ending = child.end();
      ending.judge(tally, "train --resume after kills");
      if (ending.code() != 0 || !digest(folder).equals(expected)) {
        tally.fail(Tally.Failure.LOST, "another model after kills: " + ending.err());
      }
      runs++;
      had = false;
      folder = bench.folder(folder.getFileName().toString());
    }
    return runs;
  }

  /** Whether there is a model now; one that was there must be there still. */
  private static boolean holdsModel(Path folder, boolean before, Tally tally) throws IOException {
    try {
      ModelFolder.open(folder);
      return true;
    } catch (IllegalArgumentException e) {
      if (before) {
        tally.fail(Tally.Failure.LOST, "there was a model before the kill: " + e.getMessage());
      }
      return false;
    } catch (CorruptFileException e) {
      tally.fail(Tally.Failure.LOST, e.getMessage());
      return before;
    }
  }
}
