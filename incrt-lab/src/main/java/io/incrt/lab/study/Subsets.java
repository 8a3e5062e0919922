package io.incrt.lab.study;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Fewer records of a corpus, for smaller scales. */
final class Subsets {

  private Subsets() {}

  /** At most so many training records, drawn by the seed, and as many to validate and test on. */
  static Corpus of(Corpus corpus, int most, long seed) {
    return corpus.train().size() <= most
        ? corpus
        : new Corpus(
            some(corpus.train(), most, seed),
            some(corpus.valid(), most, seed),
            some(corpus.test(), most, seed),
            corpus.tokenizer());
  }

  private static List<LabelledSequence> some(List<LabelledSequence> all, int most, long seed) {
    List<LabelledSequence> order = new ArrayList<>(all);
    Collections.shuffle(order, new Random(seed));
    return order.subList(0, Math.min(most, order.size()));
  }
}
