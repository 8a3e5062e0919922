package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** UTF-8, beside what Java's own decoder says of it. */
class Utf8Test {

  private static final int STREAMS = 20_000;

  private static String text(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return Utf8.text(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01",
        "7f",
        "c280",
        "dfbf",
        "e0a080",
        "ed9fbf",
        "ee8080",
        "efbfbf",
        "f0908080",
        "f48fbfbf"
      })
  void theFirstAndLastOfEachLengthAreText(String hex) {
    assertEquals(new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8), text(hex), hex);
  }

  @ParameterizedTest
  @CsvSource({
    "4100, byte 1 is 0",
    "80, byte 0 is 128",
    "bf, byte 0 is 191",
    "c080, byte 0 is 192",
    "c1bf, byte 0 is 193",
    "c2, byte 0 is 194",
    "c241, byte 0 is 194",
    "e08080, byte 0 is 224",
    "e09fbf, byte 0 is 224",
    "e0a0, byte 0 is 224",
    "e0a041, byte 0 is 224",
    "eda080, byte 0 is 237",
    "edbfbf, byte 0 is 237",
    "41e2, byte 1 is 226",
    "f08fbfbf, byte 0 is 240",
    "f09080, byte 0 is 240",
    "f0908041, byte 0 is 240",
    "f4908080, byte 0 is 244",
    "f5808080, byte 0 is 245",
    "ff, byte 0 is 255",
    "fe, byte 0 is 254",
    "414142ff43, byte 3 is 255"
  })
  void whatIsNoTextIsRefusedWithItsPlace(String hex, String message) {
    Refused.with(400, message + ", which is not UTF-8 text there", () -> text(hex));
  }

  @Test
  void placesCountFromTheBeginningOfThePart() {
    byte[] bytes = HexFormat.of().parseHex("ffff41c3a9ff");
    assertEquals("Aé", Utf8.text(bytes, 2, 5));
    Refused.with(400, "byte 3 is 255", () -> Utf8.text(bytes, 2, 6));
    // Half a character at the end is none, even if the other half is behind the end.
    Refused.with(400, "byte 1 is 195", () -> Utf8.text(bytes, 2, 4));
  }

  @Test
  void itAgreesWithTheDecoderOfJava() {
    long seed = Long.getLong("tests.seed", System.nanoTime());
    Random random = new Random(seed);
    int[] starts = {0x41, 0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x8f, 0xa0};
    for (int i = 0; i < STREAMS; i++) {
      byte[] bytes = new byte[1 + random.nextInt(6)];
      for (int b = 0; b < bytes.length; b++) {
        int near = starts[random.nextInt(starts.length)] + random.nextInt(3) - 1;
        bytes[b] = (byte) (random.nextInt(4) == 0 ? 1 + random.nextInt(255) : near);
      }
      assertEquals(
          decodes(bytes), accepts(bytes), () -> HexFormat.of().formatHex(bytes) + " seed " + seed);
    }
  }

  private static boolean accepts(byte... bytes) {
    try {
      Utf8.require(bytes, 0, bytes.length);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }

  private static boolean decodes(byte... bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void halvesOfPairsAreFound() {
    assertFalse(Utf8.hasHalfPair("plain é \ud83d\ude00 \ud83d\ude00"));
    assertTrue(Utf8.hasHalfPair("\ud83d"));
    assertTrue(Utf8.hasHalfPair("\ude00\ud83d\ude00"));
    assertTrue(Utf8.hasHalfPair("\ud83d\ud83d\ude00"));
    assertTrue(Utf8.hasHalfPair("\ud83d\ude00\ude00"));
  }
}
