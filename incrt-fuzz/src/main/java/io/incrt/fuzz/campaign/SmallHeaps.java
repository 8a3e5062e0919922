package io.incrt.fuzz.campaign;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Too little memory, for every command: one line, never a hang. */
final class SmallHeaps implements Fault {

  private static final int LONG = 6_000_000;

  @Override
  public String name() {
    return "a Java heap that is too small";
  }

  @Override
  public String option() {
    return "heaps";
  }

  @Override
  public int goal() {
    return 100;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path large = bench.directory().resolve("large.tsv");
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < 4; i++) {
      text.append("fine day ".repeat(LONG / 9)).append(i % 2 == 0 ? "\tgood\n" : "\tbad\n");
    }
    Files.writeString(large, text);
    String model = bench.first().folder().toString();
    int failed = 0;
    for (int i = 0; i < cases; i++) {
      tally.count();
      Path folder = bench.folder("starved");
      String[] command =
          switch (i % 5) {
            case 0 -> new String[] {"predict", "--model", model, "--data", large.toString()};
            case 1 -> new String[] {"evaluate", "--model", model, "--data", large.toString()};
            case 2 -> Bench.training(large, folder, 20);
            case 3 -> new String[] {"inspect", "--model", model};
            default -> new String[] {"report", "--model", model};
          };
      Ending ending = bench.start(List.of("-Xmx" + (8 + random.nextInt(90)) + "m"), command).end();
      ending.judge(tally, command[0] + " with a small heap");
      failed += ending.code() == 0 ? 0 : 1;
    }
    tally.besides(failed + " failed with one line, the others had enough");
    Files.delete(large);
  }
}
