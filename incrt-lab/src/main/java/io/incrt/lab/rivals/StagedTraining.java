package io.incrt.lab.rivals;

import io.incrt.ModelEvaluation;
import io.incrt.data.corpus.Corpus;
import io.incrt.folder.HostTensor;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import io.incrt.train.data.Examples;
import io.incrt.train.update.WeightAverage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A network that is made larger on a schedule, whatever it has learned by then: the steps are
 * divided evenly into stages, and it grows at the beginning of each but the first. The best model
 * of the last stage is kept.
 */
final class StagedTraining {

  private StagedTraining() {}

  /** What a network that is trained becomes at the beginning of a stage. */
  @FunctionalInterface
  interface Growth {
    /**
     * The trainer to go on with: the same, or another, where the first has been closed.
     *
     * @param stage from 1
     */
    Trainer grow(int stage, Trainer trainer, TrainerSetup setup);
  }

  /**
   * What came of it.
   *
   * @param validation the best validation accuracy of the last stage
   * @param flops of all steps
   */
  record Result(double validation, double flops) {}

  /**
   * Trains and writes the best model of the last stage as a model's folder.
   *
   * @param settings of a network that does not grow by itself
   */
  static Result train(Corpus corpus, RunSettings settings, int stages, Growth growth, Path folder)
      throws IOException {
    if (settings.homeostat().enabled() || settings.homeostat().evidence().enabled()) {
      throw new IllegalArgumentException(
          "what grows on a schedule must not grow by itself: homeostat.enabled=false,"
              + " homeostat.evidence.enabled=false");
    }
    Libtorch.load();
    TrainerSetup setup = TrainerSetup.of(corpus, settings, Device.CPU);
    Examples valid = setup.encoded(corpus.valid());
    TrainingSettings recipe = settings.training();
    Trainer trainer = Instruments.trainer(setup);
    double best = -1;
    try {
      for (int stage = 0; stage < stages; stage++) {
        if (stage > 0) {
          trainer = growth.grow(stage, trainer, setup);
        }
        long end = recipe.steps() * (stage + 1) / stages;
        while (trainer.step() < end) {
          trainer.advance();
          boolean due = trainer.step() % recipe.evaluateEvery() == 0 || trainer.step() == end;
          if (stage == stages - 1 && due) {
            Judged judged = judged(trainer, setup, valid, recipe.batchSize());
            if (judged.score > best) {
              best = judged.score;
              write(folder, corpus, setup, settings, trainer, judged);
            }
          }
        }
      }
      return new Result(best, trainer.position().flops());
    } finally {
      trainer.close();
    }
  }

  private record Judged(double score, Map<String, HostTensor> tensors) {}

  /** With averaged weights, as those of every other run are judged. */
  private static Judged judged(Trainer trainer, TrainerSetup setup, Examples valid, int batchSize) {
    return WeightAverage.with(
        trainer.network(),
        () ->
            new Judged(
                Instruments.evaluate(trainer.network(), setup.objective(), valid, batchSize)
                    .of(TrainingSettings.Score.ACCURACY),
                trainer.network().tensors()));
  }

  private static void write(
      Path folder,
      Corpus corpus,
      TrainerSetup setup,
      RunSettings settings,
      Trainer trainer,
      Judged judged)
      throws IOException {
    ModelFolder.write(
        folder,
        new ModelConfig(
            setup.shape(),
            trainer.network().architecture(),
            setup.objective(),
            corpus.tokenizer(),
            settings,
            ModelConfig.Provenance.unknown(
                settings.training().seed(), trainer.step(), judged.score)),
        judged.tensors,
        RunFiles.RunLog.EMPTY,
        ModelEvaluation.NONE);
  }
}
