package io.incrt.data.records;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table with a header: tab-separated, or comma- or semicolon-separated, as the header shows.
 * Tab-separated tables have no quoting: a quotation mark is an ordinary character.
 */
final class TableReader {

  private static final Pattern STARTED = Pattern.compile("started in line (\\d+)");

  private final String name;
  private final LineReader lines;
  private final DataSettings limits;
  private final List<String> header;
  private final Iterator<CsvRecord> rows;
  private final QuoteCount quotes;

  /**
   * A row and where it is.
   *
   * @param fields as many as the header has columns
   */
  record Row(String place, List<String> fields) {}

  TableReader(String name, LineReader lines, DataSettings limits) throws IOException {
    this.name = name;
    this.lines = lines;
    this.limits = limits;
    String start = firstLine();
    if (start.indexOf('\t') >= 0) {
      quotes = null;
      rows = null;
      header = stripped(split(lines.next()));
    } else {
      boolean semicolons = start.indexOf(';') >= 0 && start.indexOf(',') < 0;
      quotes = new QuoteCount(lines.rest());
      rows =
          CsvReader.builder()
              .fieldSeparator(semicolons ? ';' : ',')
              .allowExtraFields(true)
              .allowMissingFields(true)
              .allowExtraCharsAfterClosingQuote(false)
              .maxBufferSize(Math.max(limits.maxRecordLength(), 1 << 16))
              .ofCsvRecord(quotes)
              .iterator();
      CsvRecord first = next();
      if (first == null) {
        throw noHeader("there is nothing in it");
      }
      header = stripped(first.getFields());
    }
  }

  /** The first line, which must not be longer than a header may be. */
  private String firstLine() {
    CharSequence ahead = lines.ahead();
    int end = 0;
    while (end < ahead.length() && ahead.charAt(end) != '\n' && ahead.charAt(end) != '\r') {
      end++;
    }
    String first = ahead.subSequence(0, end).toString();
    if (first.isBlank()) {
      throw noHeader(ahead.toString().isBlank() ? "the file is empty" : "the line is blank");
    }
    if (end > limits.maxHeaderLength()) {
      throw new BadRecordException(
          name + ":1",
          Flaw.FILE,
          "a header of at most "
              + limits.maxHeaderLength()
              + " characters was expected (data.maxHeaderLength); the first line is longer");
    }
    return first;
  }

  private BadRecordException noHeader(String but) {
    return new BadRecordException(name + ":1", Flaw.FILE, "a header was expected, but " + but);
  }

  private static List<String> stripped(List<String> columns) {
    return columns.stream().map(String::strip).toList();
  }

  List<String> header() {
    return header;
  }

  /** The index of the first of these columns that is present, −1 if none is. */
  int find(List<String> names) {
    List<String> lower = header.stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
    for (String wanted : names) {
      int exact = header.indexOf(wanted);
      int column = exact >= 0 ? exact : lower.indexOf(wanted.toLowerCase(Locale.ROOT));
      if (column >= 0 && lower.indexOf(lower.get(column)) != lower.lastIndexOf(lower.get(column))) {
        throw new BadRecordException(
            name + ":1", Flaw.FILE, "the header has the column " + header.get(column) + " twice");
      }
      if (column >= 0) {
        return column;
      }
    }
    return -1;
  }

  /** The index of the first of these columns that is present. */
  int require(List<String> names) {
    int column = find(names);
    if (column < 0) {
      throw new BadRecordException(
          name + ":1",
          Flaw.FILE,
          "a column "
              + either(names)
              + " was expected, but the header has "
              + String.join(", ", header));
    }
    return column;
  }

  /** "a, b or c". */
  static String either(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  void forEach(Consumer<Row> receiver, Consumer<BadRecordException> bad) throws IOException {
    while (true) {
      Row row;
      try {
        row = rows == null ? nextLine() : nextRecord();
        if (row == null) {
          return;
        }
        if (row.fields().size() != header.size()) {
          throw new BadRecordException(
              row.place(),
              Flaw.COLUMNS,
              header.size()
                  + (header.size() == 1 ? " column was" : " columns were")
                  + " expected, but there "
                  + (row.fields().size() == 1 ? "is 1" : "are " + row.fields().size()));
        }
      } catch (BadRecordException e) {
        if (!e.flaw().skippable()) {
          throw e;
        }
        bad.accept(e);
        continue;
      }
      receiver.accept(row);
    }
  }

  private Row nextLine() throws IOException {
    String text = lines.next();
    while (text != null && text.isEmpty()) {
      text = lines.next();
    }
    return text == null ? null : new Row(lines.place(), split(text));
  }

  private static List<String> split(String line) {
    List<String> fields = new ArrayList<>();
    int from = 0;
    for (int tab = line.indexOf('\t'); tab >= 0; tab = line.indexOf('\t', from)) {
      fields.add(line.substring(from, tab));
      from = tab + 1;
    }
    fields.add(line.substring(from));
    return fields;
  }

  private Row nextRecord() throws IOException {
    CsvRecord record = next();
    if (record == null) {
      return null;
    }
    String place = name + ":" + record.getStartingLineNumber();
    if (quotes.atEnd()
        && quotes.odd()
        && record.getFields().stream().anyMatch(TableReader::spansLines)) {
      throw new BadRecordException(
          place, Flaw.FILE, "a quotation mark is opened in this record and never closed");
    }
    int length = record.getFields().stream().mapToInt(String::length).sum();
    if (length > limits.maxRecordLength()) {
      throw new BadRecordException(
          place,
          Flaw.LENGTH,
          "the record has "
              + length
              + " characters; it may have "
              + limits.maxRecordLength()
              + " (data.maxRecordLength)");
    }
    return new Row(place, record.getFields());
  }

  private static boolean spansLines(String field) {
    return field.indexOf('\n') >= 0 || field.indexOf('\r') >= 0;
  }

  private CsvRecord next() throws IOException {
    try {
      return rows.hasNext() ? rows.next() : null;
    } catch (CsvParseException e) {
      throw broken(e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private BadRecordException broken(CsvParseException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof BadRecordException known) {
        return known;
      }
    }
    Matcher started = STARTED.matcher(String.valueOf(e.getMessage()));
    String place = name + ":" + (started.find() ? started.group(1) : lines.line());
    String text = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
    if (text != null && text.contains("buffer")) {
      return new BadRecordException(
          place,
          Flaw.FILE,
          "a record ends after more than "
              + limits.maxRecordLength()
              + " characters (data.maxRecordLength), or a quotation mark is never closed");
    }
    return new BadRecordException(place, Flaw.FILE, "the quotation marks do not fit: " + text);
  }

  /**
   * Counts the quotation marks that pass through: an odd number at the end means that one was never
   * closed.
   */
  private static final class QuoteCount extends Reader {

    private final Reader reader;
    private boolean odd;
    private boolean ended;

    QuoteCount(Reader reader) {
      this.reader = reader;
    }

    boolean odd() {
      return odd;
    }

    boolean atEnd() {
      return ended;
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
      int charsRead = reader.read(target, from, length);
      ended = charsRead < 0;
      for (int i = from; i < from + charsRead; i++) {
        odd ^= target[i] == '"';
      }
      return charsRead;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
