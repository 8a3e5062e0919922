package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {

  @TempDir private Path directory;

  private static List<LabelledSequence> inMemory() {
    return IntStream.range(0, 80)
        .mapToObj(i -> new LabelledSequence("r" + i, text(i), label(i)))
        .toList();
  }

  private static String text(int i) {
    return (i % 2 == 0 ? "a fine day ü " : "a dull day 😀 ") + i;
  }

  private static String label(int i) {
    return i % 2 == 0 ? "+" : "-";
  }

  private static String table() {
    StringBuilder table = new StringBuilder("id\ttext\tlabel\n");
    inMemory()
        .forEach(
            record ->
                table
                    .append(record.id())
                    .append('\t')
                    .append(record.sequence())
                    .append('\t')
                    .append(record.label())
                    .append('\n'));
    return table.toString();
  }

  private static RecordReader reader() throws IOException {
    return new RecordReader(ReadOptions.defaults());
  }

  private static List<String> read(Records records) throws IOException {
    return records.read(reader()).stream()
        .map(record -> record.id() + " " + record.sequence() + " " + record.label())
        .toList();
  }

  private static InputStream packed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(table().getBytes(StandardCharsets.UTF_8));
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  @Test
  void theyAreTheSameFromWhereverTheyCome() throws Exception {
    List<String> expected = read(Records.of(inMemory()));
    Path file = Files.writeString(directory.resolve("r.tsv"), table());
    assertEquals(expected, read(Records.of(file)));
    assertEquals(expected, read(Records.of(Files.newInputStream(file))));
    assertEquals(expected, read(Records.of(packed())));
    assertEquals(expected, read(Records.of(new StringReader(table()))));
    assertEquals(expected, read(Records.of(inMemory().stream())));
    Iterable<LabelledSequence> anew = () -> inMemory().iterator();
    assertEquals(expected, read(Records.of(anew)));
    List<String> texts = inMemory().stream().map(LabelledSequence::sequence).toList();
    List<String> labels = inMemory().stream().map(LabelledSequence::label).toList();
    assertEquals(
        texts,
        Records.of(texts, labels).read(reader()).stream().map(LabelledSequence::sequence).toList());
  }

  @Test
  void readersThatGiveLittleAtATimeLoseNothing() throws Exception {
    Reader slow =
        new FilterReader(new StringReader(table())) {
          @Override
          public int read(char[] target, int from, int length) throws IOException {
            return super.read(target, from, Math.min(length, 1));
          }
        };
    assertEquals(read(Records.of(inMemory())), read(Records.of(slow)));
  }

  @Test
  void modelsOfTheSameRecordsAreTheSame() throws Exception {
    String digest = null;
    for (Records train :
        List.of(Records.of(inMemory()), Records.of(new StringReader(table())).called("mine"))) {
      Path folder = directory.resolve(train.name());
      try (Incrt model =
          Incrt.training()
              .data(train)
              .valid(Records.of(inMemory().stream().limit(20)))
              .test(Records.of(List.of("a fine day", "a dull day"), List.of("+", "-")))
              .set("network.width", "16")
              .set("training.steps", "20")
              .fit(folder)) {
        String found = model.config().provenance().dataSha256();
        assertEquals(digest == null ? found : digest, found);
        digest = found;
        assertEquals(2, ModelEvaluation.read(folder).test().records());
        assertEquals(80, model.evaluate(Records.of(new StringReader(table()))).records());
      }
    }
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    Records once = Records.of(new StringReader(table())).called("my reader");
    read(once);
    assertEquals(
        "my reader has been read already, which is possible only once; give it anew, or give a file"
            + " or a list",
        assertThrows(IllegalStateException.class, () -> read(once)).getMessage());
    assertEquals(
        "my reader:2: the label is empty",
        assertThrows(
                BadRecordException.class,
                () -> read(Records.of(new StringReader("text\tlabel\na\t\n")).called("my reader")))
            .getMessage());
    assertEquals(
        "record a: the label is empty",
        assertThrows(
                BadRecordException.class,
                () -> read(Records.of(List.of(new LabelledSequence("a", "b", " ")))))
            .getMessage());
    assertEquals(
        "the data: there is no record in it",
        assertThrows(BadRecordException.class, () -> read(Records.of(List.of()))).getMessage());
    assertEquals(
        "records must not hold null, but the one at 1 is",
        assertThrows(
                NullPointerException.class,
                () -> Records.of(Arrays.asList(inMemory().get(0), null)))
            .getMessage());
    assertEquals(
        "every sequence needs a label, but there are 2 sequences and 1 labels",
        assertThrows(
                IllegalArgumentException.class, () -> Records.of(List.of("a", "b"), List.of("+")))
            .getMessage());
    assertTrue(
        assertThrows(
                IOException.class, () -> read(Records.of(new StringReader("text\tlabel\n\ud800"))))
            .getMessage()
            .contains("half a character"));
  }
}
