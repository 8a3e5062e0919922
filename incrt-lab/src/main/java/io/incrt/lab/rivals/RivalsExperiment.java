package io.incrt.lab.rivals;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.Statistics;
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
import io.incrt.lab.study.Study;
import io.incrt.lab.study.TrainedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Other ways to a network of the right size, on the same data with the same recipe: a sweep over
 * static networks; the largest of them pruned by gradient importance and by gates; progressive
 * stacking; random search with successive halving over heads, key dimensions and layers; naive
 * Bayes and a linear model as the floor. The cost counts every network trained on the way.
 */
public final class RivalsExperiment implements Experiment {

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
        RivalContest contest = new RivalContest(bench, task.getKey(), task.getValue(), seed);
        rivals.addAll(contest.hold());
        runs.addAll(contest.runs());
        remarks.addAll(contest.remarks());
      }
    }
    remarks.add(
        "A grown run is counted as if it had had its final size from the start. Pruning by gates is"
            + " charged for every phase up to the one chosen, and both kinds of pruning for the static"
            + " network they begin with. The training of the classical models is not counted.");
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

  private static String markdown(Json json) {
    StringBuilder text =
        new StringBuilder("# rivals: other ways to the right size\n\n")
            .append(
                "The same recipe and steps; chosen by the validation score. FLOPs of all training")
            .append(
                " on the way and the time to predict the test records are given in units of the")
            .append(
                " grown network's. Means over the seeds with which a way reached its target.\n");
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
                  "seeds",
                  "networks trained",
                  "chosen (first seed)",
                  "validation",
                  "test accuracy",
                  "macro F1",
                  "parameters in heads (first seed)",
                  "training FLOPs",
                  "prediction time");
          ways.forEach(
              (way, seeds) -> {
                Rival first = seeds.get(0);
                table.row(
                    way,
                    seeds.size(),
                    first.trained(),
                    first.size(),
                    mean(seeds, Rival::validation, "%.4f"),
                    mean(seeds, Rival::accuracy, "%.4f"),
                    mean(seeds, Rival::macroF1, "%.4f"),
                    first.attentionParameters(),
                    first.inference() == null ? "–" : mean(seeds, Rival::flops, "%.2f"),
                    first.inference() == null ? "–" : mean(seeds, Rival::inference, "%.2f"));
              });
          text.append("\nTask: ").append(task).append("\n\n").append(table);
        });
    json.remarks().forEach(remark -> text.append('\n').append(remark).append('\n'));
    return text.toString();
  }

  private static String mean(List<Rival> rivals, ToDoubleFunction<Rival> figure, String format) {
    return String.format(
        Locale.ROOT, format, Statistics.mean(rivals.stream().mapToDouble(figure).toArray()));
  }
}
