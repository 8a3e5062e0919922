package io.incrt.fuzz.campaign;

import io.incrt.base.file.DurableFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Processes that start side by side where the native libraries have not been unpacked yet: each
 * answers as if it were alone.
 */
final class FirstStarts implements Fault {

  /** As many as a user starts at once on a machine of a few cores. */
  private static final int TOGETHER = 3;

  @Override
  public String name() {
    return "first starts side by side";
  }

  @Override
  public String option() {
    return "first-starts";
  }

  @Override
  public int goal() {
    return 20;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    String[] command = {"inspect", "--model", bench.first().folder().toString()};
    byte[] expected = bench.start(List.of(), command).end().out();
    for (int i = 0; i < cases; i++) {
      tally.count();
      Path cache = bench.folder("natives");
      List<String> options = List.of("-Dorg.bytedeco.javacpp.cachedir=" + cache);
      List<Child> children = new ArrayList<>();
      for (int j = 0; j < TOGETHER; j++) {
        children.add(bench.start(options, command));
      }
      for (Child child : children) {
        Ending ending = child.end();
        ending.judge(tally, "a first start beside others");
        if (ending.code() != 0 || !Arrays.equals(expected, ending.out())) {
          tally.fail(
              Tally.Failure.WRONG,
              "a first start beside others ended with " + ending.code() + ": " + ending.err());
        }
      }
      DurableFiles.deleteTree(cache);
    }
    tally.besides(TOGETHER + " processes each");
  }
}
