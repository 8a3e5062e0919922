package io.incrt.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * Records from a file, plain or gzip, told by content: FASTA ({@link FastaReader}), or tab- or
 * comma-separated with a header that names a {@code text}, {@code sentence} or {@code sequence}
 * column and a {@code label} column. Tab-separated files have no quoting: a quotation mark is a
 * letter like any other.
 */
public final class RecordReader {

  private static final List<String> TEXT = List.of("text", "sentence", "sequence");

  private RecordReader() {}

  /** All records of a file; each must have a label. */
  public static List<LabelledSequence> read(Path file) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    forEach(file.toString(), Files.newInputStream(file), true, records::add);
    return records;
  }

  /**
   * Hands over the records of a stream one by one, and closes it.
   *
   * @param name what the stream is called in messages
   * @param labelled whether a label column is needed; without it labels are empty
   */
  public static void forEach(
      String name, InputStream stream, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    try (BufferedReader reader = open(stream)) {
      reader.mark(1 << 20);
      String first = reader.readLine();
      String header = first;
      while (header != null && header.isBlank()) {
        header = reader.readLine();
      }
      if (header == null) {
        throw new BadRecordException(name + ":1", "a header was expected, but the file is empty");
      }
      if (first.isBlank() && !FastaReader.startsWith(header)) {
        throw new BadRecordException(name + ":1", "a header was expected, but the line is blank");
      }
      reader.reset();
      if (FastaReader.startsWith(header)) {
        FastaReader.forEach(name, reader, labelled, receiver);
      } else if (header.indexOf('\t') >= 0) {
        tabs(name, reader, labelled, receiver);
      } else {
        commas(name, reader, labelled, receiver);
      }
    } catch (CharacterCodingException e) {
      throw new BadRecordException(name, "the file is not UTF-8 text");
    } catch (CsvParseException e) {
      throw new BadRecordException(name, e.getMessage());
    }
  }

  private static BufferedReader open(InputStream stream) throws IOException {
    InputStream raw = new BufferedInputStream(stream);
    raw.mark(2);
    boolean gzip = raw.read() == 0x1f && raw.read() == 0x8b;
    raw.reset();
    Reader text =
        new InputStreamReader(
            gzip ? new GZIPInputStream(raw) : raw, StandardCharsets.UTF_8.newDecoder());
    BufferedReader reader = new BufferedReader(text, 1 << 16);
    reader.mark(1);
    if (reader.read() != '\uFEFF') {
      reader.reset();
    }
    return reader;
  }

  private static void tabs(
      String name, BufferedReader reader, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    Columns columns = Columns.of(name, List.of(reader.readLine().split("\t", -1)), labelled);
    long line = 1;
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      if (!text.isEmpty()) {
        receiver.accept(columns.record(name, line, List.of(text.split("\t", -1))));
      }
    }
  }

  private static void commas(
      String name, Reader reader, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    Columns columns = null;
    try (CsvReader<CsvRecord> rows = CsvReader.builder().ofCsvRecord(reader)) {
      for (CsvRecord row : rows) {
        if (columns == null) {
          columns = Columns.of(name, row.getFields(), labelled);
        } else {
          receiver.accept(columns.record(name, row.getStartingLineNumber(), row.getFields()));
        }
      }
    }
  }

  /** Where in a row the sequence and the label stand; label is −1 where there is none. */
  private record Columns(int count, int sequence, int label) {

    static Columns of(String name, List<String> header, boolean labelled) {
      List<String> names =
          header.stream().map(column -> column.strip().toLowerCase(Locale.ROOT)).toList();
      int sequence =
          TEXT.stream().mapToInt(names::indexOf).filter(index -> index >= 0).findFirst().orElse(-1);
      int label = names.indexOf("label");
      if (sequence < 0 || (labelled && label < 0)) {
        throw new BadRecordException(
            name + ":1",
            "a column text, sentence or sequence"
                + (labelled ? " and a column label were" : " was")
                + " expected, but the header has "
                + String.join(", ", header));
      }
      return new Columns(header.size(), sequence, label);
    }

    LabelledSequence record(String name, long line, List<String> fields) {
      String place = name + ":" + line;
      if (fields.size() != count) {
        throw new BadRecordException(
            place, count + " columns were expected, but there are " + fields.size());
      }
      if (label >= 0 && fields.get(label).isBlank()) {
        throw new BadRecordException(place, "the label is empty");
      }
      if (fields.get(sequence).isBlank()) {
        throw new BadRecordException(place, "the sequence is empty");
      }
      String id = name.substring(name.lastIndexOf('/') + 1) + ":" + line;
      return new LabelledSequence(
          id, fields.get(sequence), label < 0 ? "" : fields.get(label).strip());
    }
  }
}
