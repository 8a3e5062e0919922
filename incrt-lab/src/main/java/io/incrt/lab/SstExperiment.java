package io.incrt.lab;

import io.incrt.data.Corpus;
import io.incrt.data.CorpusFiles;
import io.incrt.data.Kind;
import io.incrt.data.ReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "SST-2 Sentiment Analysis": Γ_res against θ_w over training, heads and accuracy. */
public final class SstExperiment implements Experiment {

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
    for (int i = 0; i < bench.pick(1, 1, 3); i++) {
      long seed = bench.seed() + i;
      runs.add(
          TrainedRun.of(
              "default", corpus, Study.standard(bench, bench.pick(30, 1500, 3000), seed), bench));
      runs.add(
          TrainedRun.of(
              "paper", corpus, Study.printed(bench, bench.pick(30, 300, 20_000), seed), bench));
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim("heads predicted", "160"),
                new Study.Claim("heads observed", "142"),
                new Study.Claim("accuracy", ".7615")),
            List.of(
                new Study.Claim(
                    "heads predicted",
                    String.format(
                        Locale.ROOT,
                        "%.0f from the κ = 13.2 of the text, %.0f from the table's 12.44",
                        CovSyntheticExperiment.formula(13.2, 0.4),
                        CovSyntheticExperiment.formula(12.44, 0.4)))),
            runs,
            List.of("κ = 12.44 is what K = 142 gives when the formula is inverted."));
    return new Result(
        study,
        study.markdown("sst2: the residual energy against its threshold"),
        List.of(study.curves("sst2-curves", "Heads, residual energy and accuracy over steps")));
  }
}
