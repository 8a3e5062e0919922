package io.incrt.data.records;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads records one by one from a file or stream, plain or gzip, whose format is detected from its
 * content: FASTA ({@link FastaReader}), JSONL ({@link JsonLinesReader}), or a table with a header
 * ({@link TableReader}) that names a {@code text}, {@code sentence} or {@code sequence} column and
 * a {@code label} column. An {@code id} column names the records, a {@code group} column keeps
 * records in the same split.
 */
public final class RecordReader {

  /** The name of standard input among files. */
  public static final String STANDARD_INPUT = "-";

  static final List<String> TEXT = List.of("text", "sentence", "sequence");
  static final List<String> LABEL = List.of("label");

  private final ReadOptions options;
  private final Optional<LabelTable> labels;
  private final Map<Flaw, Long> skipped = new EnumMap<>(Flaw.class);

  /** A reader with these options; reads the table of labels, if there is one. */
  public RecordReader(ReadOptions options) throws IOException {
    this.options = options;
    this.labels =
        options.labelTable().isPresent()
            ? Optional.of(LabelTable.read(options.labelTable().get(), options))
            : Optional.empty();
  }

  /** All records of a file; each must have a label. */
  public static List<LabelledSequence> read(Path file) throws IOException {
    return new RecordReader(ReadOptions.defaults()).all(file.toString());
  }

