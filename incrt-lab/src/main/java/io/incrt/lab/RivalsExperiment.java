package io.incrt.lab;

import io.incrt.data.BuiltinTasks;
import io.incrt.data.Corpus;
import io.incrt.network.RunSettings;
import io.incrt.network.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Other ways to a network of the right size, on the same data with the same recipe: a sweep over
 * static networks, random search with successive halving over heads, key dimensions and layers, and
 * naive Bayes as the floor. The cost counts every network that had to be trained on the way.
 */
public final class RivalsExperiment implements Experiment {

  @Override
  public String name() {
    return "rivals";
  }

  @Override
  public String summary() {
    return "a sweep, a search and naive Bayes beside what was grown, with what each costs";
  }

  /**
   * One way.
   *
   * @param flops of all training on the way, in units of the grown run's
   */
  record Row(
      String way,
      String size,
      double validation,
      double accuracy,
      double macroF1,
      long attentionParameters,
      int trained,
      double flops) {}

  /** rivals.json. */
  record Json(
      long seed,
      Scale scale,
      String task,
      String paper,
      String recomputed,
      List<Row> measured,
      List<TrainedRun> runs) {}

  @Override
  public Result run(Workbench bench) throws IOException {
    String task =
        bench.pick(
            "builtin:order?pairs=2&train=64&held=32",
            "builtin:order?pairs=16",
            "builtin:order?pairs=64&train=16000");
    Corpus corpus = BuiltinTasks.generate(task, bench.seed());
    long steps = bench.pick(24, 1000, 3000);
    RunSettings settings = Study.standard(bench, steps, bench.seed());
    List<TrainedRun> all = new ArrayList<>();
    TrainedRun grown = TrainedRun.of("grown", corpus, settings, bench);
    all.add(grown);
    double unit = cost(grown, settings, corpus);
    List<Row> rows = new ArrayList<>();
    rows.add(row("grown (default)", List.of(grown), grown, 1));

    List<TrainedRun> sweep = new ArrayList<>();
    for (int heads : bench.pick(List.of(1, 2), List.of(1, 2, 4, 8, 16), List.of(1, 2, 4, 8, 16))) {
      sweep.add(
          TrainedRun.of(
              "static, " + heads, corpus, BaselineExperiment.fixed(settings, heads), bench));
    }
    all.addAll(sweep);
    double swept = sweep.stream().mapToDouble(run -> cost(run, settings, corpus)).sum();
    rows.add(row("sweep over static networks", sweep, best(sweep), swept / unit));

    Search search = search(bench, corpus, settings, steps);
    all.addAll(search.runs);
    rows.add(
        row("random search, successive halving", search.runs, search.winner, search.flops / unit));

    NaiveBayes floor = NaiveBayes.learn(corpus);
    rows.add(
        new Row(
            "naive Bayes, tokens and pairs",
            "–",
            floor.accuracy(corpus, corpus.valid()),
            floor.accuracy(corpus, corpus.test()),
            Double.NaN,
            0,
            1,
            0));
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            task,
            "the head count is determined without a search",
            "–",
            rows,
            all);
    return new Result(json, markdown(json), List.of());
  }

  private static TrainedRun best(List<TrainedRun> runs) {
    return runs.stream().max(Comparator.comparingDouble(TrainedRun::validation)).orElseThrow();
  }

  /** The final architecture's cost for all steps: for a grown network more than it was. */
  private static double cost(TrainedRun run, RunSettings settings, Corpus corpus) {
    double n =
        corpus.train().stream()
            .limit(1000)
            .mapToInt(one -> corpus.tokenizer().encode(one.sequence()).length)
            .average()
            .orElse(1);
    return run.steps()
        * Flops.step(
            run.heads(),
            settings.network().width(),
            settings.network().keyDimensions(),
            n,
            settings.training().batchSize(),
            corpus.labels().size());
  }

  private record Search(List<TrainedRun> runs, TrainedRun winner, double flops) {}

  private record Candidate(String name, RunSettings settings) {}

  private static Search search(Workbench bench, Corpus corpus, RunSettings base, long steps)
      throws IOException {
    Random random = new Random(bench.seed());
    List<Candidate> field = new ArrayList<>();
    for (int i = 0; i < bench.pick(2, 8, 16); i++) {
      int heads = 1 << random.nextInt(5);
      int dimensions = 2 << random.nextInt(4);
      int layers = 1 + random.nextInt(2);
      field.add(
          new Candidate(
              String.format(Locale.ROOT, "%d layers of %d × %d", layers, heads, dimensions),
              Settings.with(
                  base,
                  Map.of(
                      "homeostat.enabled", "false",
                      "network.heads", String.valueOf(heads),
                      "network.keyDimensions", String.valueOf(dimensions),
                      "network.layers", String.valueOf(layers)))));
    }
    List<TrainedRun> runs = new ArrayList<>();
    double flops = 0;
    TrainedRun winner = null;
    long budget = Math.max(4, steps * 2 / field.size());
    while (!field.isEmpty()) {
      long now = field.size() == 1 ? steps : Math.min(steps, budget);
      List<TrainedRun> round = new ArrayList<>();
      for (Candidate candidate : field) {
        RunSettings settings =
            Settings.with(
                candidate.settings,
                Map.of(
                    "training.steps",
                    String.valueOf(now),
                    "training.evaluateEvery",
                    String.valueOf(Math.max(1, now / 4))));
        TrainedRun run =
            TrainedRun.of("search, " + candidate.name + ", " + now, corpus, settings, bench);
        round.add(run);
        flops += cost(run, settings, corpus);
      }
      runs.addAll(round);
      winner = best(round);
      if (field.size() == 1) {
        break;
      }
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < field.size(); i++) {
        order.add(i);
      }
      order.sort(Comparator.comparingDouble(i -> -round.get(i).validation()));
      List<Candidate> kept = new ArrayList<>();
      for (int i : order.subList(0, field.size() / 2)) {
        kept.add(field.get(i));
      }
      field = kept;
      budget *= 2;
    }
    return new Search(runs, winner, flops);
  }

  private static Row row(String way, List<TrainedRun> runs, TrainedRun chosen, double flops) {
    String size =
        chosen.heads().size()
            + (chosen.heads().size() == 1 ? " layer, " : " layers, ")
            + chosen.headCount()
            + (chosen.headCount() == 1 ? " head" : " heads");
    return new Row(
        way,
        size,
        chosen.validation(),
        chosen.accuracy(),
        chosen.macroF1(),
        chosen.attentionParameters(),
        runs.size(),
        flops);
  }

  private static String markdown(Json json) {
    MarkdownTable table =
        new MarkdownTable(
            "way",
            "networks trained",
            "chosen",
            "validation",
            "test accuracy",
            "macro F1",
            "parameters in heads",
            "training FLOPs, search included (grown = 1)");
    for (Row row : json.measured()) {
      table.row(
          row.way(),
          row.trained(),
          row.size(),
          String.format(Locale.ROOT, "%.4f", row.validation()),
          String.format(Locale.ROOT, "%.4f", row.accuracy()),
          Double.isNaN(row.macroF1()) ? "–" : String.format(Locale.ROOT, "%.4f", row.macroF1()),
          row.attentionParameters(),
          String.format(Locale.ROOT, "%.2f", row.flops()));
    }
    return "# rivals: other ways to the right size\n\n"
        + "Task: "
        + json.task()
        + ". Chosen by the validation score; the same recipe and steps.\n\n"
        + table
        + "\nThe grown run is counted as if it had had its final size from the start.\n";
  }
}
