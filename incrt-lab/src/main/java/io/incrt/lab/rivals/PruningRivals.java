package io.incrt.lab.rivals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.incrt.Incrt;
import io.incrt.data.corpus.Corpus;
import io.incrt.lab.experiment.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Post-hoc pruning of a trained static network, in its two usual forms. Every size on the way is
 * kept as a model, so that one can be chosen by its number of heads or by its validation score.
 */
public final class PruningRivals {

  private static final String STAGES = "stages.json";

  /** The first price of an open gate; it doubles from phase to phase. */
  private static final double FIRST_PRICE = 0.01;

  private static final int PHASES = 9;

  private PruningRivals() {}

  /**
   * A size on the way down.
   *
   * @param heads how many are left
   * @param validation its validation accuracy
   * @param steps of training it took beyond the network it began with
   * @param folder where its model is, below the experiment's runs
   */
  public record Stage(int heads, double validation, long steps, String folder) {}

  /** Takes heads out by gradient importance, one by one, without training in between. */
  static List<Stage> byImportance(Path model, Corpus corpus, int records, Workbench bench)
      throws IOException {
    Path own = KeptResults.folder(model, "importance", List.of(records));
    return KeptResults.of(
        own.resolve(STAGES),
        new TypeReference<>() {},
        () -> {
          bench.progress().accept("pruning by importance");
          List<Stage> stages = new ArrayList<>();
          try (HeadPruning pruning = new HeadPruning(model, corpus)) {
            int heads = pruning.heads().stream().mapToInt(List::size).sum();
            int least = pruning.heads().size();
            for (int left = heads; left >= least; left--) {
              pruning.keepMostImportant(left, records);
              stages.add(stage(pruning, own.resolve("heads-" + left), corpus, 0, bench));
            }
          }
          return stages;
        });
  }

  /** Trains gates on the heads, whose price rises until one head a layer is left. */
  static List<Stage> byGates(Path model, Corpus corpus, long phase, Workbench bench)
      throws IOException {
    Path own = KeptResults.folder(model, "gates", List.of(phase));
    return KeptResults.of(
        own.resolve(STAGES),
        new TypeReference<>() {},
        () -> {
          List<Stage> stages = new ArrayList<>();
          try (HeadPruning pruning = new HeadPruning(model, corpus)) {
            double price = FIRST_PRICE;
            for (int i = 1; i <= PHASES; i++) {
              bench.progress().accept("pruning by gates, phase " + i);
              pruning.trainGates(price, phase);
              stages.add(stage(pruning, own.resolve("phase-" + i), corpus, i * phase, bench));
              if (stages.get(i - 1).heads == pruning.heads().size()) {
                break;
              }
              price *= 2;
            }
          }
          return stages;
        });
  }

  private static Stage stage(
      HeadPruning pruning, Path folder, Corpus corpus, long steps, Workbench bench)
      throws IOException {
    pruning.save(folder);
    try (Incrt model = Incrt.load(folder)) {
      return new Stage(
          model.architecture().layers().stream().mapToInt(one -> one.heads().size()).sum(),
          model.evaluate(corpus.valid()).accuracy(),
          steps,
          bench.work().relativize(folder).toString());
    }
  }

  /** The best stage with at most so many heads. */
  public static Optional<Stage> ofCount(List<Stage> stages, int heads) {
    return stages.stream()
        .filter(stage -> stage.heads <= heads)
        .max(Comparator.comparingInt(Stage::heads).thenComparingDouble(Stage::validation));
  }

  /** The smallest stage that validates as well. */
  public static Optional<Stage> asGoodAs(List<Stage> stages, double validation) {
    return stages.stream()
        .filter(stage -> stage.validation >= validation)
        .min(Comparator.comparingInt(Stage::heads).thenComparingDouble(stage -> -stage.validation));
  }
}
