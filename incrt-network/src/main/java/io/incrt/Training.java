package io.incrt;

import io.incrt.data.Corpora;
import io.incrt.data.Corpus;
import io.incrt.data.CorpusFiles;
import io.incrt.data.Kind;
import io.incrt.data.LabelledSequence;
import io.incrt.data.ReadOptions;
import io.incrt.network.RunSettings;
import io.incrt.network.Settings;
import io.incrt.network.TrainingRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A training run, described step by step and then carried out by {@link #fit}.
 *
 * <pre>{@code
 * Incrt model =
 *     Incrt.training()
 *         .data(Path.of("train.fasta.gz"))
 *         .set("training.steps", "3000")
 *         .seed(7)
 *         .fit(Path.of("model"));
 * }</pre>
 */
public final class Training {

  private Path data;
  private List<LabelledSequence> records = List.of();
  private Optional<Path> valid = Optional.empty();
  private Optional<Path> test = Optional.empty();
  private Optional<Kind> kind = Optional.empty();
  private ReadOptions options = ReadOptions.defaults();
  private RunSettings preset = RunSettings.defaults();
  private final Map<String, String> changes = new LinkedHashMap<>();
  private TrainingRun.Listener listener = TrainingRun.SILENT;
  private Consumer<String> remarks = remark -> {};
  private boolean resume;

  Training() {}

  /** The file to learn from. */
  public Training data(Path file) {
    data = file;
    return this;
  }

  /** The records to learn from, instead of a file. */
  public Training records(List<LabelledSequence> given) {
    records = List.copyOf(given);
    return this;
  }

  /** The file to choose the best model by; without it a tenth of each class is held out. */
  public Training valid(Path file) {
    valid = Optional.of(file);
    return this;
  }

  /** The file to judge the best model by, once, at the end. */
  public Training test(Path file) {
    test = Optional.of(file);
    return this;
  }

  /** What the sequences are made of; without it their letters tell. */
  public Training kind(Kind made) {
    kind = Optional.of(made);
    return this;
  }

  /** How files are read. */
  public Training reading(ReadOptions how) {
    options = how;
    return this;
  }

  /** The settings to start from, {@link RunSettings#defaults} unless said. */
  public Training preset(RunSettings settings) {
    preset = settings;
    return this;
  }

  /** Changes a setting by its name in docs/settings.md. */
  public Training set(String name, String value) {
    changes.put(name, value);
    return this;
  }

  /** What everything random is drawn from. */
  public Training seed(long seed) {
    return set("training.seed", String.valueOf(seed));
  }

  /** Is told of steps, growth and scores while they happen. */
  public Training listener(TrainingRun.Listener told) {
    listener = told;
    return this;
  }

  /** Is told what was decided and noticed about the data. */
  public Training remarks(Consumer<String> told) {
    remarks = told;
    return this;
  }

  /** Whether to go on from the newest checkpoint in the folder, if there is one. */
  public Training resume(boolean goOn) {
    resume = goOn;
    return this;
  }

  /** Trains to the end and opens the best model. */
  public Incrt fit(Path folder) throws IOException {
    RunSettings settings = Settings.with(preset, changes);
    new TrainingRun(corpus(settings), settings, folder, listener).train(resume, false, () -> false);
    return Incrt.load(folder);
  }

  private Corpus corpus(RunSettings settings) throws IOException {
    long seed = settings.training().seed();
    int maxLength = settings.network().maxLength();
    if (data != null) {
      CorpusFiles.Found found =
          new CorpusFiles(
                  data.toString(), valid.map(Path::toString), test.map(Path::toString), kind)
              .read(options.withSettings(settings.data()), seed, maxLength);
      found.remarks().forEach(remarks);
      return found.corpus();
    }
    if (records.isEmpty()) {
      throw new IllegalStateException("there is nothing to learn from: call data or records first");
    }
    return Corpora.of(
        new Corpora.Parts(records, List.of(), List.of()),
        seed,
        kind.orElseGet(() -> Kind.of(records).kind()),
        maxLength,
        settings.data(),
        bad -> {
          throw bad;
        });
  }
}
