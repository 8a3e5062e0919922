package io.incrt.data.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookupsTaskTest {

  @Test
  void theLabelIsWhatTheItemsSayThatHaveTheKeysAskedFor() {
    for (int heads = 1; heads <= 3; heads++) {
      Corpus corpus = new LookupsTask(heads, 4, 5, 200, 20).generate(heads);
      for (LabelledSequence record : corpus.train()) {
        List<String> words = Arrays.asList(record.sequence().split(" ", -1));
        String[] asked = words.get(0).split("_", -1);
        assertEquals("ask", asked[0]);
        StringBuilder label = new StringBuilder("is");
        List<String> answering = new ArrayList<>();
        for (int j = 1; j <= heads; j++) {
          int place = j;
          List<String> found =
              words.stream()
                  .skip(1)
                  .filter(item -> item.split("_", -1)[place].equals(asked[place]))
                  .toList();
          assertEquals(1, found.size(), record.sequence());
          answering.addAll(found);
          label.append(found.get(0).charAt(found.get(0).length() - 1));
        }
        assertEquals(record.label(), label.toString(), record.sequence());
        assertEquals(heads, answering.stream().distinct().count(), "one item each");
        assertEquals(1 + heads + 5, words.size());
      }
    }
  }

  @Test
  void withoutLookUpsTheQuestionSaysTheLabel() {
    for (LabelledSequence record : new LookupsTask(0, 4, 5, 50, 10).generate(1).train()) {
      String question = record.sequence().split(" ", -1)[0];
      assertEquals(record.label(), "is" + question.charAt(question.length() - 1));
    }
  }

  @Test
  void whatPassesIsLookedUpAtFirstAndToldLater() {
    Corpus corpus = new LookupsTask(2, 4, 5, 50, 10).generatePassing(1);
    assertTrue(corpus.train().stream().allMatch(record -> record.sequence().startsWith("ask_")));
    for (LabelledSequence record : corpus.then().orElseThrow().train()) {
      String[] question = record.sequence().split(" ", -1)[0].split("_", -1);
      assertEquals("told", question[0]);
      assertEquals(record.label(), "is" + question[question.length - 1]);
    }
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new LookupsTask(6, 4, 5, 50, 10))
            .getMessage();
    assertTrue(message.contains("heads from 0 to 5"), message);
    assertThrows(IllegalArgumentException.class, () -> new LookupsTask(2, 1, 5, 50, 10));
    assertThrows(IllegalArgumentException.class, () -> new LookupsTask(5, 8, 5, 50, 10));
  }
}
