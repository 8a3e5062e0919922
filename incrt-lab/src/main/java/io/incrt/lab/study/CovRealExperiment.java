package io.incrt.lab.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * "SARS-CoV-2 Real Dataset": spike genes, 12-mers at stride 9, the bidirectional gate and Oja's
 * alone. The paper's set is not public; any FASTA file with a table of labels stands in.
 */
public final class CovRealExperiment implements Experiment {

  private static final String TITLE = "cov2-real: spike genes under two gates";

  @Override
  public String name() {
    return "cov2-real";
  }

  @Override
  public String summary() {
    return "real spike genes: the bidirectional gate and the PCA gate";
  }

  @Override
  public String needs() {
    return "cov2";
  }

  @Override
  public String markdown(JsonNode json) {
    return ResultFiles.parse(json, Study.class).markdown(TITLE);
  }

  @Override
  public Result run(Workbench bench) throws IOException {
    Path folder = bench.data().orElseThrow().resolve("cov2");
    ReadOptions options =
        ReadOptions.defaults().withLabelTable(Optional.of(folder.resolve("spike_metadata.tsv")));
    Corpus whole =
        new CorpusFiles(
                folder.resolve("spike.fasta.gz").toString(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Kind.DNA))
            .read(options, bench.seed(), 512)
            .corpus();
    // No file of its own to test on: the validation records are tested on as well.
    Corpus judged = new Corpus(whole.train(), whole.valid(), whole.valid(), whole.tokenizer());
    Corpus corpus = Subsets.of(judged, bench.pick(40, 1000, Integer.MAX_VALUE), bench.seed());
    List<TrainedRun> runs = new ArrayList<>();
    for (int i = 0; i < bench.pick(1, 1, 3); i++) {
      long seed = bench.seed() + i;
      long steps = bench.pick(20, 200, 1000);
      RunSettings geometry = Study.geometry(bench, steps, seed);
      RunSettings printed = Study.printed(bench, bench.pick(20, 40, 4000), seed);
      runs.add(TrainedRun.of(Study.DEFAULT, corpus, Study.byEvidence(bench, steps, seed), bench));
      runs.add(TrainedRun.of("geometry, BIDIRECTIONAL", corpus, geometry, bench));
      runs.add(TrainedRun.of("geometry, PCA", corpus, pca(geometry), bench));
      runs.add(TrainedRun.of("paper, BIDIRECTIONAL", corpus, printed, bench));
      runs.add(TrainedRun.of("paper, PCA", corpus, pca(printed), bench));
    }
    Study study =
        new Study(
            bench.seed(),
            bench.scale(),
            List.of(
                new Study.Claim(
                    "heads, BIDIRECTIONAL", "130 predicted and observed, .9984 on test"),
                new Study.Claim("heads, PCA", "131 predicted and observed, .9985 on test")),
            List.of(
                new Study.Claim(
                    "heads, BIDIRECTIONAL",
                    String.format(
                        Locale.ROOT,
                        "κ = 11.91 gives %.1f; inverted, 130 heads give κ = %.2f",
                        PrintedFormula.heads(11.91, 0.4),
                        PrintedFormula.kappa(130, 0.4)))),
            runs,
            List.of(
                "The spike genes are not the paper's. There is no separate test set: models are chosen"
                    + " and judged on the same validation records."));
    return new Result(
        study,
        study.markdown(TITLE),
        List.of(
            study.curves(
                "cov2-real-curves",
                "Heads, their parameters, residual energy and accuracy over epochs")));
  }

  private static RunSettings pca(RunSettings settings) {
    return Settings.with(
        settings, Map.of("homeostat.gate.kind", "PCA", "homeostat.width.deflation", "DOMINANT"));
  }
}
