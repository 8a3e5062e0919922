package io.incrt.data.familiarity;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.List;

/** Learns from training records, and measures how records score that were not learned from. */
final class Measuring {

  private static final long MOST_LETTERS = 50_000_000;
  private static final int MOST_MEASURED = 20_000;
  private static final int MOST_RANDOM = 2_000;
  private static final int LONGEST_RANDOM = 20_000;

  private final Scores unseen = new Scores();
  private final Scores heldOut = new Scores();
  private final Scores learned = new Scores();
  private final Scores random = new Scores();
  private final Scores mixtures = new Scores();
  private final Alphabet alphabet;
  private final String drawn;
  private final Chain chain;
  private final long seed;
  private int shortest = Integer.MAX_VALUE;
  private double certain = 1;

  Measuring(Kind kind, List<LabelledSequence> training, List<LabelledSequence> others, long seed) {
    this.seed = seed;
    Sample sample = Sample.of(training, MOST_LETTERS, seed);
    alphabet = Alphabet.learn(kind, training, sample);
    drawn = drawn(kind, alphabet);
    ChainLearner learner = new ChainLearner(alphabet, training, sample, seed);
    Chain[] chains = learner.learn();
    chain = chains[ChainLearner.PARTS];
    boolean several = learner.filledParts() > 1;
    for (int i = 0; i < training.size(); i++) {
      String sequence = training.get(i).sequence();
      int from = sample.from(i, sequence.length());
      int to = sample.to(i, sequence.length());
      if (from < to && measured(i, training.size())) {
        measure(sequence, from, to, learned);
        if (several) {
          add(unseen, chains[learner.part(training.get(i))].walk(sequence, from, to));
        }
        chance(sequence, from, to);
      }
    }
    Sample otherSample = Sample.of(others, MOST_LETTERS, seed);
    for (int i = 0; i < others.size(); i++) {
      String sequence = others.get(i).sequence();
      int from = otherSample.from(i, sequence.length());
      int to = otherSample.to(i, sequence.length());
      if (from < to && measured(i, others.size())) {
        measure(sequence, from, to, heldOut);
      }
    }
  }

  /** Some of very many records are enough to know how they vary. */
  private boolean measured(int record, int records) {
    return records <= MOST_MEASURED
        || Mixing.unit(Mixing.mix(~seed + record)) < (double) MOST_MEASURED / records;
  }

  private void measure(String sequence, int from, int to, Scores scores) {
    Chain.Walk walk = chain.walk(sequence, from, to);
    add(scores, walk);
    mixtures.add(walk.letters(), walk.mixture(), walk.mixtureCuts());
    if (walk.letters() > 0) {
      shortest = Math.min(shortest, walk.letters());
      certain = Math.min(certain, walk.certain());
    }
  }

  /** Scores random letters in place of those of a record; blanks stay. */
  private void chance(String sequence, int from, int to) {
    if (random.records() >= MOST_RANDOM || drawn.isEmpty()) {
      return;
    }
    int length = Math.min(to - from, LONGEST_RANDOM);
    StringBuilder letters = new StringBuilder(length);
    long state = Mixing.mix(seed ^ random.records());
    for (int i = from; i < from + length; i++) {
      char letter = sequence.charAt(i);
      state = Mixing.mix(state);
      letters.append(
          Character.isWhitespace(letter)
              ? letter
              : drawn.charAt((int) Math.floorMod(state, (long) drawn.length())));
    }
    add(random, chain.walk(letters, 0, length));
  }

  private static void add(Scores scores, Chain.Walk walk) {
    scores.add(walk.letters(), walk.mean(), walk.cuts());
  }

  private static String drawn(Kind kind, Alphabet alphabet) {
    if (kind != Kind.TEXT) {
      return alphabet.letters();
    }
    StringBuilder letters = new StringBuilder();
    alphabet.letters().chars().filter(Character::isLetter).forEach(c -> letters.append((char) c));
    return letters.toString();
  }

  Familiarity familiarity(Kind kind) {
    Limits limits = Limits.of(unseen, heldOut, learned, random);
    int least = shortest == Integer.MAX_VALUE ? 0 : shortest;
    double noticed = random.share((score, n) -> limits.isLow(score, n) || limits.isHigh(score, n));
    Extent extent = new Extent(least, certain);
    return new Familiarity(kind, chain, limits, Mixture.of(mixtures), extent, noticed);
  }
}
