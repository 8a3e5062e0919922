package io.incrt.examples;

import io.incrt.Incrt;
import io.incrt.TrainingEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Prints what happens in a run as it happens. */
public final class FollowRun {

  private FollowRun() {}

  /** Takes a file of records, and the folder the model goes to. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: FollowRun FILE MODEL");
      return;
    }
    Incrt.training()
        .data(Path.of(args[0]))
        .set("network.width", "16")
        .set("training.steps", "60")
        .listener(FollowRun::print)
        .run(Path.of(args[1]));
  }

  private static void print(TrainingEvent event) {
    if (event instanceof TrainingEvent.Validated made) {
      System.out.printf(
          Locale.ROOT, "step %d: %.3f%s%n", made.step(), made.score(), made.best() ? ", best" : "");
    } else if (event instanceof TrainingEvent.PartProven proven) {
      System.out.println("step " + proven.step() + ": proven: " + proven.part().part());
    } else if (event instanceof TrainingEvent.Growth growth) {
      System.out.println(growth.event());
    } else if (event instanceof TrainingEvent.Saved saved) {
      System.out.println("saved in " + saved.folder());
    } else if (event instanceof TrainingEvent.Failed failed) {
      System.out.println("failed: " + failed.cause().getMessage());
    }
  }
}