  /** All records of a file, or of standard input for {@code -}; each must have a label. */
  public List<LabelledSequence> all(String file) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    forEach(file, true, records::add);
    return requireSome(shown(file), records);
  }

  /**
   * All records of a stream, which is closed; each must have a label.
   *
   * @param name the name of the stream in messages
   */
  public List<LabelledSequence> all(String name, InputStream stream) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    forEach(name, stream, true, records::add);
    return requireSome(name, records);
  }

  private static List<LabelledSequence> requireSome(String name, List<LabelledSequence> records) {
    if (records.isEmpty()) {
      throw new BadRecordException(name, Flaw.FILE, "there is no record in it");
    }
    return records;
  }

  /** Why records were skipped so far, and how many for each reason. */
  public Map<Flaw, Long> skipped() {
    synchronized (skipped) {
      return new EnumMap<>(skipped);
    }
  }

  /** Handles a bad record: counts it if it may be skipped, throws it otherwise. */
  public void refuse(BadRecordException bad) {
    if (!skip(bad)) {
      throw bad;
    }
  }

  /** Counts a bad record if it is to be left out; false if something else has to become of it. */
  public boolean skip(BadRecordException bad) {
    if (!options.skipBad() || !bad.flaw().skippable()) {
      return false;
    }
    // One thread reads, another may find out later that a label is unknown.
    synchronized (skipped) {
      skipped.merge(bad.flaw(), 1L, Long::sum);
    }
    return true;
  }

  /** The name of a file in messages. */
  public static String shown(String file) {
    return file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /** Passes the records of a file, or of standard input for {@code -}, to a receiver. */
  public void forEach(String file, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    feed(file, labelled, RecordSink.of(receiver));
  }

  /** Passes what is found in a file, or in standard input for {@code -}, to a sink. */
  public void feed(String file, boolean labelled, RecordSink sink) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      feed(shown(file), System.in, labelled, sink);
    } else if (Files.isDirectory(Path.of(file))) {
      throw new BadRecordException(
          file, Flaw.FILE, "this is a directory where a file of records is needed");
    } else {
      feed(file, Files.newInputStream(Path.of(file)), labelled, sink);
    }
  }

  /**
   * Passes the records of a stream to a receiver, and closes the stream.
   *
   * @param name the name of the stream in messages
   * @param labelled whether labels are required; otherwise missing ones are empty
   */
  public void forEach(
      String name, InputStream stream, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    feed(name, stream, labelled, RecordSink.of(receiver));
  }

  /**
   * Passes what is found in a stream to a sink, and closes the stream. A line is handed on before
   * the next is waited for.
   *
   * @param name the name of the stream in messages
   * @param labelled whether labels are required; otherwise missing ones are empty
   */
  public void feed(String name, InputStream stream, boolean labelled, RecordSink receiver)
      throws IOException {
    RecordSink sink = receiver.behind(this);
    try (stream;
        LineReader lines =
            new LineReader(
                name,
                TextSource.open(name, new WatchedStream(stream, sink), options.settings()),
                options.settings().maxRecordLength())) {
      char first = first(lines.ahead());
      if (labels.isPresent() && (first != '>' || options.format() == ReadOptions.Format.LINES)) {
        throw new BadRecordException(
            name + ":1",
            Flaw.FILE,
            "a table of labels (" + labels.get().name() + ") is for FASTA; this file is none");
      }
      if (options.format() == ReadOptions.Format.LINES) {
        lines(name, lines, labelled, sink);
        return;
      }
      switch (first) {
        case '>' ->
            new FastaReader(lines, options.settings(), labels, labelled)
                .forEach(
                    record -> sink.accept(record, Map.of()), bad -> sink.refused(bad, Map.of()));
        case '{' -> new JsonLinesReader(lines, options, labelled).forEach(sink);
        case '[' ->
            throw new BadRecordException(
                name + ":1",
                Flaw.FILE,
                "the file looks like one JSON list; JSONL was expected, one object a line");
        case '@' ->
            throw new BadRecordException(
                name + ":1", Flaw.FILE, "the file looks like FASTQ; FASTA was expected");
        default -> table(name, lines, labelled, sink);
      }
    }
  }

  /** Every line is a record; a blank one is bad, so that there is an answer for each. */
  private static void lines(String name, LineReader lines, boolean labelled, RecordSink sink)
      throws IOException {
    if (labelled) {
      throw new BadRecordException(
          name + ":1", Flaw.FILE, "labels are needed here, and plain lines have none");
    }
    while (true) {
      String line;
      try {
        line = lines.next();
        if (line != null && line.isBlank()) {
          throw new BadRecordException(lines.place(), Flaw.NO_SEQUENCE, "the line is empty");
        }
      } catch (BadRecordException e) {
        if (!e.flaw().skippable()) {
          throw e;
        }
        sink.refused(e, Map.of());
        continue;
      }
      if (line == null) {
        return;
      }
      sink.accept(record(lines.place(), "", line, "", ""), Map.of());
    }
  }

  private static char first(CharSequence ahead) {
    for (int i = 0; i < ahead.length(); i++) {
      if (!Character.isWhitespace(ahead.charAt(i))) {
        return ahead.charAt(i);
      }
    }
    return ' ';
  }

  private void table(String name, LineReader lines, boolean labelled, RecordSink sink)
      throws IOException {
    TableReader table = new TableReader(name, lines, options.settings());
    int sequence = table.require(options.textColumn().map(List::of).orElse(TEXT));
    List<String> named = options.labelColumn().map(List::of).orElse(LABEL);
    int label = labelled ? table.require(named) : table.find(named);
    int id = table.find(List.of("id"));
    int group = table.find(List.of("group"));
    table.forEach(
        row -> {
          Map<String, Object> others = others(table.header(), row.fields(), sequence, id);
          LabelledSequence record =
              record(
                  row.place(),
                  id < 0 ? "" : row.fields().get(id),
                  row.fields().get(sequence),
                  label < 0 ? "" : row.fields().get(label),
                  group < 0 ? "" : row.fields().get(group));
          if (labelled && record.label().isEmpty()) {
            sink.refused(
                new BadRecordException(row.place(), Flaw.NO_LABEL, noLabel(options))
                    .of(record.id()),
                others);
          } else if (record.sequence().isBlank()) {
            sink.refused(
                new BadRecordException(row.place(), Flaw.NO_SEQUENCE, "the sequence is empty")
                    .of(record.id()),
                others);
          } else {
            sink.accept(record, others);
          }
        },
        bad -> sink.refused(bad, others(table.header(), List.of(), sequence, id)));
  }

  /**
   * The columns besides the name and the sequence, if they are wanted.
   *
   * @param fields of a row; those that it lacks are empty
   */
  private Map<String, Object> others(
      List<String> header, List<String> fields, int sequence, int id) {
    if (!options.keepColumns()) {
      return Map.of();
    }
    Map<String, Object> others = new LinkedHashMap<>();
    for (int i = 0; i < header.size(); i++) {
      if (i != sequence && i != id) {
        others.put(header.get(i), i < fields.size() ? fields.get(i) : "");
      }
    }
    return others;
  }

  static String noLabel(ReadOptions options) {
    return "the " + options.labelColumn().orElse("label") + " is empty";
  }

  /** A record of a table or of JSONL; without a name it is named by its place. */
  static LabelledSequence record(
      String place, String id, String sequence, String label, String group) {
    return new LabelledSequence(
        id.isBlank() ? place.substring(place.lastIndexOf('/') + 1) : id.strip(),
        sequence,
        label.strip(),
        group.strip(),
        place);
  }
}
