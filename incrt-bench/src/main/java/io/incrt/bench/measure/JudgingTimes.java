package io.incrt.bench.measure;

import io.incrt.base.Statistics;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Instruments;
import io.incrt.train.StepTimer;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the judging of parts takes of a whole training run of the default. */
public final class JudgingTimes {

  private JudgingTimes() {}

  /**
   * A run, without what comes before its first step and after its last.
   *
   * @param task the built-in task
   * @param steps of the run
   * @param judgements made in it
   * @param seconds the run
   * @param judging the seconds of it that the judgements took
   */
  public record Run(String task, long steps, int judgements, double seconds, double judging) {

    /** What judging takes, as a share of the run. */
    public double share() {
      return judging / seconds;
    }
  }

  /**
   * Trains on a task.
   *
   * @param most the most steps; a run may ask for fewer
   */
  public static Run measure(String task, long most) {
    Libtorch.load();
    Corpus corpus = BuiltinTasks.generate(task, 1);
    RunSettings preset = Settings.with(RunSettings.defaults(), BuiltinTasks.suggestions(task));
    long steps = Math.min(most, preset.training().forData(corpus.train().size()).steps());
    RunSettings settings =
        TrainerSetup.resolved(
            corpus, Settings.with(preset, Map.of("training.steps", String.valueOf(steps))));
    TrainerSetup setup = TrainerSetup.of(corpus, settings, Device.CPU);
    long interval = settings.homeostat().evidence().interval();
    try (Trainer trainer = Instruments.trainer(setup)) {
      Instruments.judge(trainer, setup.encoded(corpus.valid()));
      double[] watched = {0};
      long[] last = {System.nanoTime()};
      trainer.timeWith(
          phase -> {
            long now = System.nanoTime();
            watched[0] += phase == StepTimer.Phase.WATCH ? (now - last[0]) / 1e9 : 0;
            last[0] = now;
          });
      List<Double> judged = new ArrayList<>();
      List<Double> checks = new ArrayList<>();
      long start = System.nanoTime();
      for (long step = 0; step < steps; step++) {
        watched[0] = 0;
        last[0] = System.nanoTime();
        if (trainer.advance().isCheck()) {
          (step > 0 && step % interval == 0 ? judged : checks).add(watched[0]);
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double each = checks.isEmpty() ? 0 : Statistics.median(checks);
      double judging = judged.stream().mapToDouble(time -> Math.max(0, time - each)).sum();
      return new Run(task, steps, judged.size(), seconds, judging);
    }
  }
}
