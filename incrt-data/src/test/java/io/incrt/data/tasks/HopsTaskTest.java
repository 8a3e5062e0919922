package io.incrt.data.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HopsTaskTest {

  @Test
  void theLabelIsAtTheEndOfTheChainFromPlaceZero() {
    Corpus corpus = new HopsTask(2, 2000, 10).generate(5);
    Map<Integer, Integer> lengths = new TreeMap<>();
    for (LabelledSequence sequence : corpus.train()) {
      List<String> words = List.of(sequence.sequence().split(" ", -1));
      assertEquals(10, words.size());
      int at = 0;
      int links = 0;
      while (words.get(at).startsWith("go_")) {
        at = Integer.parseInt(words.get(at).substring(3));
        links++;
      }
      assertEquals(sequence.label(), words.get(at));
      lengths.merge(links, 1, Integer::sum);
      // Two chains of the same length, one to each answer, and nothing else.
      assertEquals(1, words.stream().filter("yes"::equals).count());
      assertEquals(1, words.stream().filter("no"::equals).count());
      assertEquals(2L * links, words.stream().filter(word -> word.startsWith("go_")).count());
    }
    assertEquals(List.of(1, 2, 3, 4), List.copyOf(lengths.keySet()));
    assertEquals(corpus, new HopsTask(2, 2000, 10).generate(5), "the seed decides all");
    assertThrows(IllegalArgumentException.class, () -> new HopsTask(7, 10, 10));
  }
}
