package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.Random;

/**
 * The order task: a sequence holds one of r token pairs (aᵢ, bᵢ) among noise, and the label says
 * which of the two comes first. The bag of tokens does not determine it, so it needs directed
 * attention; r sets how many relations must be learned.
 *
 * @param pairs r
 * @param length the tokens of a sequence
 * @param noise the kinds of noise tokens
 * @param train training records
 * @param held records each to validate and to test on
 */
public record OrderTask(int pairs, int length, int noise, int train, int held) {

  // The prefixes of the two tokens of a pair and of the noise.
  private static final List<String> FIRST = List.of("a", "b", "n");
  private static final List<String> SECOND = List.of("c", "d", "m");

  /** Checks the numbers. */
  public OrderTask {
    if (pairs < 1 || length < 2 || noise < 1 || train < 2 || held < 2) {
      throw new IllegalArgumentException(
          "the order task needs pairs ≥ 1, length ≥ 2, noise ≥ 1, train ≥ 2 and held ≥ 2, not "
              + pairs
              + ", "
              + length
              + ", "
              + noise
              + ", "
              + train
              + " and "
              + held);
    }
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    return Corpora.drawn(train, held, id -> draw(id, FIRST, random));
  }

  /**
   * Draws the records of a task that changes half-way: other pairs among other noise, as if the
   * language had changed. The fewer the kinds of noise, the more the tokens' geometry changes. Each
   * half has its own records to learn from, to validate and to test on.
   */
  public Corpus generateDrifting(long seed) {
    Random random = new Random(seed);
    return Corpora.changing(
        train, held, id -> draw(id, FIRST, random), id -> draw(id, SECOND, random));
  }

  private LabelledSequence draw(String id, List<String> letters, Random random) {
    String[] words = new String[length];
    for (int j = 0; j < length; j++) {
      words[j] = letters.get(2) + random.nextInt(noise);
    }
    int first = random.nextInt(length);
    int second = random.nextInt(length - 1);
    second += second >= first ? 1 : 0;
    int pair = random.nextInt(pairs);
    words[first] = letters.get(0) + pair;
    words[second] = letters.get(1) + pair;
    String label = first < second ? "a_first" : "b_first";
    return new LabelledSequence(id, String.join(" ", words), label);
  }
}
