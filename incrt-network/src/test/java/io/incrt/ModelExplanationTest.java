package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.LabelledSequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelExplanationTest {

  @TempDir private Path directory;

  /** Records of which, if asked for, every tenth has the wrong label. */
  private Path table(String name, int count, boolean wrong) throws Exception {
    String rows =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    (i % 2 == 0 ? "a fine day number " : "a dull day number ")
                        + i
                        + "\t"
                        + ((i % 2 == 0) != (wrong && i % 10 == 3) ? "good" : "bad"))
            .collect(Collectors.joining("\n", "sentence\tlabel\n", "\n"));
    return Files.writeString(directory.resolve(name), rows);
  }

  private Training training() throws Exception {
    return Incrt.training()
        .data(table("train.tsv", 120, false))
        .test(table("test.tsv", 60, true))
        .set("network.width", "8")
        .set("training.steps", "30");
  }

  @Test
  void theWorstMistakesAreKeptWithWhatSpokeForThem() throws Exception {
    Path folder = directory.resolve("model");
    try (Incrt model = training().set("data.mistakes", "4").fit(folder)) {
      ModelExplanation kept = ModelExplanation.read(folder).orElseThrow();
      assertEquals("test", kept.set());
      assertEquals(60, kept.records());
      List<LabelledSequence> wrong =
          IntStream.range(0, 60)
              .mapToObj(i -> new LabelledSequence("" + i, "a dull day number " + i, "good"))
              .filter(record -> Integer.parseInt(record.id()) % 10 == 3)
              .toList();
      assertEquals(wrong.size(), kept.wrong());
      assertEquals(4, kept.mistakes().size());
      double before = 1;
      for (ModelExplanation.Mistake mistake : kept.mistakes()) {
        assertEquals("good", mistake.truth());
        assertEquals("bad", mistake.explanation().label());
        assertTrue(mistake.explanation().probability() <= before);
        before = mistake.explanation().probability();
        assertTrue(mistake.probability() < before);
        assertEquals("dull", mistake.explanation().top(1).pieces().get(0).text());
      }
      assertEquals(kept.faithfulness(), model.explainer().measured().orElseThrow());
      assertTrue(kept.faithfulness().proven());
    }
    Path copy = directory.resolve("copy");
    try (Incrt model = Incrt.load(folder)) {
      model.save(copy);
    }
    assertEquals(ModelExplanation.read(folder), ModelExplanation.read(copy));
    Files.writeString(folder.resolve("explained.json"), "{}");
    assertThrows(CorruptFileException.class, () -> Incrt.load(folder));
  }

  @Test
  void nothingIsKeptWhereThatIsAskedFor() throws Exception {
    Path folder = directory.resolve("model");
    training().set("data.mistakes", "0").fit(folder).close();
    assertFalse(Files.exists(folder.resolve("explained.json")));
    assertTrue(ModelExplanation.read(folder).isEmpty());
  }

  @Test
  void withoutTestRecordsItIsTheValidationRecords() throws Exception {
    Path folder = directory.resolve("model");
    Incrt.training()
        .data(table("train.tsv", 120, false))
        .set("network.width", "8")
        .set("training.steps", "20")
        .fit(folder)
        .close();
    assertEquals("validation", ModelExplanation.read(folder).orElseThrow().set());
  }
}
