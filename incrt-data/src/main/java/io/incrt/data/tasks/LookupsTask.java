package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The look-ups task: several look-ups by content that one position needs at once. A question such
 * as {@code ask_2_0} names one key for each look-up; among items such as {@code item_2_3_1}, which
 * have a key for each look-up and a last digit, exactly one has the first key, exactly one other
 * the second, and so on. The label is the row of last digits, in the order of the look-ups.
 *
 * <p>An item does not say which look-up it answers: that depends on the question. Without any
 * look-up the question itself says the label, and no head is needed.
 *
 * @param heads r, the look-ups
 * @param keys how many keys there are for each
 * @param items the items of a record that answer nothing
 * @param train training records
 * @param held records each to validate and to test on
 */
public record LookupsTask(int heads, int keys, int items, int train, int held) {

  /** The look-up that an item answers which answers none. */
  private static final int NONE = -1;

  /** Checks the numbers. */
  public LookupsTask {
    boolean few = heads >= 0 && heads <= 5 && keys >= 2 && Math.pow(keys, heads) <= 4096;
    if (!few || items < 0 || items > 500 || train < 2 || held < 2) {
      throw new IllegalArgumentException(
          "the lookups task needs heads from 0 to 5, keys ≥ 2 with keys^heads ≤ 4096,"
              + " items from 0 to 500, train ≥ 2 and held ≥ 2, not "
              + List.of(heads, keys, items, train, held));
    }
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    return Corpora.drawn(train, held, id -> draw(id, false, random));
  }

  /**
   * The passing task: look-ups in the first half of a run; in the second half every question says
   * its answer ({@code told_2_1}), the items mean nothing, and no head is needed any more.
   */
  public Corpus generatePassing(long seed) {
    Random random = new Random(seed);
    return Corpora.changing(
        train, held, id -> draw(id, false, random), id -> draw(id, true, random));
  }

  private LabelledSequence draw(String id, boolean told, Random random) {
    int[] asked = new int[heads];
    for (int j = 0; j < heads; j++) {
      asked[j] = random.nextInt(keys);
    }
    StringBuilder label = new StringBuilder("is");
    List<String> words = new ArrayList<>();
    for (int j = 0; j < heads; j++) {
      int digit = random.nextInt(2);
      label.append(digit);
      words.add(item(asked, j, told ? random.nextInt(2) : digit, random));
    }
    for (int i = 0; i < items; i++) {
      words.add(item(asked, NONE, random.nextInt(2), random));
    }
    Collections.shuffle(words, random);
    String question = named(told ? "told" : "ask", asked);
    if (heads == 0) {
      label.append(random.nextInt(2));
    }
    if (heads == 0 || told) {
      question += "_" + label.substring(2);
    }
    words.add(0, question);
    return new LabelledSequence(id, String.join(" ", words), label.toString());
  }

  /** An item with the key that is asked for in one look-up, and with other keys in all others. */
  private String item(int[] asked, int answers, int digit, Random random) {
    int[] own = new int[heads];
    for (int j = 0; j < heads; j++) {
      own[j] = j == answers ? asked[j] : (asked[j] + 1 + random.nextInt(keys - 1)) % keys;
    }
    return named("item", own) + "_" + digit;
  }

  private static String named(String what, int... keys) {
    StringBuilder word = new StringBuilder(what);
    for (int key : keys) {
      word.append('_').append(key);
    }
    return word.toString();
  }
}
