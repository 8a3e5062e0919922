package io.incrt.data.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordReaderTest {

  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws Exception {
    return Files.write(directory.resolve(name), content);
  }

  private List<LabelledSequence> read(String name, String content) throws Exception {
    return RecordReader.read(file(name, content.getBytes(StandardCharsets.UTF_8))).stream()
        .map(one -> new LabelledSequence(one.id(), one.sequence(), one.label()))
        .toList();
  }

  @Test
  void tabsCommasMarksAndLineEndsAreUnderstood() throws Exception {
    List<LabelledSequence> expected =
        List.of(
            new LabelledSequence("x:2", "a \"quoted\" b", "1"),
            new LabelledSequence("x:3", "c", "0"));
    assertEquals(expected, read("x", "sentence\tlabel\na \"quoted\" b\t1\nc\t0\n"));
    assertEquals(expected, read("x", "\uFEFFlabel\tText\r\n1\ta \"quoted\" b\r\n0\tc\r\n\r\n"));
    assertEquals(expected, read("x", "sequence,label\n\"a \"\"quoted\"\" b\",1\nc,0"));
    byte[] packed = gzip("text\tlabel\nc\t0\n");
    assertEquals("c", RecordReader.read(file("x", packed)).get(0).sequence());
  }

  @Test
  void fastaIsUnderstoodHoweverItIsWritten() throws Exception {
    List<LabelledSequence> expected =
        List.of(
            new LabelledSequence("hCoV|1", "ACGTnryACG", "Alpha"),
            new LabelledSequence("2", "MK*-L", "Beta"));
    assertEquals(expected, read("x", ">hCoV|1|Alpha\nACGT\nnry\nACG\n>2|Beta\nMK*-L\n"));
    assertEquals(
        expected, read("x", "\r\n>hCoV|1| Alpha \r\nACGTnry\r\n\r\nACG\r\n> 2|Beta\r\nMK*-L"));
  }

  @Test
  void jsonLinesAreUnderstood() throws Exception {
    assertEquals(
        List.of(record("x:1", "a b", "1"), record("two", "c", "true")),
        read(
            "x",
            "{\"text\": \"a b\", \"label\": 1}\r\n\n"
                + "{\"id\": \"two\", \"other\": [1], \"sequence\": \"c\", \"label\": true}"));
  }

  @Test
  void columnsMayHaveOtherNamesAndSemicolonsSeparateToo() throws Exception {
    Path file =
        file("x", "Titel;Thema;id;group\n\"a;\nb\";x;7;g\n".getBytes(StandardCharsets.UTF_8));
    ReadOptions options =
        ReadOptions.defaults()
            .withTextColumn(Optional.of("titel"))
            .withLabelColumn(Optional.of("Thema"));
    assertEquals(
        List.of(new LabelledSequence("7", "a;\nb", "x", "g", file + ":2")),
        new RecordReader(options).all(file.toString()));
  }

  @Test
  void aTableSaysTheLabelsOfFastaRecords() throws Exception {
    Path table =
        file("m", "id,variant,group\na,Alpha,g1\nb,Beta,g2\n".getBytes(StandardCharsets.UTF_8));
    Path file = file("x", ">a some words\nAC\n>b|y|z\nGT\n".getBytes(StandardCharsets.UTF_8));
    List<LabelledSequence> found =
        new RecordReader(ReadOptions.defaults().withLabelTable(Optional.of(table)))
            .all(file.toString());
    assertEquals("Alpha", found.get(0).label());
    assertEquals("g2", found.get(1).group());
    assertEquals("b", found.get(1).id());
  }

  @Test
  void gzipOfSeveralMembersIsReadToItsEndEvenFromAPipe() throws Exception {
    byte[] first = gzip("text\tlabel\na\tx\n");
    byte[] second = gzip("b\ty\n");
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    // A pipe says that nothing is available, and hands over a byte at a time.
    InputStream pipe =
        new ByteArrayInputStream(both) {
          @Override
          public synchronized int available() {
            return 0;
          }

          @Override
          public synchronized int read(byte[] target, int from, int length) {
            return super.read(target, from, Math.min(1, length));
          }
        };
    List<String> found = new ArrayList<>();
    new RecordReader(ReadOptions.defaults())
        .forEach("x", pipe, true, one -> found.add(one.sequence()));
    assertEquals(List.of("a", "b"), found);
    // What tar leaves behind is no damage.
    byte[] padded = Arrays.copyOf(first, first.length + 512);
    assertEquals(1, RecordReader.read(file("x", padded)).size());
  }

  @Test
  void linesEndAnywhereInTheBuffer() throws Exception {
    for (int length : new int[] {65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536, 65_537}) {
      for (String end : List.of("\n", "\r\n", "\r")) {
        String longText = "é".repeat(length - 11);
        List<LabelledSequence> found =
            read("x", "text\tlabel" + end + longText + "\tx" + end + "b\ty" + end);
        assertEquals(2, found.size());
        assertEquals(longText, found.get(0).sequence());
        assertEquals("b", found.get(1).sequence());
        assertEquals("x:3", found.get(1).id());
      }
    }
  }

  private static byte[] gzip(String content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private LabelledSequence record(String id, String sequence, String label) {
    return new LabelledSequence(id, sequence, label);
  }

  @Test
  void badRecordsAreCountedByTwoThreads() throws Exception {
    RecordReader reader = new RecordReader(ReadOptions.defaults().withSkipBad(true));
    int each = 20_000;
    List<Flaw> flaws = List.of(Flaw.SHORT, Flaw.UNKNOWN_LABEL);
    List<Thread> threads = new ArrayList<>();
    for (Flaw flaw : flaws) {
      BadRecordException bad = new BadRecordException("f:1", flaw, "bad");
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  reader.refuse(bad);
                  reader.refuse(new BadRecordException("f:2", Flaw.JSON, "bad"));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(
        Map.of(Flaw.SHORT, (long) each, Flaw.UNKNOWN_LABEL, (long) each, Flaw.JSON, 2L * each),
        reader.skipped());
  }
}
