package io.incrt.data.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.List;
import org.junit.jupiter.api.Test;

class MotifTaskTest {

  @Test
  void theSiteStandsWhereTheNameSays() {
    Corpus corpus = BuiltinTasks.generate("builtin:motif?motifs=3&train=200&held=50", 5);
    assertEquals(List.of("AP1", "EBOX", "TATA", MotifTask.NONE), corpus.labels());
    assertEquals(200, corpus.train().size());
    assertEquals(50, corpus.test().size());
    assertEquals(Kind.DNA, corpus.tokenizer().kind());
    for (LabelledSequence record : corpus.train()) {
      assertEquals(60, record.sequence().length());
      int place = MotifTask.place(record);
      assertEquals(record.label().equals(MotifTask.NONE), place < 0);
      if (place >= 0) {
        String site = MotifTask.site(record.label());
        assertEquals(site, record.sequence().substring(place, place + site.length()));
      }
    }
    assertEquals(
        List.copyOf(corpus.test()),
        List.copyOf(BuiltinTasks.generate("builtin:motif?motifs=3&train=200&held=50", 5).test()));
  }

  @Test
  void someLettersOfASiteAreOthersWhereThatIsAskedFor() {
    Corpus corpus = BuiltinTasks.generate("builtin:motif?mutated=50&train=200&held=9", 1);
    long whole =
        corpus.train().stream()
            .filter(record -> !record.label().equals(MotifTask.NONE))
            .filter(record -> record.sequence().contains(MotifTask.site(record.label())))
            .count();
    assertTrue(whole < 40, whole + " sites are whole");
  }

  @Test
  void impossibleNumbersAreRefused() {
    for (String options : List.of("motifs=5", "motifs=0", "length=8", "mutated=60", "held=1")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> BuiltinTasks.generate("builtin:motif?" + options, 1));
    }
  }
}
