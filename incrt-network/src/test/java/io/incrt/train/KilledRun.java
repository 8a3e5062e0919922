package io.incrt.train;

import java.nio.file.Path;

/** A run in a process of its own, for tests that kill it: prints a line at every step. */
final class KilledRun {

  private KilledRun() {}

  public static void main(String[] arguments) throws Exception {
    RunListener announce =
        new RunListener() {
          @Override
          public void stepped(Step step) {
            System.out.println(step.number());
          }
        };
    Path folder = Path.of(arguments[0]);
    Runs.write(Runs.train(Runs.order(3), Runs.quick(150), folder, announce, true), folder);
  }
}
