package io.incrt.fuzz.campaign;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Readers that have had enough, and outputs that take nothing. */
final class ClosedPipes implements Fault {

  private static final int RECORDS = 200_000;

  @Override
  public String name() {
    return "closed pipes, and /dev/full as output";
  }

  @Override
  public String option() {
    return "pipes";
  }

  @Override
  public int goal() {
    return 100;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path many = bench.directory().resolve("many.tsv");
    Files.writeString(many, "text\n" + "a fine and sunny day\n".repeat(RECORDS));
    String model = bench.first().folder().toString();
    String[] predict = {"predict", "--model", model, "--data", many.toString()};
    String[][] others = {
      predict,
      {"evaluate", "--model", model, "--data", bench.data("one").toString()},
      {"inspect", "--model", model},
      {"inspect", "--json", "--model", model},
      {"report", "--model", model},
      {"--help"},
    };
    File full = new File("/dev/full");
    for (int i = 0; i < cases; i++) {
      tally.count();
      if (i % 2 == 0 && full.exists()) {
        String[] command = others[random.nextInt(others.length)];
        Ending ending =
            Child.startInto(full, bench.directory(), "io.incrt.cli.Main", command).end();
        ending.judge(tally, command[0] + " > /dev/full");
        if (ending.code() != 1) {
          tally.fail(Tally.Failure.LOST, command[0] + " > /dev/full: code " + ending.code());
        }
        continue;
      }
      Child child = Child.startPiped(bench.directory(), "io.incrt.cli.Main", predict);
      try (InputStream out = child.process().getInputStream()) {
        out.readNBytes(1 + random.nextInt(5000));
      }
      Ending ending = child.end();
      if (ending.hung()) {
        tally.fail(Tally.Failure.HANG, "predict | head");
      } else if (ending.code() != 1 || !ending.err().isEmpty()) {
        tally.fail(
            Tally.Failure.MESSAGE, "predict | head: code " + ending.code() + ": " + ending.err());
      }
    }
    Files.delete(many);
  }
}
