package io.incrt.cli;

import io.incrt.SeveralRuns;
import io.incrt.Training;
import io.incrt.data.tasks.BuiltinTasks;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options {@code --seeds} and {@code --folds}. */
final class SeveralOptions {

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = {
        "N runs with the seeds from --seed upwards, into DIR/seed-1 and so on: mean and spread",
        "of their scores, and the model that validates best in DIR."
      })
  private Integer seeds;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = {
        "Cross-validation: N runs that leave out one of N parts of the training records each,",
        "into DIR/fold-1 and so on; then a last run on all of them into DIR."
      })
  private Integer folds;

  /** Whether there is more than one run. */
  boolean areWanted() {
    return seeds != null || folds != null;
  }

  /** Refuses what cannot be meant. */
  void requirePossible(String data) {
    if (seeds != null && folds != null) {
      throw refusal(
          "--seeds repeats a training, --folds leaves out parts of its records; choose one");
    }
    requireSeveral("--seeds", seeds, "one run is trained without it");
    requireSeveral("--folds", folds, "there must be a part to learn from and one to leave out");
    if (folds != null && data.startsWith(BuiltinTasks.PREFIX)) {
      throw refusal(
          "--folds deals out the records of a file, but "
              + data
              + " makes its own test records; --seeds repeats it with others");
    }
  }

  private void requireSeveral(String option, Integer number, String why) {
    if (number != null && number < 2) {
      throw refusal(option + " must be 2 or more, not " + number + ": " + why);
    }
  }

  private ParameterException refusal(String words) {
    return new ParameterException(command.commandLine(), words);
  }

  /** The runs that are asked for; empty if it is one. */
  Optional<SeveralRuns> of(Training training) {
    if (!areWanted()) {
      return Optional.empty();
    }
    return Optional.of(
        seeds == null ? SeveralRuns.folds(training, folds) : SeveralRuns.seeds(training, seeds));
  }
}
