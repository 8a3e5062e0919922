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
import java.util.zip.GZIPInputStream;

/**
 * Tab- or comma-separated records with a header that names a {@code text}, {@code sentence} or
 * {@code sequence} column and a {@code label} column; plain or gzip, told by content. Tab-separated
 * files have no quoting: a quotation mark is a letter like any other.
 */
public final class DelimitedReader {

  private static final List<String> TEXT = List.of("text", "sentence", "sequence");

  private DelimitedReader() {}

  /** All records of a file. */
  public static List<LabelledSequence> read(Path file) throws IOException {
    try (BufferedReader reader = open(file)) {
      reader.mark(1 << 20);
      String header = reader.readLine();
      if (header == null || header.isBlank()) {
        throw new BadRecordException(file + ":1", "a header was expected, but the file is empty");
      }
      reader.reset();
      return header.indexOf('\t') >= 0 ? tabs(file, reader) : commas(file, reader);
    } catch (CharacterCodingException e) {
      throw new BadRecordException(file.toString(), "the file is not UTF-8 text");
    } catch (CsvParseException e) {
      throw new BadRecordException(file.toString(), e.getMessage());
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file));
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

  private static List<LabelledSequence> tabs(Path file, BufferedReader reader) throws IOException {
    List<String> header = List.of(reader.readLine().split("\t", -1));
    Columns columns = Columns.of(file, header);
    List<LabelledSequence> records = new ArrayList<>();
    long line = 1;
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      if (!text.isEmpty()) {
        records.add(columns.record(file, line, List.of(text.split("\t", -1))));
      }
    }
    return records;
  }

  private static List<LabelledSequence> commas(Path file, Reader reader) throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    Columns columns = null;
    try (CsvReader<CsvRecord> rows = CsvReader.builder().ofCsvRecord(reader)) {
      for (CsvRecord row : rows) {
        if (columns == null) {
          columns = Columns.of(file, row.getFields());
        } else {
          records.add(columns.record(file, row.getStartingLineNumber(), row.getFields()));
        }
      }
    }
    return records;
  }

  /** Where in a row the sequence and the label stand. */
  private record Columns(int count, int sequence, int label) {

    static Columns of(Path file, List<String> header) {
      List<String> names =
          header.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
      int sequence =
          TEXT.stream().mapToInt(names::indexOf).filter(index -> index >= 0).findFirst().orElse(-1);
      int label = names.indexOf("label");
      if (sequence < 0 || label < 0) {
        throw new BadRecordException(
            file + ":1",
            "a column text, sentence or sequence and a column label were expected, but the header"
                + " has "
                + String.join(", ", header));
      }
      return new Columns(header.size(), sequence, label);
    }

    LabelledSequence record(Path file, long line, List<String> fields) {
      String place = file + ":" + line;
      if (fields.size() != count) {
        throw new BadRecordException(
            place, count + " columns were expected, but there are " + fields.size());
      }
      if (fields.get(label).isBlank()) {
        throw new BadRecordException(place, "the label is empty");
      }
      if (fields.get(sequence).isBlank()) {
        throw new BadRecordException(place, "the sequence is empty");
      }
      return new LabelledSequence(
          file.getFileName() + ":" + line, fields.get(sequence), fields.get(label).strip());
    }
  }
}
