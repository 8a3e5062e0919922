package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.LayerMeasurement;
import io.incrt.geometry.policy.DepthPolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.model.Architecture;
import io.incrt.settings.RunSettings;
import io.incrt.settings.RunSettings.NetworkSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.settings.TrainingSettings.ClassWeights;
import io.incrt.settings.TrainingSettings.Score;
import java.util.ArrayList;
import java.util.List;

/** Small runs for tests. */
final class Runs {

  private Runs() {}

  /** A small order task. */
  static Corpus order(int pairs) {
    return new OrderTask(pairs, 12, 50, 600, 100).generate(1);
  }

  /** A few hundred quick steps in which heads are born. */
  static RunSettings quick(long steps) {
    HomeostatSettings policy = HomeostatSettings.defaults();
    policy =
        policy
            .withWidth(policy.width().withTimes(20, 20).withTau(0.4))
            .withDepth(new DepthPolicy(true, 0, 0, 0.05, 0.1, 0, 0.25, 40, 60, 2));
    return new RunSettings(
        NetworkSettings.seed(16, 4, false, 32),
        new TrainingSettings(
            steps,
            16,
            3e-3,
            10,
            0.1,
            0.01,
            1,
            0.1,
            0.05,
            0,
            ClassWeights.AUTO,
            Score.ACCURACY,
            0,
            25,
            3),
        policy);
  }

  /** Remembers what it is told. */
  static final class Log implements TrainingRun.Listener {

    final List<Decision> decisions = new ArrayList<>();
    final List<Double> scores = new ArrayList<>();
    long steps;

    long count(Class<? extends Decision> kind) {
      return decisions.stream().filter(kind::isInstance).count();
    }

    @Override
    public void stepped(
        long step, double loss, List<LayerMeasurement> found, Architecture architecture) {
      steps = step;
    }

    @Override
    public void decided(Decision decision) {
      decisions.add(decision);
    }

    @Override
    public void validated(long step, double score, boolean best) {
      scores.add(score);
    }
  }
}
