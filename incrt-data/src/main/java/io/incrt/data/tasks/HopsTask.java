package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The hops task: follow the pointers. A sequence is a row of places; {@code go_3} points to place
 * 3, {@code yes} and {@code no} are answers, {@code none} is neither. Two chains of pointers of the
 * same length run through it, one to each answer, and the label is the answer at the end of the
 * chain that starts at place 0. Nothing else tells the chains apart.
 *
 * <p>In one attention layer a place can read its neighbours in the chain and place 0; in a chain of
 * four links no place sees both the middle and an end. A second layer combines two such views. Each
 * layer doubles the reach, so chains have 1 to 2^hops links; the short ones teach what the long
 * ones need.
 *
 * @param hops the layers that the longest chains need
 * @param train training records
 * @param held records each to validate and to test on
 */
public record HopsTask(int hops, int train, int held) {

  private static final int CHAINS = 2;

  /** Checks the numbers. */
  public HopsTask {
    if (hops < 0 || hops > 6 || train < 2 || held < 2) {
      throw new IllegalArgumentException(
          "the hops task needs hops from 0 to 6, train ≥ 2 and held ≥ 2, not "
              + hops
              + ", "
              + train
              + " and "
              + held);
    }
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    return Corpora.drawn(train, held, id -> draw(id, random));
  }

  private LabelledSequence draw(String id, Random random) {
    int longest = 1 << hops;
    String[] words = new String[CHAINS * (longest + 1)];
    Arrays.fill(words, "none");
    List<Integer> places = new ArrayList<>();
    for (int place = 1; place < words.length; place++) {
      places.add(place);
    }
    Collections.shuffle(places, random);
    int answer = random.nextInt(2);
    int links = 1 + random.nextInt(longest);
    int next = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      int at = chain == 0 ? 0 : places.get(next++);
      for (int link = 0; link < links; link++) {
        words[at] = "go_" + places.get(next);
        at = places.get(next++);
      }
      words[at] = word(answer + chain);
    }
    return new LabelledSequence(id, String.join(" ", words), word(answer));
  }

  private static String word(int answer) {
    return answer % 2 == 0 ? "yes" : "no";
  }
}
