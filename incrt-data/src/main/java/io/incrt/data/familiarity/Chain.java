package io.incrt.data.familiarity;

import java.util.Arrays;

/**
 * A Markov chain of letters: for each letter after up to {@code order} others, how many bits more
 * probable it is than a letter drawn at random, log2(p · alphabet size).
 *
 * <p>The ratios of all orders lie in one array, lowest order first; within an order at the letters'
 * digits in base {@code size}, the latest letter last.
 */
final class Chain {

  // One odd word in a sentence or one error in a read must not outweigh the rest.
  private static final double LOWEST = -6;
  private static final int MOST_CUTS = 20;

  private final Alphabet alphabet;
  private final int order;
  private final float foreign;
  private final float[] ratios;
  private final int[] offsets;
  private final int states;

  Chain(Alphabet alphabet, int order, float foreign, float[] ratios) {
    this.alphabet = alphabet;
    this.order = order;
    this.foreign = foreign;
    this.ratios = ratios;
    this.offsets = offsets(alphabet.size(), order);
    this.states = power(alphabet.size(), order);
    if (ratios.length != offsets[order + 1]) {
      throw new IllegalArgumentException(
          "a chain of order "
              + order
              + " over "
              + alphabet.size()
              + " letters has "
              + offsets[order + 1]
              + " ratios, not "
              + ratios.length);
    }
  }

  /** The bits of something so many times as probable as by chance; no single letter says much. */
  static float ratio(double times) {
    return (float) Math.max(LOWEST, Math.log(times) / Math.log(2));
  }

  /** Where each order begins, and the end of the last. */
  static int[] offsets(int size, int order) {
    int[] offsets = new int[order + 2];
    for (int i = 0; i <= order; i++) {
      offsets[i + 1] = offsets[i] + power(size, i + 1);
    }
    return offsets;
  }

  static int power(int base, int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power = Math.multiplyExact(power, base);
    }
    return power;
  }

  Alphabet alphabet() {
    return alphabet;
  }

  int order() {
    return order;
  }

  float foreign() {
    return foreign;
  }

  float[] ratios() {
    return ratios;
  }

  /**
   * What a walk over a sequence found.
   *
   * @param bits the sum of the ratios
   * @param letters how many letters that is the sum of
   * @param skipped how many letters said nothing
   * @param foreign how many of the letters are of another alphabet
   * @param cuts the mean ratio of the first 16, 32, 64 … letters, as far as there are more
   * @param mixture how much the letters are mixed as in training: minus the Kullback–Leibler
   *     divergence of their frequencies from those of the training records, in bits
   * @param mixtureCuts the same of the first 16, 32, 64 … letters
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Walk(
      double bits,
      int letters,
      int skipped,
      int foreign,
      double[] cuts,
      double mixture,
      double[] mixtureCuts) {

    static final int SHORTEST_CUT = 16;

    /** The share of letters that say something. */
    double certain() {
      return letters == 0 ? 0 : (double) letters / length();
    }

    /** All letters, also those that say nothing. */
    long length() {
      return (long) letters + skipped;
    }

    /** The mean ratio; 0 where there is no letter. */
    double mean() {
      return letters == 0 ? 0 : bits / letters;
    }
  }

  /** Walks over a part of a sequence. */
  Walk walk(CharSequence sequence, int from, int to) {
    int size = alphabet.size();
    int blank = alphabet.blank();
    double bits = 0;
    int letters = 0;
    int skipped = 0;
    int strangers = 0;
    int state = 0;
    int depth = 0;
    int last = Alphabet.SKIPPED;
    int nextCut = Walk.SHORTEST_CUT;
    double[] cuts = new double[MOST_CUTS];
    double[] mixtureCuts = new double[MOST_CUTS];
    int cutCount = 0;
    int[] counts = new int[size];
    for (int i = from; i < to; i++) {
      int number = alphabet.number(sequence.charAt(i));
      if (number == blank && number == last) {
        continue;
      }
      last = number;
      if (number == Alphabet.SKIPPED) {
        skipped++;
        state = 0;
        depth = 0;
        continue;
      }
      if (letters == nextCut) {
        cuts[cutCount] = bits / letters;
        mixtureCuts[cutCount++] = mixture(counts);
        nextCut = cutCount < MOST_CUTS ? nextCut * 2 : -1;
      }
      letters++;
      if (number == Alphabet.FOREIGN) {
        strangers++;
        bits += foreign;
        state = 0;
        depth = 0;
        continue;
      }
      counts[number]++;
      int at = state * size + number;
      bits += ratios[offsets[depth] + at];
      if (depth < order) {
        depth++;
        state = at;
      } else {
        state = at % states;
      }
    }
    return new Walk(
        bits,
        letters,
        skipped,
        strangers,
        Arrays.copyOf(cuts, cutCount),
        mixture(counts),
        Arrays.copyOf(mixtureCuts, cutCount));
  }

  private double mixture(int[] counts) {
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        double share = (double) counts[i] / total;
        // The ratios of order 0 are log2(probability · size) too, so the sizes cancel.
        sum -= share * (Math.log(share * counts.length) / Math.log(2) - ratios[i]);
      }
    }
    return sum;
  }
}
