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
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Other ways to a network of the right size, on the same data with the same recipe: growth by
 * energies, and by gradients on a schedule; a sweep over static networks; the largest of them
 * pruned by gradient importance and by gates; progressive stacking; random search with successive
 * halving over heads, key dimensions and layers; naive Bayes and a linear model as the floor. The
 * cost counts every network trained on the way, and what judging takes.
 */
public final class RivalsExperiment implements Experiment {

  /** The goal: the most that growing may cost, in trainings of the final size. */
  private static final double CHEAP = 1.3;

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
      for (String name : tasks(bench).stream().filter(bench::takes).toList()) {
        Task task = task(bench, name, seed);
        RivalContest contest =
            new RivalContest(
                bench, task.name, task.corpus, Settings.with(task.settings, "parts.floor", "NONE"));
        rivals.addAll(contest.hold());
        runs.addAll(contest.runs());
        remarks.addAll(contest.remarks());
      }
    }
    remarks.add(
        "FLOPs are counted in the network's blocks, of every step with the size that it had then, and"
            + " of every judgement. Pruning by gates is charged for every phase up to the one chosen,"
            + " and both kinds of pruning for the static network they begin with. Looking for the"
            + " directions of gradients and training the classical models are not counted.");
    remarks.addAll(verdicts(rivals));
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

  @Override
  public List<String> tasks(Workbench bench) {
    List<String> tasks = new ArrayList<>(builtin(bench));
    for (RealSet set : RealSet.values()) {
      if (set.folder(bench).isPresent()) {
        tasks.add(set.title);
      }
    }
    return tasks;
  }

  private static List<String> builtin(Workbench bench) {
    return bench.pick(
        List.of("builtin:order?pairs=2&train=64&held=32"),
        List.of("builtin:order?pairs=16", "builtin:lookups?heads=2", "builtin:hops?hops=2"),
        List.of(
            "builtin:order?pairs=64&train=16000",
            "builtin:lookups?heads=2",
            "builtin:lookups?heads=1&keys=16",
            "builtin:hops?hops=2"));
  }

  /** What is trained on, and how the network that grows by evidence is. */
  private record Task(String name, Corpus corpus, RunSettings settings) {}

  private static Task task(Workbench bench, String name, long seed) throws IOException {
    if (builtin(bench).contains(name)) {
      return new Task(
          name,
          BuiltinTasks.generate(name, seed),
          Study.byEvidence(bench, name, bench.pick(24, 3000, 3000), seed));
    }
    return new Task(
        name,
        RealSet.titled(name).corpus(bench, seed),
        Study.byEvidence(bench, bench.pick(24, 1500, 3000), seed));
  }

  /** Real data below the folder that is given. */
  private enum RealSet {
    TREC("TREC", "trec", Kind.TEXT),
    SPLICE("splice", "splice", Kind.DNA),
    PROTEINS("proteins", "protein_localization", Kind.PROTEIN);

    private final String title;
    private final String folder;
    private final Kind kind;

    RealSet(String title, String folder, Kind kind) {
      this.title = title;
      this.folder = folder;
      this.kind = kind;
    }

    static RealSet titled(String title) {
      return Arrays.stream(values())
          .filter(set -> set.title.equals(title))
          .findFirst()
          .orElseThrow();
    }

    Optional<Path> folder(Workbench bench) {
      return bench.data().map(data -> data.resolve(folder)).filter(Files::isDirectory);
    }

    Corpus corpus(Workbench bench, long seed) throws IOException {
      Path own = folder(bench).orElseThrow();
      return new CorpusFiles(
              own.resolve("train.tsv").toString(),
              Optional.empty(),
              Optional.of(own.resolve("test.tsv").toString()),
              Optional.of(kind))
          .read(ReadOptions.defaults(), seed, 128)
          .corpus();
    }
  }

  /** Whether the network that grows is as good as the best of a sweep, and what it takes. */
  private static List<String> verdicts(List<Rival> rivals) {
    List<Rival> grown = rivals.stream().filter(one -> one.is(RivalContest.GROWN)).toList();
    List<Rival> sweeps = rivals.stream().filter(one -> one.is(RivalContest.SWEEP)).toList();
    int asGood = 0;
    int cheap = 0;
    for (int i = 0; i < grown.size(); i++) {
      asGood += grown.get(i).accuracy() >= sweeps.get(i).accuracy() ? 1 : 0;
      cheap += grown.get(i).ofFinalSize() <= CHEAP ? 1 : 0;
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "Grown by evidence: on the test records at least as accurate as the best static network"
                + " of the sweep in %d of %d, at no more than %.1f times what one training of the"
                + " size it ended with costs in %d; the sweep takes %.1f times what growing takes, on"
                + " average.",
            asGood,
            grown.size(),
            CHEAP,
            cheap,
            Statistics.mean(sweeps.stream().mapToDouble(Rival::flops).toArray())));
  }

  private static String markdown(Json json) {
    StringBuilder text =
        new StringBuilder("# rivals: other ways to the right size\n\n")
            .append(
                "The same recipe and steps, no linear model beside any of them; chosen by the validation")
            .append(
                " score. FLOPs of all training on the way and the time to predict the test records are")
            .append(
                " given in units of the grown network's; the FLOPs also in units of one training of the")
            .append(
                " size that a way ended with. Means over the seeds with which a way reached its target.\n");
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
                  "of its final size",
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
                    first.inference() == null ? "–" : mean(seeds, Rival::ofFinalSize, "%.2f"),
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
