package io.incrt.lab.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.study.BaselineExperiment;
import io.incrt.lab.study.TrainedRun;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every way to a network on one task with one seed: grown by evidence, by energies, and by
 * gradients on a schedule; swept over sizes, pruned, stacked and searched for; beside the classical
 * models. All but those have the parts of the default recipe; each is charged for all training on
 * the way.
 */
final class RivalContest {

  /** What the others are measured against. */
  static final String GROWN = "grown by evidence (the default)";

  static final String SWEEP = "sweep over static networks";

  private static final int DOUBLINGS = 2;

  private final Workbench bench;
  private final String task;
  private final Corpus corpus;
  private final RunSettings settings;
  private final long steps;
  private final List<TrainedRun> runs = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /**
   * A contest to come.
   *
   * @param settings those of the network that grows by evidence; no linear model stands beside it
   */
  RivalContest(Workbench bench, String task, Corpus corpus, RunSettings settings) {
    this.bench = bench;
    this.task = task;
    this.corpus = corpus;
    this.steps = settings.training().steps();
    this.settings = settings;
  }

  /** Every network trained as a run of its own. */
  List<TrainedRun> runs() {
    return runs;
  }

  /** What could not be compared, and why. */
  List<String> remarks() {
    return remarks;
  }

  /** Trains and judges all of them, the network grown by evidence first. */
  List<Rival> hold() throws IOException {
    List<Rival.Entrant> entrants = new ArrayList<>();
    TrainedRun grown = trained("grown", settings);
    entrants.add(entrant(GROWN, 1, grown, settings, grown.flops()));
    RunSettings byEnergies = Settings.with(settings, Map.of("homeostat.evidence.enabled", "false"));
    TrainedRun energies = trained("grown by energies", byEnergies);
    entrants.add(entrant("grown by energies", 1, energies, byEnergies, energies.flops()));
    entrants.add(byGradients());
    entrants.addAll(sweepAndPruning(grown));
    entrants.add(stacking());
    entrants.add(search());
    List<Rival> rivals = new ArrayList<>(Rival.judge(task, corpus, entrants));
    NaiveBayes bayes = NaiveBayes.learn(corpus);
    rivals.add(
        Rival.classical(task, "naive Bayes, tokens and pairs", "–", corpus, bayes::classify));
    LinearNgrams linear = LinearNgrams.learn(corpus);
    rivals.add(
        Rival.classical(
            task,
            "linear SVM, tokens and pairs",
            linear.parameters() + " weights",
            corpus,
            linear::classify));
    return rivals;
  }

  private TrainedRun trained(String name, RunSettings with) throws IOException {
    TrainedRun run = TrainedRun.of(task + ", " + name, corpus, with, bench);
    runs.add(run);
    return run;
  }

  private Rival.Entrant entrant(
      String way, int networks, TrainedRun chosen, RunSettings with, double flops) {
    return new Rival.Entrant(
        way,
        TrainedRun.folder(chosen.name(), corpus, with, bench),
        chosen.validation(),
        networks,
        steps,
        flops);
  }

  private List<Rival.Entrant> sweepAndPruning(TrainedRun grown) throws IOException {
    List<Rival.Entrant> entrants = new ArrayList<>();
    Map<Integer, TrainedRun> sweep = new LinkedHashMap<>();
    double flops = 0;
    List<Integer> sizes =
        bench.pick(List.of(0, 1, 2), List.of(0, 1, 2, 4), List.of(0, 1, 2, 4, 8, 16));
    for (int heads : sizes) {
      TrainedRun run = trained("static, " + heads, fixed(heads));
      sweep.put(heads, run);
      flops += run.flops();
    }
    // Of equally good ones the smallest.
    int best =
        Collections.max(sizes, Comparator.comparingDouble(heads -> sweep.get(heads).validation()));
    entrants.add(entrant(SWEEP, sweep.size(), sweep.get(best), fixed(best), flops));

    int most = sizes.get(sizes.size() - 1);
    TrainedRun large = sweep.get(most);
    Path model = TrainedRun.folder(large.name(), corpus, fixed(most), bench);
    int records = bench.pick(32, 1000, 4000);
    List<PruningRivals.Stage> byImportance =
        PruningRivals.byImportance(model, corpus, records, bench);
    entrants.addAll(pruned("pruned by gradient importance", byImportance, large, grown));
    List<PruningRivals.Stage> byGates =
        PruningRivals.byGates(model, corpus, Math.max(2, steps / 10), bench);
    entrants.addAll(pruned("pruned by gates (L0)", byGates, large, grown));
    return entrants;
  }

  private RunSettings fixed(int heads) {
    return BaselineExperiment.fixed(settings, heads);
  }

  private List<Rival.Entrant> pruned(
      String way, List<PruningRivals.Stage> stages, TrainedRun large, TrainedRun grown) {
    Map<String, Optional<PruningRivals.Stage>> targets = new LinkedHashMap<>();
    targets.put("to as many heads", PruningRivals.ofCount(stages, grown.headCount()));
    targets.put("to equal validation", PruningRivals.asGoodAs(stages, grown.validation()));
    List<Rival.Entrant> entrants = new ArrayList<>();
    targets.forEach(
        (target, reached) -> {
          if (reached.isEmpty()) {
            remarks.add(
                String.format(
                    "%s, seed %d: %s %s was not reached.",
                    task, settings.training().seed(), way, target));
            return;
          }
          PruningRivals.Stage stage = reached.get();
          // Trained on with all heads, some of them closed.
          double trainingOn = large.flops() * stage.steps() / large.steps();
          entrants.add(
              new Rival.Entrant(
                  way + " " + target,
                  bench.work().resolve(stage.folder()),
                  stage.validation(),
                  1,
                  steps,
                  large.flops() + trainingOn));
        });
    return entrants;
  }

  /** One head, then two, then four, each where the gradient of its W_O is largest. */
  private Rival.Entrant byGradients() throws IOException {
    RunSettings one = fixed(1);
    Path folder = staged("gradients", one);
    StagedTraining.Result result =
        kept(folder, () -> GradientGrowth.train(corpus, one, DOUBLINGS, folder));
    return new Rival.Entrant(
        "grown by gradients, on a schedule", folder, result.validation(), 1, steps, result.flops());
  }

  /** One layer, then two, then four, of four heads each. */
  private Rival.Entrant stacking() throws IOException {
    RunSettings flat = fixed(bench.pick(1, 4, 4));
    Path folder = staged("stacking", flat);
    StagedTraining.Result result =
        kept(folder, () -> ProgressiveStacking.train(corpus, flat, DOUBLINGS, folder));
    return new Rival.Entrant(
        "progressive stacking", folder, result.validation(), 1, steps, result.flops());
  }

  private Path staged(String way, RunSettings with) {
    return KeptResults.folder(
        TrainedRun.folder(task + ", " + way, corpus, with, bench), "doubled", List.of(DOUBLINGS));
  }

  private StagedTraining.Result kept(Path folder, KeptResults.Work<StagedTraining.Result> work)
      throws IOException {
    return KeptResults.of(
        folder.resolve("stages.json"),
        new TypeReference<>() {},
        () -> {
          bench.progress().accept(folder.getFileName() + ": " + steps + " steps");
          return work.result();
        });
  }

  private Rival.Entrant search() throws IOException {
    RandomSearch search = new RandomSearch(settings, bench.pick(2, 4, 16), this::trained);
    RandomSearch.Result result = search.run();
    return entrant(
        "random search, successive halving",
        result.networks(),
        result.chosen(),
        result.settings(),
        result.flops());
  }
}
