package io.incrt.fuzz.campaign;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Two processes that train into one folder: one of them trains, the other is told why not. */
final class TwoTrainings implements Fault {

  @Override
  public String name() {
    return "two trainings into one folder";
  }

  @Override
  public String option() {
    return "pairs";
  }

  @Override
  public int goal() {
    return 50;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    for (int i = 0; i < cases; i++) {
      tally.count();
      Path folder = bench.folder("shared");
      Child one = bench.start(List.of(), Bench.training(bench.data("one"), folder, 200));
      Thread.sleep(random.nextInt(300));
      Child two = bench.start(List.of(), Bench.training(bench.data("two"), folder, 200));
      Ending first = one.end();
      Ending second = two.end();
      first.judge(tally, "the first of two trainings");
      second.judge(tally, "the second of two trainings");
      if (first.code() + second.code() != 1) {
        tally.fail(
            Tally.Failure.LOST,
            "two trainings ended with " + first.code() + " and " + second.code());
      } else {
        String label = bench.answers(folder).get(0).label();
        boolean expected = label.matches(first.code() == 0 ? "good|bad" : "dry|wet");
        if (!expected) {
          tally.fail(Tally.Failure.WRONG, "the model is not that of who trained: " + label);
        }
      }
    }
  }
}
