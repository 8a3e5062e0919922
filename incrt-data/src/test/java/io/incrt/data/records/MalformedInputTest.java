package io.incrt.data.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of bad input there is, with the message it must give. */
class MalformedInputTest {

  /** Limits small enough to reach. */
  private static final DataSettings LIMITS =
      DataSettingsBuilder.builder()
          .maxRecordLength(60)
          .maxHeaderLength(30)
          .maxGzipRatio(500)
          .maxLabels(3)
          .wordsSeen(1)
          .wordPieces(0)
          .vectorWords(0)
          .strand(DataSettings.Strand.GIVEN)
          .split(DataSettings.Split.RANDOM)
          .digests(true)
          .mistakes(0)
          .cache(DataSettings.Cache.NEVER)
          .build();

  private static final String LONG = "A".repeat(70);

  /** Bytes in, message out. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Case(byte[] content, ReadOptions options, String message) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static final ReadOptions PLAIN = ReadOptions.defaults().withSettings(LIMITS);

  private static Case bad(String content, String message) {
    return bad(content.getBytes(StandardCharsets.UTF_8), message);
  }

  private static Case bad(byte[] content, String message) {
    return new Case(content, PLAIN, message);
  }

  private static byte[] bytes(int... values) {
    byte[] content = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      content[i] = (byte) values[i];
    }
    return content;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] gzip(String content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static byte[] damaged(byte[] content, int at) {
    byte[] changed = content.clone();
    changed[at] ^= 0x55;
    return changed;
  }

  private static byte[] cut(byte[] content, int length) {
    return Arrays.copyOf(content, length);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Stream<Case> whole() {
    byte[] small = gzip("text\tlabel\na\tx\nb\ty\n");
    String json = "{\"text\": \"a\", \"label\": \"x\"}\n";
    return Stream.of(
        // The file as a whole.
        bad("", "f:1: a header was expected, but the file is empty"),
        bad(" \n\n", "f:1: a header was expected, but the file is empty"),
        bad("\uFEFF", "f:1: a header was expected, but the file is empty"),
        bad("\ntext\tlabel\na\tx\n", "f:1: a header was expected, but the line is blank"),
        bad("text\tlabel\n", "f: there is no record in it"),
        bad("text,label\n", "f: there is no record in it"),
        bad(
            bytes('P', 'K', 3, 4, 0, 0),
            "f:1: the file is a ZIP archive (or a spreadsheet); UTF-8 text was expected, plain or"
                + " gzip"),
        bad(
            bytes('B', 'Z', 'h', '9', 0, 0),
            "f:1: the file is packed with bzip2; UTF-8 text was expected, plain or gzip"),
        bad(
            bytes(0xfd, '7', 'z', 'X', 'Z', 0),
            "f:1: the file is packed with xz; UTF-8 text was expected, plain or gzip"),
        bad(
            bytes(0x28, 0xb5, 0x2f, 0xfd, 0, 0),
            "f:1: the file is packed with zstd; UTF-8 text was expected, plain or gzip"),
        bad(
            bytes('P', 'A', 'R', '1', 0, 0),
            "f:1: the file is a Parquet file; UTF-8 text was expected, plain or gzip"),
        bad(
            "text\tlabel\na\tx\n".getBytes(StandardCharsets.UTF_16),
            "f:1: the file is UTF-16 text; UTF-8 text was expected, plain or gzip"),
        bad(
            join(utf8("text\tlabel\na\tx\nb"), bytes(0xff), utf8("\ty\n")),
            "f:3: the line is not UTF-8 text; other encodings have to be converted first"),
        bad(
            join(utf8("text\tlabel\ncaf"), bytes(0xe9), utf8("\tx\n")),
            "f:2: the line is not UTF-8 text; other encodings have to be converted first"),
        bad(
            join(utf8("text,label\na,x\nb"), bytes(0xc3, 0x28), utf8(",y\n")),
            "f:3: the line is not UTF-8 text; other encodings have to be converted first"),
        bad(
            join(utf8(">a|x\nAC\n>b"), bytes(0x80)),
            "f:3: the line is not UTF-8 text; other encodings have to be converted first"),
        bad(
            join(utf8(json), utf8("{\"text\": \""), bytes(0xf8), utf8("\"}")),
            "f:2: the line is not UTF-8 text; other encodings have to be converted first"),
        bad(
            join(utf8("text\tlabel\na\tx"), bytes(0xe2, 0x82)),
            "f:2: the line is not UTF-8 text; other encodings have to be converted first"),
        bad("@r1\nACGT\n+\nIIII\n", "f:1: the file looks like FASTQ; FASTA was expected"),
        bad(
            "[{\"text\": \"a\", \"label\": \"x\"}]",
            "f:1: the file looks like one JSON list; JSONL was expected, one object a line"),
        // gzip.
        bad(cut(small, 12), "f: the gzip data ends in the middle; is the file complete?"),
        bad(cut(small, 3), "f: the gzip data ends in the middle; is the file complete?"),
        bad(
            cut(small, small.length - 2),
            "f: the gzip data ends in the middle; is the file complete?"),
        bad(damaged(small, small.length - 5), "f: the gzip data is damaged (Corrupt GZIP trailer)"),
        bad(damaged(small, 2), "f: the gzip data is damaged (Unsupported compression method)"),
        bad(join(small, utf8("tail")), "f: something that is not gzip follows the gzip data"),
        bad(
            gzip("text\tlabel\n" + "\n".repeat(3_000_000)),
            "f: the gzip data unpacks to more than 500 times its size (data.maxGzipRatio)"),
        // Tables.
        bad(
            "words\tclass\na\tx\n",
            "f:1: a column text, sentence or sequence was expected, but the header has words,"
                + " class"),
        bad(
            "text\tclass\na\tx\n",
            "f:1: a column label was expected, but the header has text, class"),
        bad(
            "text,class\na,x\n",
            "f:1: a column label was expected, but the header has text, class"),
        bad(
            "just words\nand more\n",
            "f:1: a column text, sentence or sequence was expected, but the header has just words"),
        bad("text\tlabel\na\n", "f:2: 2 columns were expected, but there is 1"),
        bad("text\tlabel\na\tx\nb\ty\tz\n", "f:3: 2 columns were expected, but there are 3"),
        bad("text,label\na\n", "f:2: 2 columns were expected, but there is 1"),
        bad("text,label\na,x\nb,y,z\n", "f:3: 2 columns were expected, but there are 3"),
        bad("text;label\na,x\n", "f:2: 2 columns were expected, but there is 1"),
        bad("text,label\n\"a\nb\",x\nc\n", "f:4: 2 columns were expected, but there is 1"),
        bad("text\tlabel\na\t\n", "f:2: the label is empty"),
        bad("text\tlabel\na\t  \n", "f:2: the label is empty"),
        bad("text,label\na,x\nb,\"\"\n", "f:3: the label is empty"),
        bad("text\tlabel\n\tx\n", "f:2: the sequence is empty"),
        bad("label,text\nx, \n", "f:2: the sequence is empty"),
        bad(
            "text,label\na,x\n\"b,y\nc,z\n",
            "f:3: a quotation mark is opened in this record and never closed"),
        bad(
            "text,label\n\"a\"b,x\n",
            "f:2: the quotation marks do not fit: Unexpected character after closing quote:"
                + " 'b' (0x62)"),
        bad(
            "text\tlabel\n" + LONG + "\tx\n",
            "f:2: the line has 72 characters; a record may have 60 (data.maxRecordLength)"),
        bad(
            "text,label\n" + LONG + ",x\n",
            "f:2: the record has 71 characters; it may have 60 (data.maxRecordLength)"),
        bad(
            "text,label," + LONG + "\na,x,\n",
            "f:1: a header of at most 30 characters was expected (data.maxHeaderLength); the first"
                + " line is longer"),
        bad(
            LONG,
            "f:1: a header of at most 30 characters was expected (data.maxHeaderLength); the first"
                + " line is longer"),
        bad("text\ttext\tlabel\na\tb\tx\n", "f:1: the header has the column text twice"),
        bad("Label,text,label\nx,b,x\n", "f:1: the header has the column label twice"),
        // FASTA.
        bad(">a\nAC\n", "f:1: a label after the last | of the header was expected, but it is >a"),
        bad(">a|\nAC\n", "f:1: a label after the last | of the header was expected, but it is >a|"),
        bad(">|x\nAC\n", "f:1: the record has no name; a header is >name|label"),
        bad(">\nAC\n", "f:1: a label after the last | of the header was expected, but it is >"),
        bad(">a|x\nAC\n>b|y\n", "f:3: the sequence of b is empty"),
        bad(">a|x\n\n\n>b|y\nAC\n", "f:1: the sequence of a is empty"),
        bad(">a|x\nAC7T\n", "f:2: a sequence may hold letters, * and -, but column 3 has '7'"),
        bad(">a|x\nAC\nG T\n", "f:3: a sequence may hold letters, * and -, but column 2 has ' '"),
        bad(
            ">a|x\nAC\u0000T\n",
            "f:2: a sequence may hold letters, * and -, but column 3 has the character U+0000"),
        bad(">a|x\nACé\n", "f:2: a sequence may hold letters, * and -, but column 3 has 'é'"),
        bad(
            ">a|x\n" + LONG + "\n",
            "f:2: the line has 70 characters; a record may have 60 (data.maxRecordLength)"),
        bad(
            ">a|x\n" + "ACGTACGTAC\n".repeat(7),
            "f:8: the sequence has more than 60 letters (data.maxRecordLength)"),
        bad(
            ">" + "a".repeat(40) + "|x\nAC\n",
            "f:1: the header has 43 characters; it may have 30 (data.maxHeaderLength)"),
        // JSONL.
        bad(
            json + "{\"text\": \"a\"\n",
            "f:2: the line is not JSON at column 13: Unexpected end-of-input: expected close marker for Object"),
        bad(
            "{\"label\": \"x\"}\n",
            "f:1: a field text, sentence or sequence was expected, but there is label"),
        bad("{}\n", "f:1: a field text, sentence or sequence was expected, but there is none"),
        bad(
            "{\"text\": 7, \"label\": \"x\"}\n",
            "f:1: the field text must be a string, but it is a number"),
        bad(
            "{\"text\": [\"a\"], \"label\": \"x\"}\n",
            "f:1: the field text must be a string, but it is a list"),
        bad(
            "{\"text\": \"a\", \"label\": {}}\n",
            "f:1: the field label must be a string, but it is an object"),
        bad(json + "{\"text\": \"a\"}\n", "f:2: the label is empty"),
        bad("{\"text\": \"a\", \"label\": null}\n", "f:1: the label is empty"),
        bad("{\"text\": \" \", \"label\": \"x\"}\n", "f:1: the sequence is empty"),
        bad(
            json + "\n[1]\n",
            "f:3: a JSON object was expected, as {\"text\": …, \"label\": …}, but the line is a"
                + " list"),
        bad(
            json + "7\n",
            "f:2: a JSON object was expected, as {\"text\": …, \"label\": …}, but the line is a"
                + " number"),
        bad(
            "{\"text\": \"a\", \"text\": \"b\", \"label\": \"x\"}\n",
            "f:1: the line is not JSON at column 21: Duplicate field 'text'"),
        bad(
            "{\"text\": \"" + LONG + "\"}\n",
            "f:1: the line has 82 characters; a record may have 60 (data.maxRecordLength)"));
  }

  @ParameterizedTest
  @MethodSource("whole")
  void everyBadInputIsRefusedWithItsMessage(Case one) {
    BadRecordException thrown =
        assertThrows(
            BadRecordException.class,
            () -> {
              RecordReader reader = new RecordReader(one.options);
              List<LabelledSequence> records = new ArrayList<>();
              reader.forEach("f", new ByteArrayInputStream(one.content), true, records::add);
              if (records.isEmpty()) {
                throw new BadRecordException("f", Flaw.FILE, "there is no record in it");
              }
            });
    assertEquals(one.message, thrown.getMessage());
  }

  @TempDir private Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  @Test
  void tablesOfLabelsAreCheckedToo() throws Exception {
    assertTable("m:1: a column id was expected, but the header has name, label", "name\tlabel\n");
    assertTable("m:1: a column label or variant was expected, but the header has id, x", "id,x\n");
    assertTable("m:2: an empty label", "id\tlabel\na\t\n");
    assertTable("m:2: an empty id", "id\tvariant\n\tx\n");
    assertTable("m:3: 2 columns were expected, but there is 1", "id\tlabel\na\tx\nb\n");
    assertTable(
        "m:3: record a has the label y, but an earlier line says x", "id\tlabel\na\tx\na\ty\n");
    Path table = file("m", "id\tlabel\na\tx\n");
    RecordReader reader = new RecordReader(PLAIN.withLabelTable(Optional.of(table)));
    assertEquals(
        "f:3: record b is not in " + table,
        assertThrows(
                BadRecordException.class,
                () ->
                    reader.forEach(
                        "f",
                        new ByteArrayInputStream(utf8(">a\nAC\n>b\nAC\n")),
                        true,
                        record -> {}))
            .getMessage());
  }

  private void assertTable(String expected, String content) throws IOException {
    Path table = file("m", content);
    assertEquals(
        directory + "/" + expected,
        assertThrows(
                BadRecordException.class,
                () -> new RecordReader(PLAIN.withLabelTable(Optional.of(table))))
            .getMessage());
  }

  @Test
  void columnsThatWereAskedForAreNamedWhereTheyAreMissing() {
    ReadOptions named =
        PLAIN.withTextColumn(Optional.of("body")).withLabelColumn(Optional.of("topic"));
    assertEquals(
        "f:1: a column body was expected, but the header has text, topic",
        message(named, "text\ttopic\na\tx\n"));
    assertEquals(
        "f:1: a column topic was expected, but the header has body, label",
        message(named, "body,label\na,x\n"));
    assertEquals("f:2: the topic is empty", message(named, "body\ttopic\na\t\n"));
    assertEquals(
        "f:1: a field body was expected, but there is text, topic",
        message(named, "{\"text\": \"a\", \"topic\": \"x\"}"));
  }

  private static String message(ReadOptions options, String content) {
    return assertThrows(
            BadRecordException.class,
            () ->
                new RecordReader(options)
                    .forEach("f", new ByteArrayInputStream(utf8(content)), true, record -> {}))
        .getMessage();
  }

  @Test
  void badRecordsAreSkippedAndCountedByReason() throws Exception {
    RecordReader reader = new RecordReader(PLAIN.withSkipBad(true));
    List<String> kept = new ArrayList<>();
    String table = "text\tlabel\na\tx\n\ty\nb\nc\t\n" + LONG + "\tx\nd\ty\n";
    reader.forEach("f", new ByteArrayInputStream(utf8(table)), true, one -> kept.add(one.id()));
    String fasta = "AC\n>a|x\nAC\n>b\nAC\n>c|x\nA1\n>d|x\n" + LONG + "\n>e|y\nAC\n";
    reader.forEach(
        "g",
        new ByteArrayInputStream(utf8("\n" + ">z|z\nA\n" + fasta)),
        true,
        one -> kept.add(one.id()));
    String lines =
        "{\"text\":\"a\",\"label\":1}\n{\"text\"\n{\"text\":1,\"label\":1}\n{\"label\":2}\n";
    reader.forEach("h", new ByteArrayInputStream(utf8(lines)), true, one -> kept.add(one.id()));
    assertEquals(List.of("f:2", "f:7", "z", "a", "e", "h:1"), kept);
    assertEquals(
        Map.of(
            Flaw.NO_SEQUENCE, 2L,
            Flaw.COLUMNS, 1L,
            Flaw.NO_LABEL, 2L,
            Flaw.LENGTH, 2L,
            Flaw.LETTER, 1L,
            Flaw.JSON, 1L,
            Flaw.TYPE, 1L),
        reader.skipped());
    assertThrows(
        BadRecordException.class,
        () -> reader.forEach("f", new ByteArrayInputStream(utf8("")), true, one -> {}),
        "a file that cannot be read at all is never skipped");
  }
}
