package io.incrt.lab.rivals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.study.BaselineExperiment;
import io.incrt.lab.study.Flops;
import io.incrt.lab.study.Study;
import io.incrt.lab.study.TrainedRun;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Other ways to a network of the right size, on the same data with the same recipe: a sweep over
 * static networks; the largest of them pruned by gradient importance and by gates; progressive
 * stacking; random search with successive halving over heads, key dimensions and layers; naive
 * Bayes and a linear model as the floor. The cost counts every network trained on the way.
 */
public final class RivalsExperiment implements Experiment {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String name() {
    return "rivals";
  }

  @Override
  public String summary() {
    return "sweep, pruning, stacking, search and classical models beside what was grown";
  }

  /** rivals.json. */
  public record Json(
      long seed,
      Scale scale,
      List<Study.Claim> paper,
      List<Study.Claim> recomputed,
      List<Rival> measured,
      List<TrainedRun> runs,
      List<String> remarks) {}

  @Override
  public String markdown(JsonNode json) {
    return markdown(ResultFiles.parse(json, Json.class));
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    List<Rival> rivals = new ArrayList<>();
    List<TrainedRun> runs = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (int i = 0; i < bench.pick(1, 1, 3); i++) {
      long seed = bench.seed() + i;
      for (Map.Entry<String, Corpus> task : tasks(bench, seed).entrySet()) {
        Contest contest = new Contest(bench, task.getKey(), task.getValue(), seed);
        rivals.addAll(contest.run());
        runs.addAll(contest.runs);
        remarks.addAll(contest.remarks);
      }
    }
    remarks.add(
        "A grown run is counted as if it had had its final size from the start. Pruning by gates is"
            + " charged for every phase up to the one chosen, and both kinds of pruning for the static"
            + " network they begin with.");
    Json json =
        new Json(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim(
                    "search", "none: the head count is determined during one training run"),
                new Study.Claim(
                    "post-hoc pruning",
                    "starts from an overparameterised model, INCRT never does")),
            List.of(),
            rivals,
            runs,
            remarks);
    return new Result(json, markdown(json), List.of());
  }

  private static Map<String, Corpus> tasks(Workbench bench, long seed) throws IOException {
    Map<String, Corpus> tasks = new LinkedHashMap<>();
    String order =
        bench.pick(
            "builtin:order?pairs=2&train=64&held=32",
            "builtin:order?pairs=16",
            "builtin:order?pairs=64&train=16000");
    tasks.put(order, BuiltinTasks.generate(order, seed));
    Optional<Path> trec = bench.data().map(data -> data.resolve("trec")).filter(Files::isDirectory);
    if (trec.isPresent()) {
      tasks.put(
          "TREC",
          new CorpusFiles(
                  trec.get().resolve("train.tsv").toString(),
                  Optional.empty(),
                  Optional.of(trec.get().resolve("test.tsv").toString()),
                  Optional.of(Kind.TEXT))
              .read(ReadOptions.defaults(), seed, 128)
              .corpus());
    }
    return tasks;
  }

  /** All ways on one task. */
  private static final class Contest {
    private final Workbench bench;
    private final String task;
    private final Corpus corpus;
    private final RunSettings settings;
    private final long steps;
    private final List<TrainedRun> runs = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    Contest(Workbench bench, String task, Corpus corpus, long seed) {
      this.bench = bench;
      this.task = task;
      this.corpus = corpus;
      this.steps = bench.pick(24, 1000, 3000);
      this.settings = Study.standard(bench, steps, seed);
    }

    List<Rival> run() throws IOException {
      List<Rival.Entrant> entrants = new ArrayList<>();
      TrainedRun grown = trained("grown", settings);
      entrants.add(entrant("grown (default)", List.of(grown), grown, settings, cost(grown)));
      entrants.addAll(sweepAndPruning(grown));
      entrants.add(stacking());
      entrants.add(search());
      List<Rival> rivals = new ArrayList<>(Rival.judge(task, corpus, entrants));
      NaiveBayes bayes = NaiveBayes.learn(corpus);
      rivals.add(
          Rival.classical(
              task,
              "naive Bayes, tokens and pairs",
              "–",
              corpus,
              one -> bayes.classify(corpus, one)));
      LinearNgrams linear = LinearNgrams.learn(corpus);
      rivals.add(
          Rival.classical(
              task,
              "logistic regression, tokens and pairs",
              linear.parameters() + " weights",
              corpus,
              one -> linear.classify(corpus, one)));
      return rivals;
    }

    private TrainedRun trained(String name, RunSettings with) throws IOException {
      TrainedRun run = TrainedRun.of(name, corpus, with, bench);
      runs.add(run);
      return run;
    }

    /** The final architecture's cost for all steps: for a grown network more than it was. */
    private double cost(TrainedRun run) {
      return run.steps() * Flops.step(run.heads(), settings, corpus);
    }

    private Rival.Entrant entrant(
        String way, List<TrainedRun> made, TrainedRun chosen, RunSettings with, double flops) {
      return new Rival.Entrant(
          way,
          TrainedRun.folder(chosen.name(), corpus, with, bench),
          chosen.validation(),
          made.size(),
          flops);
    }

    private List<Rival.Entrant> sweepAndPruning(TrainedRun grown) throws IOException {
      List<Rival.Entrant> entrants = new ArrayList<>();
      List<TrainedRun> sweep = new ArrayList<>();
      List<Integer> sizes = bench.pick(List.of(1, 2), List.of(1, 4, 16), List.of(1, 2, 4, 8, 16));
      for (int heads : sizes) {
        sweep.add(trained("static, " + heads, BaselineExperiment.fixed(settings, heads)));
      }
      TrainedRun best = best(sweep);
      entrants.add(
          entrant(
              "sweep over static networks",
              sweep,
              best,
              BaselineExperiment.fixed(settings, best.headCount()),
              sweep.stream().mapToDouble(this::cost).sum()));

      TrainedRun large = sweep.get(sweep.size() - 1);
      Path model =
          TrainedRun.folder(
              large.name(), corpus, BaselineExperiment.fixed(settings, large.headCount()), bench);
      int records = bench.pick(32, 1000, 4000);
      List<PruningRivals.Stage> important =
          PruningRivals.byImportance(model, corpus, records, bench);
      entrants.addAll(pruned("pruned by gradient importance", important, large, grown));
      List<PruningRivals.Stage> gated =
          PruningRivals.byGates(model, corpus, Math.max(2, steps / 10), bench);
      entrants.addAll(pruned("pruned by gates (L0)", gated, large, grown));
      return entrants;
    }

    private List<Rival.Entrant> pruned(
        String way, List<PruningRivals.Stage> stages, TrainedRun large, TrainedRun grown) {
      Map<String, Optional<PruningRivals.Stage>> chosen = new LinkedHashMap<>();
      chosen.put("to as many heads", PruningRivals.ofCount(stages, grown.headCount()));
      chosen.put("to equal validation", PruningRivals.asGoodAs(stages, grown.validation()));
      List<Rival.Entrant> entrants = new ArrayList<>();
      chosen.forEach(
          (target, found) -> {
            if (found.isEmpty()) {
              remarks.add(task + ": " + way + " " + target + " was not reached.");
              return;
            }
            PruningRivals.Stage stage = found.get();
            double flops =
                cost(large) + stage.steps() * Flops.step(large.heads(), settings, corpus);
            entrants.add(
                new Rival.Entrant(
                    way + " " + target,
                    bench.work().resolve(stage.folder()),
                    stage.validation(),
                    1,
                    flops));
          });
      return entrants;
    }

    /** One layer, then two, then four, of four heads each. */
    private Rival.Entrant stacking() throws IOException {
      RunSettings flat = BaselineExperiment.fixed(settings, bench.pick(1, 4, 4));
      Path folder = TrainedRun.folder("stacking", corpus, flat, bench);
      Path known = folder.resolve("stacking.json");
      ProgressiveStacking.Result result;
      if (Files.exists(known)) {
        result = JSON.readValue(Files.readAllBytes(known), ProgressiveStacking.Result.class);
      } else {
        bench.progress().accept("progressive stacking: " + steps + " steps");
        Files.createDirectories(folder);
        result = ProgressiveStacking.train(corpus, flat, 2, folder);
        DurableFiles.write(known, JSON.writeValueAsBytes(result));
      }
      double flops = 0;
      for (int layers : result.layers()) {
        List<Integer> layer =
            Collections.nCopies(flat.network().heads(), flat.network().keyDimensions());
        flops +=
            steps
                * Flops.step(Collections.nCopies(layers, layer), settings, corpus)
                / result.layers().size();
      }
      return new Rival.Entrant("progressive stacking", folder, result.validation(), 1, flops);
    }

    private record Candidate(String name, RunSettings settings) {}

    private Rival.Entrant search() throws IOException {
      Random random = new Random(settings.training().seed());
      List<Candidate> field = new ArrayList<>();
      for (int i = 0; i < bench.pick(2, 8, 16); i++) {
        field.add(candidate(random));
      }
      List<TrainedRun> made = new ArrayList<>();
      double flops = 0;
      long budget = Math.max(4, steps * 2 / field.size());
      while (true) {
        long now = field.size() == 1 ? steps : Math.min(steps, budget);
        List<TrainedRun> round = new ArrayList<>();
        List<RunSettings> with = new ArrayList<>();
        for (Candidate one : field) {
          with.add(
              Settings.with(
                  one.settings,
                  Map.of(
                      "training.steps",
                      String.valueOf(now),
                      "training.evaluateEvery",
                      String.valueOf(Math.max(1, now / 4)))));
          TrainedRun run = trained("search, " + one.name + ", " + now, with.get(with.size() - 1));
          round.add(run);
          flops += cost(run);
        }
        made.addAll(round);
        if (field.size() == 1) {
          return entrant(
              "random search, successive halving", made, round.get(0), with.get(0), flops);
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
    }

    private Candidate candidate(Random random) {
      int heads = 1 << random.nextInt(5);
      int dimensions = 2 << random.nextInt(4);
      int layers = 1 + random.nextInt(2);
      return new Candidate(
          String.format(Locale.ROOT, "%d layers of %d × %d", layers, heads, dimensions),
          Settings.with(
              settings,
              Map.of(
                  "homeostat.enabled", "false",
                  "network.heads", String.valueOf(heads),
                  "network.keyDimensions", String.valueOf(dimensions),
                  "network.layers", String.valueOf(layers))));
    }
  }

  private static TrainedRun best(List<TrainedRun> runs) {
    return runs.stream().max(Comparator.comparingDouble(TrainedRun::validation)).orElseThrow();
  }

  private static String markdown(Json json) {
    StringBuilder text =
        new StringBuilder("# rivals: other ways to the right size\n\n")
            .append(
                "The same recipe and steps; chosen by the validation score. FLOPs of all training")
            .append(
                " on the way and the time to predict the test records are given in units of the")
            .append(" grown network's.\n");
    Map<String, Map<String, List<Rival>>> byTask = new LinkedHashMap<>();
    for (Rival rival : json.measured()) {
      byTask
          .computeIfAbsent(rival.task(), key -> new LinkedHashMap<>())
          .computeIfAbsent(rival.way(), key -> new ArrayList<>())
          .add(rival);
    }
    byTask.forEach(
        (task, ways) -> {
          MarkdownTable table =
              new MarkdownTable(
                  "way",
                  "networks trained",
                  "chosen",
                  "validation",
                  "test accuracy",
                  "macro F1",
                  "parameters in heads",
                  "training FLOPs",
                  "prediction time");
          ways.forEach(
              (way, found) -> {
                Rival first = found.get(0);
                table.row(
                    way,
                    first.trained(),
                    first.size(),
                    mean(found, Rival::validation, "%.4f"),
                    mean(found, Rival::accuracy, "%.4f"),
                    mean(found, Rival::macroF1, "%.4f"),
                    first.attentionParameters(),
                    mean(found, Rival::flops, "%.2f"),
                    first.inference() == null ? "–" : mean(found, Rival::inference, "%.2f"));
              });
          text.append("\nTask: ").append(task).append("\n\n").append(table);
        });
    json.remarks().forEach(remark -> text.append('\n').append(remark).append('\n'));
    return text.toString();
  }

  private static String mean(List<Rival> rivals, ToDoubleFunction<Rival> figure, String format) {
    return String.format(
        Locale.ROOT, format, rivals.stream().mapToDouble(figure).average().orElse(Double.NaN));
  }
}
