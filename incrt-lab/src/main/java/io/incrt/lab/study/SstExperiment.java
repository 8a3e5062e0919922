package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "SST-2 Sentiment Analysis": Γ_res against θ_w over training, heads and accuracy. */
public final class SstExperiment implements Experiment {

  private static final String TITLE = "sst2: the residual energy against its threshold";

  @Override
  public String name() {
    return "sst2";
  }

  @Override
  public String summary() {
    return "sentiment of phrases: the residual energy against its threshold";
  }

  @Override
  public String needs() {
    return "sst2";
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    Path folder = bench.data().orElseThrow().resolve("sst2");
    Corpus whole =
        new CorpusFiles(
                folder.resolve("train.tsv").toString(),
                Optional.empty(),
                Optional.of(folder.resolve("dev.tsv").toString()),
                Optional.of(Kind.TEXT))
            .read(ReadOptions.defaults(), bench.seed(), 128)
            .corpus();
    Corpus corpus = Subsets.of(whole, bench.pick(100, 20_000, Integer.MAX_VALUE), bench.seed());
    List<TrainedRun> runs = new ArrayList<>();
    long steps = bench.pick(30, 1500, 3000);
    RunSettings geometry = Study.geometry(bench, steps, bench.seed());
    RunSettings printed = Study.printed(bench, bench.pick(30, 300, 20_000), bench.seed());
    TrainedRun grown = TrainedRun.of(Study.GEOMETRY, corpus, geometry, bench);
    runs.add(grown);
    runs.add(
        TrainedRun.of(
            "geometry, static, as many heads",
            corpus,
            BaselineExperiment.fixed(geometry, grown.headCount()),
            bench));
    runs.add(
        TrainedRun.of(Study.DEFAULT, corpus, Study.byEvidence(bench, steps, bench.seed()), bench));
    runs.add(TrainedRun.of(Study.PAPER, corpus, printed, bench));
    if (bench.scale() == Scale.PAPER) {
      runs.add(
          TrainedRun.of(
              "paper, static, 142 heads", corpus, BaselineExperiment.fixed(printed, 142), bench));
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim("heads predicted", "160"),
                new Study.Claim("heads observed", "142"),
                new Study.Claim("accuracy", ".7615"),
                new Study.Claim("static, 142 heads", ".7718"),
                new Study.Claim("static, 160 heads", ".7466")),
            List.of(
                new Study.Claim(
                    "heads predicted",
                    String.format(
                        Locale.ROOT,
                        "%.0f from the κ = 13.2 of the text, %.0f from the table's 12.44",
                        PrintedFormula.heads(13.2, 0.4),
                        PrintedFormula.heads(12.44, 0.4))),
                new Study.Claim(
                    "heads observed",
                    String.format(
                        Locale.ROOT,
                        "inverted, 142 heads give κ = %.2f",
                        PrintedFormula.kappa(142, 0.4)))),
            runs,
            List.of());
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves(
                "sst2-curves",
                "Heads, their parameters, residual energy and accuracy over epochs")));
  }
}
