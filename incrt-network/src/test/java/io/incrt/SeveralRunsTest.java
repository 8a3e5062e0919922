package io.incrt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.corpus.HopelessDataException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.store.ModelFolder;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralRunsTest {

  private static final String MODEL = "model.safetensors";

  @TempDir private static Path shared;
  private static Path whole;
  private static RunsSummary expected;

  @TempDir private Path directory;

  @BeforeAll
  static void trainOnce() throws Exception {
    whole = shared.resolve("whole");
    expected = SeveralRuns.seeds(quick(), 3).run(whole);
  }

  /** Words at random, most records with one that tells their label. */
  private static List<LabelledSequence> records() {
    Random random = new Random(4);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      StringBuilder text = new StringBuilder();
      random.ints(5, 0, 60).forEach(word -> text.append('w').append(word).append(' '));
      text.append(random.nextInt(4) == 0 ? "day" : i % 2 == 0 ? "fine" : "dull");
      records.add(new LabelledSequence("r" + i, text.toString(), i % 2 == 0 ? "+" : "-"));
    }
    return records;
  }

  private static Training quick() {
    return Incrt.training()
        .records(records())
        .set("network.width", "16")
        .set("training.steps", "20")
        .set("training.evaluateEvery", "10")
        .seed(7);
  }

  /** Notes which runs begin. */
  private static final class Notes implements SeveralRuns.Listener {
    private final List<String> begun = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();

    @Override
    public RunListener beginning(String name, RunListener usual) {
      begun.add(name);
      return usual;
    }

    @Override
    public void ended(RunsSummary.Run run) {
      ended.add(run.name());
    }
  }

  private static byte[] model(Path folder) throws IOException {
    return Files.readAllBytes(folder.resolve(MODEL));
  }

  private static double mean(List<RunsSummary.Run> runs) {
    return runs.stream().mapToDouble(run -> run.valid().accuracy()).average().orElseThrow();
  }

  @Test
  void everySeedIsARunOfItsOwnAndTheBestOneIsKept() throws Exception {
    Path all = whole;
    RunsSummary summary = expected;
    assertTrue(summary.finished());
    assertEquals(
        List.of("seed-7", "seed-8", "seed-9"),
        summary.runs().stream().map(RunsSummary.Run::name).toList());

    quick().seed(8).run(directory.resolve("alone"));
    assertArrayEquals(model(directory.resolve("alone")), model(all.resolve("seed-8")));

    double best = summary.runs().stream().mapToDouble(RunsSummary.Run::score).max().orElseThrow();
    assertEquals(best, summary.kept().score());
    assertArrayEquals(model(all.resolve(summary.kept().name())), model(all));
    assertEquals(summary.kept().seed(), ModelFolder.config(all).provenance().seed());

    RunsSummary.Spread spread = summary.spreads().get("validAccuracy");
    assertEquals(mean(summary.runs()), spread.mean(), 1e-12);
    assertEquals(3, spread.runs());
    assertNull(summary.spreads().get("testAccuracy"), "there are no test records");

    JsonNode file = new ObjectMapper().readTree(all.resolve("seeds.json").toFile());
    assertEquals(3, file.path("runs").size());
    assertTrue(file.path("finished").asBoolean());
    assertEquals(summary.kept().name(), file.path("kept").path("name").asText());
    assertEquals(spread.mean(), file.path("spreads").path("validAccuracy").path("mean").asDouble());
  }

  @Test
  void theSpreadIsThatOfASample() {
    RunsSummary.Spread spread = RunsSummary.Spread.of(List.of(0.8, 0.9, 1.0));
    assertEquals(0.9, spread.mean(), 1e-12);
    assertEquals(0.1, spread.deviation(), 1e-12);
    assertEquals(0, RunsSummary.Spread.of(List.of(0.8)).deviation());
  }

  @Test
  void stoppedRunsGoOnWhereTheyWereAndEndTheSame() throws Exception {
    Path cut = directory.resolve("cut");
    AtomicInteger asked = new AtomicInteger();
    RunsSummary stopped =
        SeveralRuns.seeds(quick().stopWhen(() -> asked.incrementAndGet() > 35), 3).run(cut);
    assertFalse(stopped.finished());
    assertEquals("seed-8", stopped.stoppedIn());
    assertEquals("seed-7", stopped.kept().name());
    assertArrayEquals(model(cut.resolve("seed-7")), model(cut), "the best so far");

    Notes notes = new Notes();
    RunsSummary resumed = SeveralRuns.seeds(quick().resume(true), 3).listener(notes).run(cut);
    assertEquals(List.of("seed-8", "seed-9"), notes.begun);
    assertEquals(List.of("seed-7", "seed-8", "seed-9"), notes.ended);
    assertTrue(resumed.finished());
    assertEquals(expected.kept().name(), resumed.kept().name());
    for (String name : List.of("seed-7", "seed-8", "seed-9", ".")) {
      assertArrayEquals(model(whole.resolve(name)), model(cut.resolve(name)), name);
    }

    Notes more = new Notes();
    SeveralRuns.seeds(quick().resume(true), 4).listener(more).run(cut);
    assertEquals(List.of("seed-10"), more.begun, "there may be more seeds later on");
  }

  @Test
  void foldsAreLeftOutOnceAndTheModelIsMadeOfAllRecords() throws Exception {
    Path all = directory.resolve("all");
    AtomicInteger asked = new AtomicInteger();
    RunsSummary stopped =
        SeveralRuns.folds(quick().stopWhen(() -> asked.incrementAndGet() > 70), 3).run(all);
    assertEquals("", stopped.stoppedIn(), "in the last run, on all records");
    assertEquals(3, stopped.runs().size());

    Notes notes = new Notes();
    RunsSummary summary = SeveralRuns.folds(quick().resume(true), 3).listener(notes).run(all);
    assertEquals(List.of(""), notes.begun);
    assertTrue(summary.finished());
    assertEquals(120, summary.runs().stream().mapToInt(run -> run.test().records()).sum());
    assertEquals(3, summary.spreads().get("testAccuracy").runs());
    assertNotNull(summary.runs().get(0).linear());

    quick().run(directory.resolve("alone"));
    assertArrayEquals(model(directory.resolve("alone")), model(all));
    assertTrue(Files.exists(all.resolve("folds.json")));
  }

  @Test
  void nothingThatIsThereIsLostOrMixedUp() throws Exception {
    Path all = directory.resolve("all");
    SeveralRuns.seeds(quick(), 2).run(all);
    assertThrows(FileAlreadyExistsException.class, () -> SeveralRuns.seeds(quick(), 2).run(all));
    assertThrows(
        FileAlreadyExistsException.class,
        () -> SeveralRuns.folds(quick().resume(true), 2).run(all));
    IllegalArgumentException other =
        assertThrows(
            IllegalArgumentException.class,
            () -> SeveralRuns.seeds(quick().set("training.steps", "30").resume(true), 2).run(all));
    assertTrue(other.getMessage().contains("are of other data or settings"), other.getMessage());

    Path data = all.resolve("seed-7").resolve("data.tsv");
    Files.writeString(data, "text\tlabel\na fine day\t+\na dull day\t-\n");
    Training within = Incrt.training().data(data).overwrite(true);
    IOException inside =
        assertThrows(IOException.class, () -> SeveralRuns.seeds(within, 2).run(all));
    assertTrue(inside.getMessage().contains("move it"), inside.getMessage());
    assertTrue(Files.exists(data), "what is read is not deleted with a run");

    SeveralRuns.seeds(quick().seed(3).overwrite(true), 2).run(all);
    assertFalse(Files.exists(all.resolve("seed-7")), "the runs of before are gone");
    long seed = ModelFolder.config(all).provenance().seed();
    assertTrue(seed == 3 || seed == 4, "the model is of the new runs, not of seed " + seed);
  }

  @Test
  void whatCannotBeTrainedLeavesNothing() throws Exception {
    List<LabelledSequence> same = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      same.add(new LabelledSequence("r" + i, "word", i % 2 == 0 ? "+" : "-"));
    }
    Path all = directory.resolve("all");
    assertThrows(
        HopelessDataException.class,
        () -> SeveralRuns.seeds(Incrt.training().records(same), 2).run(all));
    assertFalse(SeveralRuns.areIn(all));
    assertFalse(Files.exists(all.resolve("seed-1")));
  }

  @Test
  void oneIsNotSeveral() {
    assertThrows(IllegalArgumentException.class, () -> SeveralRuns.seeds(quick(), 1));
    assertThrows(IllegalArgumentException.class, () -> SeveralRuns.folds(quick(), 0));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            SeveralRuns.folds(Incrt.training().data("builtin:order?pairs=2"), 3)
                .run(directory.resolve("none")));
  }
}
