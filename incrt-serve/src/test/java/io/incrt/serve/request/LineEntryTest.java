package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of JSON and of text: a bad one says so in its place and spoils no other. */
class LineEntryTest {

  private static final int LETTERS = 10;
  private static final RequestReader READER = new RequestReader(new Limits(1000, 1000, 3, LETTERS));

  private static Entry json(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return READER.jsonLine(bytes, 0, bytes.length, 5);
  }

  private static Entry text(byte... line) {
    return READER.textLine(line, 0, line.length, 5);
  }

  private static Entry text(String line) {
    return text(line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void linesAreRecords() {
    assertEquals(Entry.of("5", "ACGT"), json("{\"text\":\"ACGT\"}"));
    assertEquals(Entry.of("x", "ACGT"), json("{\"sequence\":\"ACGT\",\"id\":\"x\",\"label\":0}"));
    assertEquals(Entry.of("5", " ACGT "), text(" ACGT "));
    assertEquals(Entry.of("5", "A".repeat(LETTERS)), text("A".repeat(LETTERS)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{                      | it is not JSON",
        "[]                     | a JSON object was expected, but there is a list",
        "{} {}                  | something behind the end",
        "{}                     | the record has no 'text'",
        "{\"text\":1}           | 'text' must be a string",
        "{\"text\":null}        | the sequence is empty",
        "{\"text\":\"\"}        | the sequence is empty",
        "{\"text\":\"\\u2003\"} | the sequence is empty",
        "{\"text\":\"AAAAAAAAAAA\"} | the sequence has 11 characters, more than 10 are not taken",
        "{\"text\":\"\\ud800\"} | half of a surrogate pair",
      })
  void aBadLineSaysWhy(String line, String problem) {
    Entry entry = json(line);
    assertEquals("5", entry.id());
    assertNull(entry.text());
    assertTrue(entry.problem().contains(problem), entry.problem());
  }

  @Test
  void aBadRecordKeepsItsName() {
    assertEquals(Entry.bad("x", "the sequence is empty"), json("{\"id\":\"x\",\"text\":\" \"}"));
  }

  @Test
  void bytesThatAreNoTextAreNoRecord() {
    assertEquals(
        Entry.bad("5", "byte 1 is 255, which is not UTF-8 text there"), text((byte) 65, (byte) -1));
    assertEquals(Entry.bad("5", "the sequence is empty"), text(""));
    byte[] line = {'{', '"', 't', 'e', 'x', 't', '"', ':', '"', (byte) 0xc3, '"', '}'};
    assertEquals(
        "byte 9 is 195, which is not UTF-8 text there",
        READER.jsonLine(line, 0, line.length, 1).problem());
  }

  @Test
  void everyRecordThatMayBeFitsIntoALine() {
    Limits limits = new Limits(1000, 1000, 3, LETTERS);
    String line =
        "{\"text\":\""
            + "\\u0041".repeat(LETTERS)
            + "\",\"id\":\""
            + "\\u0041".repeat(Limits.NAME)
            + "\"}";
    assertTrue(line.length() <= limits.lineBytes());
    assertEquals("A".repeat(LETTERS), json(line).text());
    assertTrue(new Limits(1, 1, 1, Integer.MAX_VALUE).lineBytes() > 0);
  }

  @Test
  void limitsAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> new Limits(0, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Limits(1, 0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Limits(1, 1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new Limits(1, 1, 1, 0));
  }
}
