package io.incrt.data.familiarity;

/** How often each letter follows up to {@code order} others, laid out as in {@link Chain}. */
final class Counts {

  // So that no logarithm is infinite.
  private static final double LEAST = 0x1p-20;

  private final Alphabet alphabet;
  private final int order;
  private final int[] offsets;
  private final int[] counts;
  private long letters;
  private long foreign;

  Counts(Alphabet alphabet, int order) {
    this.alphabet = alphabet;
    this.order = order;
    this.offsets = Chain.offsets(alphabet.size(), order);
    this.counts = new int[offsets[order + 1]];
  }

  /** Counts each letter of a part of a sequence once, after as many others as stand before it. */
  void add(CharSequence sequence, int from, int to) {
    int size = alphabet.size();
    int blank = alphabet.blank();
    int states = Chain.power(size, order);
    int state = 0;
    int depth = 0;
    int last = Alphabet.SKIPPED;
    for (int i = from; i < to; i++) {
      int number = alphabet.number(sequence.charAt(i));
      if (number == blank && number == last) {
        continue;
      }
      last = number;
      if (number < 0) {
        foreign += number == Alphabet.FOREIGN ? 1 : 0;
        state = 0;
        depth = 0;
        continue;
      }
      letters++;
      int at = state * size + number;
      counts[offsets[depth] + at]++;
      if (depth < order) {
        depth++;
        state = at;
      } else {
        state = at % states;
      }
    }
  }

  /** Lets a letter also count after fewer others than stand before it; to be called once, last. */
  void close() {
    for (int depth = order; depth > 0; depth--) {
      int lower = offsets[depth] - offsets[depth - 1];
      for (int at = offsets[depth]; at < offsets[depth + 1]; at++) {
        counts[offsets[depth - 1] + (at - offsets[depth]) % lower] += counts[at];
      }
    }
  }

  /** Adds or, with -1, takes away what others counted. */
  Counts plus(Counts others, int sign) {
    Counts sum = new Counts(alphabet, order);
    for (int i = 0; i < counts.length; i++) {
      sum.counts[i] = counts[i] + sign * others.counts[i];
    }
    sum.letters = letters + sign * others.letters;
    sum.foreign = foreign + sign * others.foreign;
    return sum;
  }

  long letters() {
    return letters;
  }

  /** The bits of a letter of another alphabet. */
  float foreignBits() {
    return Chain.ratio((foreign + 1.0) / (letters + foreign + 2.0));
  }

  /**
   * The probabilities of one order: (count + trust · probability of the order below) / (all counts
   * + trust). Low trust believes the counts, infinite trust the order below.
   *
   * @param below the probabilities of the order below; for order 0 one number, 1 / alphabet size
   */
  void smooth(int depth, double trust, float[] below, float[] probabilities) {
    int size = alphabet.size();
    for (int context = 0; context < probabilities.length; context += size) {
      long seen = 0;
      for (int x = 0; x < size; x++) {
        seen += counts[offsets[depth] + context + x];
      }
      for (int x = 0; x < size; x++) {
        float lower = below[(context + x) % below.length];
        double probability =
            seen == 0 || Double.isInfinite(trust)
                ? lower
                : (counts[offsets[depth] + context + x] + trust * lower) / (seen + trust);
        probabilities[context + x] = (float) Math.max(LEAST, probability);
      }
    }
  }

  /** The bits that the probabilities of one order give to these counts. */
  double likelihood(int depth, float[] probabilities) {
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      int count = counts[offsets[depth] + i];
      if (count > 0) {
        sum += count * Math.log(probabilities[i]);
      }
    }
    return sum / Math.log(2);
  }
}
