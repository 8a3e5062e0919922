package io.incrt.data.familiarity;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How typical a sequence is of the training records. A network answers with confidence about random
 * letters, too; this says that such an answer rests on nothing.
 *
 * <p>The score is the mean over the letters of log2(p(letter | letters before it) · alphabet size),
 * the bits by which a Markov chain of the training records expects the sequence more than random
 * letters. It is strange if it lies below nearly all records that were not learned from, as records
 * of its length vary. Ambiguous letters are passed over; upper and lower case are the same.
 *
 * <p>Immutable, so any number of threads may ask at once.
 */
public final class Familiarity {

  private final Kind kind;
  private final Chain chain;
  private final Limits limits;
  private final Mixture mixture;
  private final Extent extent;
  private final double noticed;

  Familiarity(
      Kind kind, Chain chain, Limits limits, Mixture mixture, Extent extent, double noticed) {
    this.kind = kind;
    this.chain = chain;
    this.limits = limits;
    this.mixture = mixture;
    this.extent = extent;
    this.noticed = noticed;
  }

  /**
   * Learns what is typical. Each training record is also judged without itself and its equals or
   * its group, so held-out records make the limits better but are not needed. If many more than 2 %
   * of them would be strange, the limit is lowered.
   *
   * @param training the records that a network learned from; of more than 50 million letters, a
   *     sample
   * @param heldOut records of the same source that it did not learn from; may be empty
   * @param seed of the sample and the parts
   */
  public static Familiarity learn(
      Kind kind, List<LabelledSequence> training, List<LabelledSequence> heldOut, long seed) {
    return new Measuring(kind, training, heldOut, seed).familiarity(kind);
  }

  /** The bits per letter by which this is more expected than random letters; 0 without letters. */
  public double score(String sequence) {
    return chain.walk(sequence, 0, sequence.length()).mean();
  }

  /** Whether the sequence is unlike the training records. */
  public boolean isStrange(String sequence) {
    return warning(sequence).isPresent();
  }

  /**
   * The share of records of random letters, as long as the training records, that are strange. Low
   * where the records are too short or too varied to tell; then no warning means little.
   */
  public double noticed() {
    return noticed;
  }

  /** Why the sequence is unlike the training records, in one sentence; empty if it is like them. */
  public Optional<String> warning(String sequence) {
    Chain.Walk walk = chain.walk(sequence, 0, sequence.length());
    if (walk.letters() == 0) {
      return Optional.of("holds no letter that can be compared with the training records");
    }
    if (extent.tooShort(walk)) {
      return unlike(
          count(walk.letters())
              + " of the "
              + count(extent.shortest())
              + " letters of the shortest of them");
    }
    if (extent.tooUncertain(walk)) {
      return unlike(
          "only "
              + count(walk.letters())
              + " of its "
              + count(walk.length())
              + " letters are certain");
    }
    if (limits.isLow(walk.mean(), walk.letters())) {
      return unlike(
          walk.foreign() > walk.letters() / 10
              ? count(walk.foreign())
                  + " of its "
                  + count(walk.length())
                  + " letters are none of "
                  + chain.alphabet().letters()
              : "its letters follow each other as in " + share(walk));
    }
    if (mixture.isStrange(walk)) {
      return unlike("its letters are mixed as in none of them");
    }
    return limits.isHigh(walk.mean(), walk.letters())
        ? unlike("its letters follow each other more regularly than in all of them")
        : Optional.empty();
  }

  private static Optional<String> unlike(String reason) {
    return Optional.of("unlike the training records: " + reason);
  }

  private String share(Chain.Walk walk) {
    double share = limits.shareBelow(walk.mean(), walk.letters());
    if (share == 0) {
      return "none of them";
    }
    return String.format(Locale.ROOT, "%.1f %% of them", Math.max(0.1, 100 * share));
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
  }

  /** The kind of the sequences. */
  public Kind kind() {
    return kind;
  }

  /** The numbers to store; see {@link #restore}. */
  public Map<String, Double> numbers() {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("order", (double) chain.order());
    numbers.put("foreign", (double) chain.foreign());
    put(numbers, "", limits.scale());
    put(numbers, "chance.", limits.chance());
    put(numbers, "mixture.", mixture.scale());
    numbers.put("low", limits.low());
    numbers.put("margin", limits.margin());
    numbers.put("high", limits.high());
    numbers.put("records", (double) limits.records());
    numbers.put("noticed", noticed);
    numbers.put("shortest", (double) extent.shortest());
    numbers.put("certain", extent.certain());
    numbers.put("mixture.low", mixture.low());
    return numbers;
  }

  private static void put(Map<String, Double> numbers, String prefix, Scale scale) {
    numbers.put(prefix + "level", scale.level());
    numbers.put(prefix + "drift", scale.drift());
    numbers.put(prefix + "variance", scale.variance());
    numbers.put(prefix + "noise", scale.noise());
  }

  /** The arrays to store, about 1 MB at most; see {@link #restore}. */
  public Map<String, float[]> tables() {
    String letters = chain.alphabet().letters();
    float[] codes = new float[letters.length()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = letters.charAt(i);
    }
    Map<String, float[]> tables = new LinkedHashMap<>();
    tables.put("letters", codes);
    tables.put("ratios", chain.ratios().clone());
    tables.put("tail", limits.tail().clone());
    return tables;
  }

  /**
   * Restores what {@link #numbers()} and {@link #tables()} gave.
   *
   * @throws IllegalArgumentException if something is missing or cannot have come from there
   */
  public static Familiarity restore(
      Kind kind, Map<String, Double> numbers, Map<String, float[]> tables) {
    return new Stored(numbers, tables).familiarity(kind);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Familiarity that)
        || kind != that.kind
        || !numbers().equals(that.numbers())) {
      return false;
    }
    Map<String, float[]> tables = that.tables();
    return tables().entrySet().stream()
        .allMatch(entry -> Arrays.equals(entry.getValue(), tables.get(entry.getKey())));
  }

  @Override
  public int hashCode() {
    return numbers().hashCode();
  }
}
