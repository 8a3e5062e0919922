package io.incrt.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What tests of two models say, in words. */
final class Verdicts {

  private static final double LEAST_P = 0.001;

  private Verdicts() {}

  /** Of two that gave the same answers. */
  static String same(Pair pair) {
    return pair.first() + " and " + pair.second() + " give the same answers.";
  }

  /**
   * Of two that answered the same records.
   *
   * @param pairs how many pairs were tested
   */
  static String paired(Pair pair, int records, int pairs) {
    Difference accuracy = pair.in(Figure.ACCURACY);
    String split =
        String.format(
            Locale.ROOT,
            "of %d records %s alone is right on %d, %s alone on %d (McNemar, %s)",
            records,
            pair.first(),
            pair.onlyFirst(),
            pair.second(),
            pair.onlySecond(),
            chance(accuracy, pairs));
    String first =
        pair.onlyFirst() + pair.onlySecond() == 0
            ? pair.first() + " and " + pair.second() + " are right on the same records."
            : accuracy.shown()
                ? pair.first()
                    + " is more accurate than "
                    + pair.second()
                    + " by "
                    + points(accuracy)
                    + ": "
                    + split
                    + "."
                : pair.first()
                    + " and "
                    + pair.second()
                    + ": no difference in accuracy that "
                    + records
                    + (records == 1 ? " record" : " records")
                    + " could show: "
                    + split
                    + ".";
    String others = others(pair, pairs);
    return others.isEmpty() ? first : first + " " + others;
  }

  private static String others(Pair pair, int pairs) {
    List<String> shown = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      Difference difference = pair.in(figure);
      if (figure != Figure.ACCURACY && difference.shown()) {
        boolean firstIsBetter = difference.value() > 0 == figure.largerIsBetter();
        shown.add(
            String.format(
                Locale.ROOT,
                "%s has the %s %s, by %.4f (bootstrap, %s).",
                firstIsBetter ? pair.first() : pair.second(),
                figure.largerIsBetter() ? "better" : "lower",
                figure.words(),
                Math.abs(difference.value()),
                chance(difference, pairs)));
      }
    }
    return String.join(" ", shown);
  }

  /** Of two that may have been judged by different records. */
  static String unpaired(Pair pair, int pairs) {
    Difference accuracy = pair.in(Figure.ACCURACY);
    return pair.first()
        + (accuracy.shown() ? " is more accurate than " : " and ")
        + pair.second()
        + (accuracy.shown()
            ? " by "
            : ": no difference in accuracy that so many records could show, if judged apart: ")
        + points(accuracy)
        + ", not paired (Fisher, "
        + chance(accuracy, pairs)
        + ").";
  }

  /** "2.1 points (95 % interval 0.5 to 3.7)". */
  private static String points(Difference accuracy) {
    return String.format(
        Locale.ROOT,
        "%.1f points (95 %% interval %.1f to %.1f)",
        100 * accuracy.value(),
        100 * accuracy.interval().get(0),
        100 * accuracy.interval().get(1));
  }

  private static String chance(Difference difference, int pairs) {
    return pairs == 1 ? p(difference.pValue()) : "corrected " + p(difference.corrected());
  }

  private static String p(double value) {
    return value < LEAST_P ? "p < 0.001" : String.format(Locale.ROOT, "p = %.3f", value);
  }
}
