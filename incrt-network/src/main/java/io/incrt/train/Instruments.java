package io.incrt.train;

import io.incrt.geometry.growth.Decision;
import io.incrt.model.Network;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.data.Examples;
import io.incrt.train.judge.Answers;
import io.incrt.train.update.AdamW;

/**
 * Access to the internals of training for benchmarks and experiments. Programs train by {@code
 * io.incrt.Training} instead.
 */
public final class Instruments {

  private Instruments() {}

  /** A trainer at the beginning of a run, to be advanced step by step. */
  public static Trainer trainer(TrainerSetup setup) {
    return Trainer.begin(setup);
  }

  /** A trainer that continues from a position. */
  public static Trainer trainer(
      TrainerSetup setup, Trainer.Position position, ParameterSource parameters) {
    return Trainer.resume(setup, position, parameters);
  }

  /** Lets records that no gradient sees judge the parts of a trainer's network. */
  public static void judge(Trainer trainer, Examples records) {
    trainer.judgedBy(records, (worths, entropy) -> {});
  }

  /** An optimizer for any parameters. */
  public static AdamW optimizer(double weightDecay, double clip) {
    return new AdamW(weightDecay, clip);
  }

  /** Evaluates a network on records. */
  public static Scores evaluate(
      Network network, Objective objective, Examples records, int batchSize) {
    return Answers.evaluate(network, objective, records, batchSize);
  }

  /** Carries out a decision that no Homeostat made. */
  public static void operate(Decision decision, Network network) {
    Surgery.apply(decision, network);
  }
}
