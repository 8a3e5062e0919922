package io.incrt;

import static io.incrt.base.Given.all;
import static io.incrt.base.Given.given;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tasks.BuiltinTasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where labelled records come from: a file, a stream, a reader or memory. They are asked for when a
 * run begins or a model is evaluated, not before.
 *
 * <pre>{@code
 * Incrt.training()
 *     .data(Records.of(connection.getInputStream()))
 *     .valid(Records.of(sequences, labels))
 *     .test(Path.of("test.tsv"))
 * }</pre>
 *
 * <p>Streams and readers hold what a file would: TSV, CSV or JSONL with the columns that {@link
 * Training#reading} names, or FASTA; streams may be gzip. They are read to their end once, and
 * closed. Everything else can be read again and again.
 */
public final class Records {

  /** Finds the records; its second call may fail. */
  private interface Source {
    List<LabelledSequence> all(RecordReader reader, String name) throws IOException;
  }

  private final String name;
  private final Optional<String> file;
  private final Source source;

  private Records(String name, Optional<String> file, Source source) {
    this.name = name;
    this.file = file;
    this.source = source;
  }

  /** The records of a file. */
  public static Records of(Path file) {
    return named(given(file, "file").toString());
  }

  /** The same by name, which may also be {@code -} or a built-in task. */
  static Records named(String file) {
    return new Records(
        RecordReader.shown(file), Optional.of(file), (reader, shown) -> reader.all(file));
  }

  /** The records of a stream of UTF-8 or gzip. */
  public static Records of(InputStream stream) {
    InputStream bytes = given(stream, "stream");
    return once("the stream", (reader, shown) -> reader.all(shown, bytes));
  }

  /** The records of a reader. */
  public static Records of(Reader text) {
    InputStream bytes = new ReaderBytes(given(text, "text"));
    return once("the reader", (reader, shown) -> reader.all(shown, bytes));
  }

  /**
   * Records in memory; a collection, which is copied, or what makes them whenever it is iterated
   * over.
   */
  public static Records of(Iterable<LabelledSequence> records) {
    Iterable<LabelledSequence> those =
        given(records, "records") instanceof Collection<LabelledSequence> known
            ? List.copyOf(all(known, "records"))
            : records;
    return new Records(
        "the data", Optional.empty(), (reader, shown) -> checked(those.iterator(), reader));
  }

  /** The records of a stream, which is closed when it has been read. */
  public static Records of(Stream<LabelledSequence> records) {
    Stream<LabelledSequence> those = given(records, "records");
    return once(
        "the data",
        (reader, shown) -> {
          try (those) {
            return checked(those.iterator(), reader);
          }
        });
  }

  /** Records in memory without names: every sequence with the label at its place. */
  public static Records of(List<String> sequences, List<String> labels) {
    List<String> texts = List.copyOf(all(sequences, "sequences"));
    List<String> classes = List.copyOf(all(labels, "labels"));
    if (texts.size() != classes.size()) {
      throw new IllegalArgumentException(
          "every sequence needs a label, but there are "
              + texts.size()
              + " sequences and "
              + classes.size()
              + " labels");
    }
    return of(
        IntStream.range(0, texts.size())
            .mapToObj(
                i -> new LabelledSequence(String.valueOf(i + 1), texts.get(i), classes.get(i)))
            .toList());
  }

  /** The same under another name in messages and remarks, which is otherwise "the stream". */
  public Records called(String other) {
    return new Records(given(other, "name"), file, source);
  }

  /** What they are called in messages and remarks. */
  public String name() {
    return name;
  }

  /** The file that they are in, {@code -} or a built-in task; empty if they are in none. */
  Optional<String> file() {
    return file;
  }

  boolean isTask() {
    return file.filter(source -> source.startsWith(BuiltinTasks.PREFIX)).isPresent();
  }

  /** Reads all of them; there is at least one. */
  List<LabelledSequence> read(RecordReader reader) throws IOException {
    List<LabelledSequence> records = source.all(reader, name);
    if (records.isEmpty()) {
      throw new BadRecordException(name, Flaw.FILE, "there is no record in it");
    }
    return records;
  }

  private static Records once(String name, Source source) {
    Function<String, String> used =
        shown ->
            shown
                + " has been read already, which is possible only once; give it anew, or give a"
                + " file or a list";
    boolean[] begun = {false};
    return new Records(
        name,
        Optional.empty(),
        (reader, shown) -> {
          synchronized (begun) {
            if (begun[0]) {
              throw new IllegalStateException(used.apply(shown));
            }
            begun[0] = true;
          }
          return source.all(reader, shown);
        });
  }

  /** What a file's records are checked for when they are read. */
  private static List<LabelledSequence> checked(
      Iterator<LabelledSequence> records, RecordReader reader) {
    List<LabelledSequence> all = new ArrayList<>();
    for (int at = 0; records.hasNext(); at++) {
      LabelledSequence record = records.next();
      if (record == null) {
        throw new NullPointerException("records must not hold null, but the one at " + at + " is");
      }
      if (record.label().isBlank()) {
        reader.refuse(
            new BadRecordException(record.where(), Flaw.NO_LABEL, "the label is empty")
                .of(record.id()));
      } else if (record.sequence().isBlank()) {
        reader.refuse(
            new BadRecordException(record.where(), Flaw.NO_SEQUENCE, "the sequence is empty")
                .of(record.id()));
      } else {
        all.add(record);
      }
    }
    return all;
  }
}
