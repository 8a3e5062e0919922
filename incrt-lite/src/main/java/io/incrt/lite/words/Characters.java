package io.incrt.lite.words;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What the library takes every Unicode character for. Not asked of Java, whose answer depends on
 * its version: a letter that it does not know yet would be a mark of its own.
 *
 * <p>characters.txt has ranges of word characters and of blanks, ranges of capitals with the
 * distance to their small letters, and capitals that become several characters.
 */
final class Characters {

  private static final String TABLE = "characters.txt";
  private static final int HEX = 16;

  private final BitSet word = new BitSet();
  private final BitSet blank = new BitSet();
  private final Map<Integer, int[]> lower = new HashMap<>();

  private Characters() {}

  /** The library's. */
  static Characters read() {
    try (InputStream in = Characters.class.getResourceAsStream(TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      Characters characters = new Characters();
      lines.lines().filter(line -> !line.startsWith("#")).forEach(characters::add);
      return characters;
    } catch (IOException e) {
      throw new UncheckedIOException("a resource of this program cannot be read", e);
    }
  }

  private void add(String line) {
    String[] fields = line.split(" ", -1);
    int from = Integer.parseInt(fields[1], HEX);
    int to = Integer.parseInt(fields[2], HEX);
    switch (fields[0]) {
      case "word" -> word.set(from, to + 1);
      case "blank" -> blank.set(from, to + 1);
      case "lower" -> {
        int step = Integer.parseInt(fields[3], HEX);
        int distance = Integer.parseInt(fields[4], HEX);
        for (int c = from; c <= to; c += step) {
          lower.put(c, new int[] {c + distance});
        }
      }
      default -> lower.put(from, new int[] {to, Integer.parseInt(fields[3], HEX)});
    }
  }

  /** Whether it belongs to a word: a letter, a digit, or the underscore. */
  boolean isWord(int character) {
    return word.get(character);
  }

  /** Whether it is a blank. What is neither this nor of a word is a mark. */
  boolean isBlank(int character) {
    return blank.get(character);
  }

  /** Its small letter, rarely several characters; null if it is none but itself. */
  int[] lower(int character) {
    return lower.get(character);
  }
}
