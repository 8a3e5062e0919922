package io.incrt.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The order task: a sequence holds one of r token pairs (aᵢ, bᵢ) among noise, and the label says
 * which of the two comes first. It cannot be told from the bag of tokens, so it needs directed
 * attention; r sets how many relations must be learned.
 *
 * @param pairs r
 * @param length the tokens of a sequence
 * @param train training records
 * @param held records each to validate and to test on
 */
public record OrderTask(int pairs, int length, int train, int held) {

  private static final int NOISE = 50;

  /** Checks the numbers. */
  public OrderTask {
    if (pairs < 1 || length < 2 || train < 2 || held < 2) {
      throw new IllegalArgumentException(
          "the order task needs pairs ≥ 1, length ≥ 2, train ≥ 2 and held ≥ 2, not "
              + pairs
              + ", "
              + length
              + ", "
              + train
              + " and "
              + held);
    }
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> training = draw("train", train, random);
    return new Corpus(
        training,
        draw("valid", held, random),
        draw("test", held, random),
        WordTokenizer.learn(training, 1));
  }

  private List<LabelledSequence> draw(String split, int records, Random random) {
    List<LabelledSequence> drawn = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      String[] words = new String[length];
      for (int j = 0; j < length; j++) {
        words[j] = "n" + random.nextInt(NOISE);
      }
      int first = random.nextInt(length);
      int second = random.nextInt(length - 1);
      second += second >= first ? 1 : 0;
      int pair = random.nextInt(pairs);
      words[first] = "a" + pair;
      words[second] = "b" + pair;
      String label = first < second ? "a_first" : "b_first";
      drawn.add(new LabelledSequence(split + i, String.join(" ", words), label));
    }
    return drawn;
  }
}
