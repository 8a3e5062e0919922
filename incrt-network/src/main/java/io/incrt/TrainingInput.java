package io.incrt;

import io.incrt.data.cache.CachePlan;
import io.incrt.data.corpus.CachedFiles;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.corpus.Guards;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.settings.PartsSettings;
import io.incrt.settings.RunSettings;
import io.incrt.train.RunListener;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * What a run learns from, as it was given.
 *
 * @param train the records to learn from
 * @param read all records, where they are read already
 * @param valid the validation records
 * @param test the test records
 * @param kind the kind of the sequences; if empty it is detected
 * @param options how files are read
 * @param cache where token caches are; empty for the folder {@code cache} of the run's own
 */
@RecordBuilder
record TrainingInput(
    Optional<Records> train,
    Optional<Corpora.Parts> read,
    Optional<Records> valid,
    Optional<Records> test,
    Optional<Kind> kind,
    ReadOptions options,
    Optional<Path> cache)
    implements TrainingInputBuilder.With {

  /** Nothing to learn from yet. */
  static final TrainingInput NONE =
      new TrainingInput(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ReadOptions.defaults(),
          Optional.empty());

  /** Where a token cache is, unless it is said. */
  private static final String CACHE = "cache";

  /** AUTO caches files of more than this part of the heap; gzip unpacks to about four times it. */
  private static final int HEAP_PART = 8;

  private static final int UNPACKED = 4;

  /**
   * What a run gives to who reads its records.
   *
   * @param folder its folder
   * @param anyway whether data that nothing sensible can be learned from will do
   * @param stop whether to stop
   */
  record Room(Path folder, boolean anyway, BooleanSupplier stop) {}

  /** Whether it is a built-in task, whose records are made up by the seed. */
  boolean isTask() {
    return train.filter(Records::isTask).isPresent();
  }

  /** The file or task that is learned from; empty if it is none. */
  Optional<String> source() {
    return train.flatMap(Records::file);
  }

  /** The settings suggested for a built-in task. */
  Map<String, String> suggestions() {
    return source().map(BuiltinTasks::suggestions).orElse(Map.of());
  }

  /** The names of all that is read. */
  List<String> files() {
    List<String> files = new ArrayList<>();
    for (Optional<Records> part : List.of(train, valid, test)) {
      part.flatMap(Records::file).ifPresent(files::add);
    }
    options.labelTable().map(Path::toString).ifPresent(files::add);
    options.embeddings().map(Path::toString).ifPresent(files::add);
    return files;
  }

  /**
   * The corpus of a run, remarked on.
   *
   * @param classes whether what is learned is the classes that labels name
   */
  Corpus corpus(RunSettings settings, boolean classes, Room room, RunListener listener)
      throws IOException {
    if (!suggestions().isEmpty()) {
      listener.remarked(
          name()
              + " is trained with "
              + suggestions().entrySet().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(", "))
              + " unless set otherwise");
    }
    Corpus data;
    if (isTask()) {
      data = BuiltinTasks.generate(source().orElseThrow(), settings.training().seed());
    } else {
      CorpusFiles.Loaded loaded =
          isCached(settings, classes) ? cached(settings, room, listener) : load(settings);
      loaded.remarks().forEach(listener::remarked);
      data = loaded.corpus();
      Guards.check(data, room.anyway(), listener::remarked);
    }
    listener.remarked(
        String.format(
            Locale.ROOT,
            "%s: %d records to train on, %d to validate, %d to test; %d classes, %d tokens",
            name(),
            data.learned(),
            data.valid().size(),
            data.test().size(),
            data.labels().size(),
            data.tokenizer().size()));
    return data;
  }

  private String name() {
    return train.map(Records::name).orElse("the data");
  }

  private CorpusFiles.Loaded load(RunSettings settings) throws IOException {
    ReadOptions how = options.withSettings(settings.data());
    RecordReader reader = new RecordReader(how);
    return CorpusFiles.of(
        name(),
        read.isPresent() ? read.get() : parts(reader),
        kind,
        reader,
        how,
        settings.training().seed(),
        settings.network().maxLength());
  }

  /** Whether the training records are read from a cache. */
  boolean isCached(RunSettings settings, boolean classes) throws IOException {
    DataSettings.Cache wish = settings.data().cache();
    Optional<Path> file =
        source()
            .filter(name -> !isTask() && !name.equals(RecordReader.STANDARD_INPUT))
            .map(Path::of);
    if (wish == DataSettings.Cache.NEVER || isTask()) {
      return false;
    }
    if (wish == DataSettings.Cache.ALWAYS) {
      if (file.isEmpty() || read.isPresent()) {
        throw new IllegalArgumentException(
            "only the records of a file are read from a cache, and each file whole: not standard"
                + " input, which cannot be read again, nor records in memory or folds; leave"
                + " data.cache at AUTO");
      }
      return true;
    }
    // What a cache cannot serve is read into memory, as ever, and fails there if it is too large.
    boolean served =
        classes
            && CachedFiles.missing(options.withSettings(settings.data())).isEmpty()
            && settings.parts().letters() == 0
            && settings.parts().floor() != PartsSettings.FloorUse.ADDED;
    return served && file.isPresent() && read.isEmpty() && isLarge(file.get());
  }

  private static boolean isLarge(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    long bytes = Files.size(file) * (file.toString().endsWith(".gz") ? UNPACKED : 1);
    return bytes > Runtime.getRuntime().maxMemory() / HEAP_PART;
  }

  private CorpusFiles.Loaded cached(RunSettings settings, Room room, RunListener listener)
      throws IOException {
    ReadOptions how = options.withSettings(settings.data());
    RecordReader reader = new RecordReader(how);
    CachePlan plan =
        new CachePlan(
            Path.of(source().orElseThrow()),
            cache.orElseGet(() -> room.folder().resolve(CACHE)),
            how,
            kind,
            valid.isEmpty());
    return new CachedFiles(
            plan,
            valid.isPresent() ? valid.get().read(reader) : List.of(),
            test.isPresent() ? test.get().read(reader) : List.of())
        .read(name(), reader, settings.network().maxLength(), listener::reading, room.stop());
  }

  /** Reads all records. */
  Corpora.Parts parts(RecordReader reader) throws IOException {
    Records learned =
        train.orElseThrow(
            () ->
                new IllegalStateException(
                    "there is nothing to learn from: call data or records first"));
    return new Corpora.Parts(
        learned.read(reader),
        valid.isPresent() ? valid.get().read(reader) : List.of(),
        test.isPresent() ? test.get().read(reader) : List.of());
  }
}
