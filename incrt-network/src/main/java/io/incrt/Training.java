package io.incrt;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
  private Device device = Device.CPU;
  private boolean resume;
  private boolean overwrite;

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

  /** Where to compute, the CPU unless said. */
  public Training device(Device where) {
    device = where;
    return this;
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

  /** Whether a run that is in the folder already may be replaced. */
  public Training overwrite(boolean replace) {
    overwrite = replace;
    return this;
  }

  /**
   * Trains to the end and opens the best model.
   *
   * @throws java.nio.file.FileAlreadyExistsException where the folder holds a run already, and
   *     neither {@link #resume} nor {@link #overwrite} was asked for
   */
  public Incrt fit(Path folder) throws IOException {
    if (TrainingRun.isIn(folder) && !resume && !overwrite) {
      throw new FileAlreadyExistsException(
          folder.toString(),
          null,
          "holds a run already; resume(true) goes on with it, overwrite(true)" + " replaces it");
    }
    RunSettings settings = Settings.with(preset, changes);
    new TrainingRun(corpus(settings), settings, folder, listener, device, null)
        .train(resume, false, () -> false);
    return Incrt.load(folder);
  }

  private Corpus corpus(RunSettings settings) throws IOException {
    ReadOptions how = options.withSettings(settings.data());
    long seed = settings.training().seed();
    int maxLength = settings.network().maxLength();
    CorpusFiles.Found found;
    if (data != null) {
      found =
          new CorpusFiles(
                  data.toString(), valid.map(Path::toString), test.map(Path::toString), kind)
              .read(how, seed, maxLength);
    } else if (records.isEmpty()) {
      throw new IllegalStateException("there is nothing to learn from: call data or records first");
    } else {
      RecordReader reader = new RecordReader(how);
      Corpora.Parts parts =
          new Corpora.Parts(
              records,
              valid.isPresent() ? reader.all(valid.get().toString()) : List.of(),
              test.isPresent() ? reader.all(test.get().toString()) : List.of());
      found = CorpusFiles.of("the data", parts, kind, reader, how, seed, maxLength);
    }
    found.remarks().forEach(remarks);
    return found.corpus();
  }
}
