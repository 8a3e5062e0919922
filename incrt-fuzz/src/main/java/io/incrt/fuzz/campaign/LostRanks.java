package io.incrt.fuzz.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * SIGKILL of one of two to four processes that train jointly, at any moment from their start to
 * their end: all end at once, one line names the one that was killed, nobody is left, and the
 * resumed run ends as one of as many ranks that nothing happened to.
 */
final class LostRanks implements Fault {

  private static final int STEPS = 60;
  private static final int FEWEST = 2;
  private static final int MOST = 4;

  /** A run that nothing happened to. */
  private record Whole(String digest, long millis) {}

  @Override
  public String name() {
    return "SIGKILL of one rank of `launch`, resumed";
  }

  @Override
  public String option() {
    return "ranks";
  }

  @Override
  public int goal() {
    return 200;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Map<Integer, Whole> wholes = new HashMap<>();
    int runs = 0;
    for (int made = 0; made < cases; runs++) {
      int ranks = FEWEST + runs % (MOST - FEWEST + 1);
      if (!wholes.containsKey(ranks)) {
        wholes.put(ranks, whole(ranks, bench));
      }
      Whole whole = wholes.get(ranks);
      Path folder = bench.folder("lost-rank");
      // Killed up to three times on its way, and then left alone.
      for (int kills = 1 + random.nextInt(3); kills > 0 && made < cases; kills--) {
        if (kill(
            ranks, (long) (random.nextDouble() * whole.millis), folder, random, bench, tally)) {
          made++;
          tally.count();
        }
      }
      Ending ending = bench.start(List.of(), launch(ranks, bench, folder)).end();
      ending.judge(tally, "launch --resume after a rank was killed");
      if (ending.code() != 0 || !Kills.digest(folder).equals(whole.digest)) {
        tally.fail(Tally.Failure.LOST, ranks + " ranks end with another model: " + ending.err());
      }
    }
    tally.besides(
        runs
            + " runs of 2 to 4 ranks resumed to their end, each held against one that nothing"
            + " happened to");
  }

  private static Whole whole(int ranks, Bench bench) throws Exception {
    Path folder = bench.folder("whole-" + ranks);
    long start = System.nanoTime();
    Ending ending = bench.start(List.of(), launch(ranks, bench, folder)).end();
    if (ending.code() != 0) {
      throw new IOException("a run that nothing happened to: " + ending.err());
    }
    return new Whole(Kills.digest(folder), (System.nanoTime() - start) / 1_000_000);
  }

  private static String[] launch(int ranks, Bench bench, Path folder) {
    List<String> arguments = new ArrayList<>(List.of("launch", "--ranks", String.valueOf(ranks)));
    arguments.addAll(List.of(Bench.training(bench.data("one"), folder, STEPS)));
    arguments.add("--resume");
    return arguments.toArray(String[]::new);
  }

  /** Whether there was a rank to be killed. */
  private static boolean kill(
      int ranks, long after, Path folder, Random random, Bench bench, Tally tally)
      throws Exception {
    Child launched = bench.start(List.of(), launch(ranks, bench, folder));
    Thread.sleep(after);
    List<ProcessHandle> alive = launched.process().children().toList();
    boolean killed = alive.size() == ranks && alive.get(random.nextInt(ranks)).destroyForcibly();
    Ending ending = launched.end();
    ending.judge(tally, "launch, of which a rank was killed after " + after + " ms");
    if (alive.stream().anyMatch(ProcessHandle::isAlive)) {
      tally.fail(Tally.Failure.HANG, "a rank was left over");
      alive.forEach(ProcessHandle::destroyForcibly);
    }
    boolean named = ending.err().contains("of " + ranks + " was killed (signal 9)");
    if (killed && ending.code() != 0 && !named) {
      tally.fail(Tally.Failure.MESSAGE, "nobody is named: " + ending.err());
    }
    return killed && ending.code() != 0;
  }
}
