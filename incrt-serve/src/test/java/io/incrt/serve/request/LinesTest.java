package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that come in pieces, cut into lines. */
class LinesTest {

  private static final int LONG = 100;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> cut(String text, int piece, int longest) {
    List<String> lines = new ArrayList<>();
    Lines.Receiver receiver =
        (bytes, from, to) -> lines.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    Lines cutter = new Lines(longest);
    byte[] all = bytes(text);
    for (int at = 0; at < all.length; at += piece) {
      cutter.add(all, at, Math.min(all.length, at + piece), receiver);
    }
    cutter.finish(receiver);
    return lines;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
  void linesAreTheSameHoweverTheyCome(int piece) {
    assertEquals(List.of("a", "b", "", "c\rd", "é😀"), cut("a\nb\r\n\nc\rd\né😀", piece, LONG));
    assertEquals(List.of(), cut("", piece, LONG));
    assertEquals(List.of(""), cut("\n", piece, LONG));
    assertEquals(List.of("a"), cut("a\n", piece, LONG));
    assertEquals(List.of("a"), cut("a\r", piece, LONG));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 1000})
  void theMarkOfTheByteOrderIsPassedOverOnlyAtTheBeginning(int piece) {
    assertEquals(List.of("a", "\ufeffb"), cut("\ufeffa\n\ufeffb", piece, LONG));
    assertEquals(List.of("", "b"), cut("\ufeff\nb", piece, LONG));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 1000})
  void aLineIsAsLongAsItMayBeButNoLonger(int piece) {
    assertEquals(List.of("12345", "1"), cut("12345\n1", piece, 5));
    Refused.with(413, "a line has more than 5 bytes", () -> cut("1\n123456\n", piece, 5));
    // Its end need not be there.
    Refused.with(413, "a line has more than 5 bytes", () -> cut("123456", piece, 5));
  }

  @Test
  void aLineOfManyPiecesKeepsItsBytes() {
    String line = "abcdefghij".repeat(1000);
    assertEquals(List.of(line, line), cut(line + "\n" + line, 33, line.length()));
  }

  @Test
  void partsOfABufferAreTaken() {
    List<String> lines = new ArrayList<>();
    byte[] all = bytes("xxab\ncdyy");
    Lines cutter = new Lines(LONG);
    Lines.Receiver receiver =
        (bytes, from, to) -> lines.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    cutter.add(all, 2, 7, receiver);
    cutter.finish(receiver);
    cutter.finish(receiver);
    assertEquals(List.of("ab", "cd"), lines);
  }

  @Test
  void blanksAreFound() {
    assertTrue(Lines.isBlank(bytes(""), 0, 0));
    assertTrue(Lines.isBlank(bytes("x \t\r y"), 1, 5));
    assertFalse(Lines.isBlank(bytes(" a "), 0, 3));
  }
}
