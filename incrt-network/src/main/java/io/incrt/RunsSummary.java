package io.incrt;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.incrt.event.Certificate;
import io.incrt.event.Validation;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.store.StoredModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of several runs: seeds.json or folds.json.
 *
 * @param kind what tells the runs apart
 * @param wanted how many were asked for
 * @param runs those that have ended, in their order
 * @param kept the run whose model is in the folder: of seeds the one with the best validation
 *     score, of folds a last one on all training records; null where there is none yet
 * @param stoppedIn the run that was stopped and can be resumed; null where none was
 */
public record RunsSummary(
    Kind kind,
    int wanted,
    List<Run> runs,
    @JsonInclude(JsonInclude.Include.NON_NULL) Run kept,
    @JsonInclude(JsonInclude.Include.NON_NULL) String stoppedIn) {

  /** Copies the list. */
  public RunsSummary {
    runs = List.copyOf(runs);
  }

  /** What tells runs apart. */
  public enum Kind {
    /** Each has another seed. */
    SEEDS("seeds", "seed-"),
    /** Each leaves out other records. */
    FOLDS("folds", "fold-");

    private final String word;
    private final String prefix;

    Kind(String word, String prefix) {
      this.word = word;
      this.prefix = prefix;
    }

    /** The name of the files about all runs, without their ending. */
    public String word() {
      return word;
    }

    /** The folder of a run, inside that of all. */
    public String folder(long number) {
      return prefix + number;
    }
  }

  /**
   * How a model does on some records.
   *
   * @param records how many records
   */
  public record Figures(int records, double accuracy, double macroF1) {

    private static Figures of(Evaluation evaluation) {
      return evaluation == null
          ? null
          : new Figures(evaluation.records(), evaluation.accuracy(), evaluation.macroF1());
    }
  }

  /**
   * One run that has ended.
   *
   * @param name its folder inside that of all runs; empty for a run in that folder itself
   * @param score the validation score that models are selected by
   * @param valid its model on the validation records; null if it does not learn classes
   * @param test the same on the test records, which of a fold are those left out; null where there
   *     are none
   * @param linear the accuracy of the linear model on the records the model was judged by, the test
   *     records if there are any; null where there is none
   * @param heads how many heads the model has
   * @param layers in how many layers
   * @param steps the steps made
   * @param bestStep the step of the model
   * @param seconds from the begin to the end, with pauses if it was resumed
   */
  public record Run(
      String name,
      long seed,
      double score,
      @JsonInclude(JsonInclude.Include.NON_NULL) Figures valid,
      @JsonInclude(JsonInclude.Include.NON_NULL) Figures test,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double linear,
      int heads,
      int layers,
      long steps,
      long bestStep,
      long seconds) {

    /** What a finished run left in its folder. */
    static Run read(Path folder, String name) throws IOException {
      StoredModel model = ModelFolder.open(folder);
      ModelConfig config = model.config();
      ModelConfig.Provenance made = config.provenance();
      RunFiles.RunLog log = model.log();
      ModelEvaluation evaluation = ModelEvaluation.of(model);
      Certificate.Floor floor = log.certificate().floor();
      return new Run(
          name,
          made.seed(),
          made.validationScore(),
          Figures.of(evaluation.valid()),
          Figures.of(evaluation.test()),
          floor == null ? null : floor.score(),
          config.architecture().layers().stream().mapToInt(layer -> layer.heads().size()).sum(),
          config.architecture().layers().size(),
          log.metrics().stream().mapToLong(Validation::step).max().orElse(made.step()),
          made.step(),
          Duration.between(Instant.parse(made.startedAt()), Instant.parse(made.finishedAt()))
              .toSeconds());
    }
  }

  /**
   * Mean and spread of a figure.
   *
   * @param deviation the standard deviation of a sample (by n − 1); 0 of a single run
   * @param runs how many runs have the figure
   */
  public record Spread(double mean, double deviation, int runs) {

    /** Of these values, one or more. */
    static Spread of(List<Double> values) {
      double mean = values.stream().mapToDouble(value -> value).sum() / values.size();
      double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
      double deviation = values.size() < 2 ? 0 : Math.sqrt(squares / (values.size() - 1));
      return new Spread(mean, deviation, values.size());
    }
  }

  /** Whether all runs have ended, and a model is kept. */
  public boolean finished() {
    return runs.size() == wanted && kept != null && stoppedIn == null;
  }

  /** The run with the best validation score so far; of equals the first. */
  public Optional<Run> best() {
    // max would give the last of equals.
    return runs.stream().min(Comparator.comparingDouble(run -> -run.score()));
  }

  /**
   * Mean and spread over the runs by name: validScore, validAccuracy, validMacroF1, testAccuracy,
   * testMacroF1 and linearAccuracy, as far as the runs have them.
   */
  public Map<String, Spread> spreads() {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    put(spreads, "validScore", Run::score);
    put(spreads, "validAccuracy", run -> run.valid() == null ? null : run.valid().accuracy());
    put(spreads, "validMacroF1", run -> run.valid() == null ? null : run.valid().macroF1());
    put(spreads, "testAccuracy", run -> run.test() == null ? null : run.test().accuracy());
    put(spreads, "testMacroF1", run -> run.test() == null ? null : run.test().macroF1());
    put(spreads, "linearAccuracy", Run::linear);
    return spreads;
  }

  private void put(Map<String, Spread> spreads, String name, Function<Run, Double> figure) {
    List<Double> values = runs.stream().map(figure).filter(Objects::nonNull).toList();
    if (!values.isEmpty()) {
      spreads.put(name, Spread.of(values));
    }
  }
}
