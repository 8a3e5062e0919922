package io.incrt;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.CorpusFiles;
import io.incrt.data.corpus.Guards;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.settings.RunSettings;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run learns from, as it was given.
 *
 * @param source a file, {@code -} or a built-in task; null where there are only records
 * @param read the records of the files, where they are read already
 * @param records the records to learn from where there is no source
 * @param valid the validation file
 * @param test the test file
 * @param kind the kind of the sequences; if empty it is detected
 * @param options how files are read
 */
record TrainingInput(
    String source,
    Optional<Corpora.Parts> read,
    List<LabelledSequence> records,
    Optional<String> valid,
    Optional<String> test,
    Optional<Kind> kind,
    ReadOptions options) {

  /** Whether it is a built-in task, whose records are made up by the seed. */
  boolean isTask() {
    return source != null && source.startsWith(BuiltinTasks.PREFIX);
  }

  /** The settings suggested for a built-in task. */
  Map<String, String> suggestions() {
    return source == null ? Map.of() : BuiltinTasks.suggestions(source);
  }

  /** The names of all that is read. */
  List<String> files() {
    List<String> files = new ArrayList<>();
    Optional.ofNullable(source).ifPresent(files::add);
    valid.ifPresent(files::add);
    test.ifPresent(files::add);
    options.labelTable().map(Path::toString).ifPresent(files::add);
    options.embeddings().map(Path::toString).ifPresent(files::add);
    return files;
  }

  /**
   * The corpus of a run, remarked on.
   *
   * @param anyway whether data that nothing sensible can be learned from will do
   */
  Corpus corpus(RunSettings settings, boolean anyway, RunListener listener) throws IOException {
    if (!suggestions().isEmpty()) {
      listener.remarked(
          source
              + " is trained with "
              + suggestions().entrySet().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(", "))
              + " unless set otherwise");
    }
    Corpus data;
    if (isTask()) {
      data = BuiltinTasks.generate(source, settings.training().seed());
    } else {
      CorpusFiles.Loaded loaded = load(settings);
      loaded.remarks().forEach(listener::remarked);
      data = loaded.corpus();
      Guards.check(data, anyway, listener::remarked);
    }
    listener.remarked(
        String.format(
            Locale.ROOT,
            "%s: %d records to train on, %d to validate, %d to test; %d classes, %d tokens",
            name(),
            data.train().size(),
            data.valid().size(),
            data.test().size(),
            data.labels().size(),
            data.tokenizer().size()));
    return data;
  }

  private String name() {
    return source == null ? "the data" : RecordReader.shown(source);
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

  /** Reads all files. */
  Corpora.Parts parts(RecordReader reader) throws IOException {
    if (source == null && records.isEmpty()) {
      throw new IllegalStateException("there is nothing to learn from: call data or records first");
    }
    return new Corpora.Parts(
        source == null ? records : reader.all(source),
        valid.isPresent() ? reader.all(valid.get()) : List.of(),
        test.isPresent() ? reader.all(test.get()) : List.of());
  }
}
