package io.incrt.data.familiarity;

import io.incrt.data.records.Kind;
import java.util.Map;

/** The stored form of a {@link Familiarity}, checked as it is read: files may be damaged. */
final class Stored {

  private static final double LARGEST = 1e12;
  private static final int HIGHEST_ORDER = 16;
  private static final int LARGEST_TABLE = 1 << 22;

  private final Map<String, Double> numbers;
  private final Map<String, float[]> tables;

  Stored(Map<String, Double> numbers, Map<String, float[]> tables) {
    this.numbers = numbers;
    this.tables = tables;
  }

  Familiarity familiarity(Kind kind) {
    Alphabet alphabet = Alphabet.of(kind, letters());
    int order = whole("order", HIGHEST_ORDER);
    if (Math.pow(alphabet.size(), order + 1) > LARGEST_TABLE) {
      throw wrong("order", String.valueOf(order), "lower for " + alphabet.size() + " letters");
    }
    Chain chain =
        new Chain(alphabet, order, (float) number("foreign", -64, 64), table("ratios").clone());
    float[] tail = table("tail").clone();
    int records = whole("records", Integer.MAX_VALUE);
    if (tail.length > records) {
      throw wrong("tail", tail.length + " values", "at most one for each of " + records);
    }
    Limits limits =
        new Limits(
            scale(""),
            scale("chance."),
            number("low", -LARGEST, LARGEST),
            number("margin", 0, 1),
            number("high", -LARGEST, LARGEST),
            tail,
            records);
    Mixture mixture = new Mixture(scale("mixture."), number("mixture.low", -LARGEST, LARGEST));
    Extent extent = new Extent(whole("shortest", Integer.MAX_VALUE), number("certain", 0, 1));
    return new Familiarity(kind, chain, limits, mixture, extent, number("noticed", 0, 1));
  }

  private Scale scale(String prefix) {
    return new Scale(
        number(prefix + "level", -LARGEST, LARGEST),
        number(prefix + "drift", -LARGEST, LARGEST),
        number(prefix + "variance", Double.MIN_NORMAL, LARGEST),
        number(prefix + "noise", 0, LARGEST));
  }

  private String letters() {
    StringBuilder letters = new StringBuilder();
    for (float code : table("letters")) {
      char letter = (char) code;
      if (code != letter || letters.indexOf(String.valueOf(letter)) >= 0) {
        throw wrong("letters", String.valueOf(code), "a character that occurs once");
      }
      letters.append(letter);
    }
    return letters.toString();
  }

  private float[] table(String name) {
    float[] table = tables.get(name);
    if (table == null) {
      throw wrong(name, "nothing", "an array");
    }
    for (float value : table) {
      if (!Float.isFinite(value)) {
        throw wrong(name, String.valueOf(value), "finite values");
      }
    }
    return table;
  }

  private double number(String name, double least, double most) {
    Double number = numbers.get(name);
    if (number == null || !(number >= least && number <= most)) {
      String found = number == null ? "nothing" : number.toString();
      throw wrong(name, found, "a number from " + least + " to " + most);
    }
    return number;
  }

  private int whole(String name, int most) {
    double number = number(name, 0, most);
    if (number != Math.rint(number)) {
      throw wrong(name, String.valueOf(number), "a whole number");
    }
    return (int) number;
  }

  private static IllegalArgumentException wrong(String name, String found, String right) {
    return new IllegalArgumentException(
        "the stored familiarity is damaged: '" + name + "' should be " + right + ", not " + found);
  }
}
