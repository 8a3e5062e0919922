package io.incrt.data.familiarity;

import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up sequences: of a Markov chain, of random letters, of words. */
final class MadeUp {

  private MadeUp() {}

  /**
   * A letter is mostly one of the two that its two predecessors allow. Twice the earlier one, so
   * that the chain read backwards follows another rule.
   */
  static String chain(String letters, int length, Random random) {
    StringBuilder sequence = new StringBuilder();
    int before = 0;
    int last = 0;
    for (int i = 0; i < length; i++) {
      int next =
          random.nextInt(4) == 0
              ? random.nextInt(letters.length())
              : (2 * before + 5 * last + random.nextInt(2)) % letters.length();
      sequence.append(letters.charAt(next));
      before = last;
      last = next;
    }
    return sequence.toString();
  }

  static String random(String letters, int length, Random random) {
    StringBuilder sequence = new StringBuilder();
    for (int i = 0; i < length; i++) {
      sequence.append(letters.charAt(random.nextInt(letters.length())));
    }
    return sequence.toString();
  }

  /** Records of a chain whose lengths differ by up to eight times. */
  static List<LabelledSequence> records(String letters, int count, int shortest, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = shortest << random.nextInt(4);
      records.add(new LabelledSequence("r" + i, chain(letters, length, random), "x"));
    }
    return records;
  }

  /** Sentences of a few dozen words. */
  static List<LabelledSequence> sentences(int count, long seed) {
    String[] words =
        ("the a of in what is was who where which river city mountain people country first largest"
                + " called known name year most world language written made found between many")
            .split(" ", -1);
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder sentence = new StringBuilder("How");
      int length = 4 + random.nextInt(8);
      for (int word = 0; word < length; word++) {
        sentence.append(' ').append(words[random.nextInt(words.length)]);
      }
      records.add(new LabelledSequence("s" + i, sentence.append(" ?").toString(), "x"));
    }
    return records;
  }
}
