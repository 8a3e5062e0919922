package io.incrt.lab.rivals;

import io.incrt.lab.study.TrainedRun;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Random search with successive halving (Jamieson and Talwalkar, 2016) over heads, key dimensions
 * and layers. The better half by validation accuracy is trained again from the start with twice the
 * steps, until one candidate is left and gets all of them.
 */
final class RandomSearch {

  private final RunSettings settings;
  private final int candidates;
  private final Trainer trainer;

  /** Trains a network. */
  @FunctionalInterface
  interface Trainer {
    TrainedRun train(String name, RunSettings settings) throws IOException;
  }

  /**
   * What a search ended with.
   *
   * @param chosen the last candidate's run with all steps
   * @param settings that run's
   * @param networks how many were trained in all rounds
   * @param flops of all of them
   */
  record Result(TrainedRun chosen, RunSettings settings, int networks, double flops) {}

  private record Candidate(String name, RunSettings settings) {}

  private record Trial(Candidate candidate, RunSettings settings, TrainedRun run) {}

  /**
   * A search to come.
   *
   * @param settings with all the steps; the candidates differ from them in their size alone
   * @param candidates how many are drawn
   */
  RandomSearch(RunSettings settings, int candidates, Trainer trainer) {
    this.settings = settings;
    this.candidates = candidates;
    this.trainer = trainer;
  }

  Result run() throws IOException {
    Random random = new Random(settings.training().seed());
    List<Candidate> field = new ArrayList<>();
    for (int i = 0; i < candidates; i++) {
      field.add(draw(random));
    }
    long steps = settings.training().steps();
    long budget = Math.max(4, steps * 2 / field.size());
    int networks = 0;
    double flops = 0;
    while (true) {
      List<Trial> round = new ArrayList<>();
      for (Candidate candidate : field) {
        Trial trial = trial(candidate, field.size() == 1 ? steps : Math.min(steps, budget));
        round.add(trial);
        networks++;
        flops += trial.run.flops();
      }
      if (field.size() == 1) {
        return new Result(round.get(0).run, round.get(0).settings, networks, flops);
      }
      round.sort(Comparator.comparingDouble(trial -> -trial.run.validation()));
      field = round.subList(0, field.size() / 2).stream().map(Trial::candidate).toList();
      budget *= 2;
    }
  }

  private Trial trial(Candidate candidate, long steps) throws IOException {
    RunSettings with =
        Settings.with(
            candidate.settings,
            Map.of(
                "training.steps",
                String.valueOf(steps),
                "training.evaluateEvery",
                String.valueOf(Math.max(1, steps / 4))));
    return new Trial(
        candidate, with, trainer.train("search, " + candidate.name + ", " + steps, with));
  }

  private Candidate draw(Random random) {
    int heads = 1 << random.nextInt(5);
    int dimensions = 2 << random.nextInt(4);
    int layers = 1 + random.nextInt(2);
    return new Candidate(
        String.format(Locale.ROOT, "%d layers of %d × %d", layers, heads, dimensions),
        Settings.with(
            settings,
            Map.of(
                "homeostat.enabled", "false",
                "homeostat.evidence.enabled", "false",
                "network.heads", String.valueOf(heads),
                "network.keyDimensions", String.valueOf(dimensions),
                "network.layers", String.valueOf(layers))));
  }
}
