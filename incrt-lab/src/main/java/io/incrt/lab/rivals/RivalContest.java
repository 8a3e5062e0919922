package io.incrt.lab.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.study.BaselineExperiment;
import io.incrt.lab.study.Flops;
import io.incrt.lab.study.Study;
import io.incrt.lab.study.TrainedRun;
import io.incrt.settings.RunSettings;
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
 * Every way to a network on one task with one seed: grown, swept over sizes, pruned, stacked and
 * searched for, beside the classical models. Each is charged for all training on the way.
 */
final class RivalContest {

  private static final int DOUBLINGS = 2;

  private final Workbench bench;
  private final String task;
  private final Corpus corpus;
  private final RunSettings settings;
  private final long steps;
  private final List<TrainedRun> runs = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  RivalContest(Workbench bench, String task, Corpus corpus, long seed) {
    this.bench = bench;
    this.task = task;
    this.corpus = corpus;
    this.steps = bench.pick(24, 1000, 3000);
    this.settings = Study.geometry(bench, steps, seed);
  }

  /** Every network trained as a run of its own. */
  List<TrainedRun> runs() {
    return runs;
  }

  /** What could not be compared, and why. */
  List<String> remarks() {
    return remarks;
  }

  /** Trains and judges all of them, the grown network first. */
  List<Rival> hold() throws IOException {
    List<Rival.Entrant> entrants = new ArrayList<>();
    TrainedRun grown = trained("grown", settings);
    entrants.add(entrant("grown (geometry)", 1, grown, settings, cost(grown, settings)));
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
    TrainedRun run = TrainedRun.of(name, corpus, with, bench);
    runs.add(run);
    return run;
  }

  /** The final architecture's cost for all steps: for a grown network more than it was. */
  private double cost(TrainedRun run, RunSettings with) {
    return run.steps() * Flops.step(run.heads(), with, corpus);
  }

  private Rival.Entrant entrant(
      String way, int networks, TrainedRun chosen, RunSettings with, double flops) {
    return new Rival.Entrant(
        way,
        TrainedRun.folder(chosen.name(), corpus, with, bench),
        chosen.validation(),
        networks,
        flops);
  }

  private List<Rival.Entrant> sweepAndPruning(TrainedRun grown) throws IOException {
    List<Rival.Entrant> entrants = new ArrayList<>();
    List<TrainedRun> sweep = new ArrayList<>();
    double flops = 0;
    List<Integer> sizes = bench.pick(List.of(1, 2), List.of(1, 4, 16), List.of(1, 2, 4, 8, 16));
    for (int heads : sizes) {
      TrainedRun run = trained("static, " + heads, fixed(heads));
      sweep.add(run);
      flops += cost(run, fixed(heads));
    }
    TrainedRun best = Collections.max(sweep, Comparator.comparingDouble(TrainedRun::validation));
    entrants.add(
        entrant("sweep over static networks", sweep.size(), best, fixed(best.headCount()), flops));

    TrainedRun large = sweep.get(sweep.size() - 1);
    Path model = TrainedRun.folder(large.name(), corpus, fixed(large.headCount()), bench);
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
          double trainingOn = stage.steps() * Flops.step(large.heads(), settings, corpus);
          entrants.add(
              new Rival.Entrant(
                  way + " " + target,
                  bench.work().resolve(stage.folder()),
                  stage.validation(),
                  1,
                  cost(large, settings) + trainingOn));
        });
    return entrants;
  }

  /** One layer, then two, then four, of four heads each. */
  private Rival.Entrant stacking() throws IOException {
    RunSettings flat = fixed(bench.pick(1, 4, 4));
    Path folder =
        KeptResults.folder(
            TrainedRun.folder("stacking", corpus, flat, bench), "doubled", List.of(DOUBLINGS));
    ProgressiveStacking.Result result =
        KeptResults.of(
            folder.resolve("stacking.json"),
            new TypeReference<>() {},
            () -> {
              bench.progress().accept("progressive stacking: " + steps + " steps");
              return ProgressiveStacking.train(corpus, flat, DOUBLINGS, folder);
            });
    List<Integer> layer =
        Collections.nCopies(flat.network().heads(), flat.network().keyDimensions());
    double flops = 0;
    for (int layers : result.layers()) {
      flops +=
          steps
              * Flops.step(Collections.nCopies(layers, layer), flat, corpus)
              / result.layers().size();
    }
    return new Rival.Entrant("progressive stacking", folder, result.validation(), 1, flops);
  }

  private Rival.Entrant search() throws IOException {
    RandomSearch search =
        new RandomSearch(settings, bench.pick(2, 8, 16), this::trained, this::cost);
    RandomSearch.Result result = search.run();
    return entrant(
        "random search, successive halving",
        result.networks(),
        result.chosen(),
        result.settings(),
        result.flops());
  }
}
