package io.incrt.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordReaderTest {

  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws Exception {
    return Files.write(directory.resolve(name), content);
  }

  private List<LabelledSequence> read(String name, String content) throws Exception {
    return RecordReader.read(file(name, content.getBytes(StandardCharsets.UTF_8)));
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("text\tlabel\nc\t0\n".getBytes(StandardCharsets.UTF_8));
    }
    assertEquals("c", RecordReader.read(file("x", bytes.toByteArray())).get(0).sequence());
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
    assertBad("x:1: a label after the last | of the header was expected, but it is >a", ">a\nAC\n");
    assertBad("x:3: the sequence of b is empty", ">a|x\nAC\n>b|y\n");
    assertBad("x:1: the record has no name; a header is >name|label", ">|y\nAC");
    assertBad("x:2: a sequence may hold letters, * and -, but this line has '7'", ">a|x\nAC7T");
    assertBad("x:1: a header was expected, but the line is blank", "\ntext\tlabel\na\tb\n");
  }

  @Test
  void aBadRecordIsNamedByFileAndLine() throws Exception {
    assertBad("x:3: 2 columns were expected, but there are 1", "text\tlabel\na\t1\nb\n");
    assertBad("x:2: the label is empty", "text\tlabel\na\t\n");
    assertBad("x:2: the sequence is empty", "text,label\n ,b\n");
    assertBad("x:1: a header was expected, but the file is empty", "");
    assertBad(
        "x:1: a column text, sentence or sequence and a column label were expected, but the header"
            + " has words, class",
        "words,class\na,b\n");
    assertEquals(
        directory.resolve("x") + ": the file is not UTF-8 text",
        assertThrows(
                BadRecordException.class,
                () -> RecordReader.read(file("x", new byte[] {'t', (byte) 0xFF, '\n'})))
            .getMessage());
  }

  private void assertBad(String expected, String content) {
    assertEquals(
        directory + "/" + expected,
        assertThrows(BadRecordException.class, () -> read("x", content)).getMessage());
  }
}
