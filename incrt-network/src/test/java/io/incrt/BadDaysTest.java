package io.incrt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.DurableFiles;
import io.incrt.data.records.LabelledSequence;
import io.incrt.store.ModelFolder;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are cut short, replaced or side by side, and models used by many at once. */
class BadDaysTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "golden", "format-2", "text");
  private static final List<String> COMPARED =
      List.of("model.safetensors", "growth.jsonl", "metrics.jsonl", "certificate.json");

  @TempDir private Path directory;

  private static Training quick(int seed) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      records.add(
          new LabelledSequence(
              "r" + i, (i % 2 == 0 ? "a fine day " : "a dull day ") + i, i % 2 == 0 ? "+" : "-"));
    }
    return Incrt.training()
        .records(records)
        .set("network.width", "16")
        .set("training.steps", "80")
        .set("training.evaluateEvery", "20")
        .seed(seed);
  }

  /** Stops a run after some steps. */
  private static Training stopped(Training training, int steps) {
    AtomicLong made = new AtomicLong();
    return training
        .listener(
            new RunListener() {
              @Override
              public void stepped(Step step) {
                made.set(step.number());
              }
            })
        .stopWhen(() -> made.get() >= steps);
  }

  private static void assertSame(Path expected, Path actual) throws IOException {
    for (String file : COMPARED) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(file)),
          Files.readAllBytes(actual.resolve(file)),
          file);
    }
  }

  @Test
  void aRunThatReplacesAnotherIsTheOneThatIsResumed() throws Exception {
    Path whole = directory.resolve("whole");
    quick(2).run(whole);
    Path folder = directory.resolve("model");
    quick(1).run(folder);
    stopped(quick(2).overwrite(true), 7).run(folder);
    Training.Outcome resumed = quick(2).resume(true).run(folder);
    assertTrue(resumed.finished());
    assertSame(whole, folder);
  }

  @Test
  void aRunThatIsCutShortLeavesAModel() throws Exception {
    for (int steps : new int[] {3, 50}) {
      Path folder = directory.resolve("stopped-" + steps);
      Training.Outcome outcome = stopped(quick(1), steps).run(folder);
      assertFalse(outcome.finished());
      try (Incrt model = Incrt.load(folder)) {
        assertFalse(model.config().provenance().hasFinished());
        assertTrue(model.config().provenance().step() <= steps);
        assertTrue(model.predict("a fine day").probability() >= 0.5);
        assertEquals(steps / 20, model.log().metrics().size());
        assertTrue(ModelEvaluation.read(folder).valid().accuracy() >= 0);
      }
      quick(1).resume(true).run(folder);
      assertTrue(ModelFolder.config(folder).provenance().hasFinished());
    }
    assertSame(directory.resolve("stopped-3"), directory.resolve("stopped-50"));
  }

  @Test
  void aStopBeforeTheFirstValidationKeepsTheModelOfBefore() throws Exception {
    Path folder = directory.resolve("kept");
    quick(1).run(folder);
    byte[] before = Files.readAllBytes(folder.resolve("model.safetensors"));
    stopped(quick(2).overwrite(true), 3).run(folder);
    assertTrue(ModelFolder.isOfEarlierRun(folder));
    assertArrayEquals(before, Files.readAllBytes(folder.resolve("model.safetensors")));
    quick(2).resume(true).run(folder);
    assertFalse(ModelFolder.isOfEarlierRun(folder));
  }

  @Test
  void aModelWithoutCheckpointsIsNotReplacedByAResume() throws Exception {
    Path folder = directory.resolve("finished");
    quick(1).run(folder);
    ModelFolder.checkpoints(folder).clear();
    String told =
        assertThrows(IOException.class, () -> quick(2).resume(true).run(folder)).getMessage();
    assertTrue(told.contains("no checkpoint to go on from"), told);
  }

  @Test
  void twoRunsInOneProcessAreEachTheSameToTheBit() throws Exception {
    for (int seed : new int[] {1, 2}) {
      quick(seed).run(directory.resolve("alone-" + seed));
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (Incrt other = Incrt.load(GOLDEN)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int seed : new int[] {1, 2}) {
        runs.add(threads.submit(() -> quick(seed).run(directory.resolve("beside-" + seed))));
      }
      while (!runs.stream().allMatch(Future::isDone)) {
        other.predict("a fine day");
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (int seed : new int[] {1, 2}) {
      assertSame(directory.resolve("alone-" + seed), directory.resolve("beside-" + seed));
    }
  }

  @Test
  void aFolderIsTrainedIntoByOneRunAtATime() throws Exception {
    Path folder = directory.resolve("shared");
    List<String> refused = new ArrayList<>();
    quick(1)
        .listener(
            new RunListener() {
              @Override
              public void stepped(Step step) {
                if (step.number() == 5) {
                  refused.add(
                      assertThrows(IOException.class, () -> quick(2).overwrite(true).run(folder))
                          .getMessage());
                }
              }
            })
        .run(folder);
    assertTrue(refused.get(0).contains("is being trained into by this process"), refused.get(0));
    Incrt.load(folder).close();
    assertEquals(0, Files.size(folder.resolve(".run.lock")));
  }

  @Test
  void aRunWhoseFolderIsTakenAwayEnds() throws Exception {
    Path folder = directory.resolve("away");
    String told =
        assertThrows(
                IOException.class,
                () ->
                    quick(1)
                        .listener(
                            new RunListener() {
                              @Override
                              public void stepped(Step step) {
                                if (step.number() == 5) {
                                  DurableFilesForTest.delete(folder);
                                }
                              }
                            })
                        .run(folder))
            .getMessage();
    assertTrue(told.contains("was deleted or moved while it was trained into"), told);
    assertFalse(Files.exists(folder));
  }

  /** Deletes without a checked exception. */
  private static final class DurableFilesForTest {
    static void delete(Path folder) {
      try {
        DurableFiles.deleteTree(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void aFolderMayBeALink() throws Exception {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    quick(1).run(link);
    Incrt.load(real).close();
    Incrt.load(link).close();
  }

  @Test
  void trainingDoesNotReplaceWhatItReads() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("dd"));
    Path data =
        Files.writeString(folder.resolve("metrics.jsonl"), "{\"text\": \"a\", \"label\": 1}\n");
    String told =
        assertThrows(IOException.class, () -> Incrt.training().data(data).run(folder)).getMessage();
    assertTrue(told.startsWith(data + " is one of the files that training into"), told);
    assertEquals("{\"text\": \"a\", \"label\": 1}\n", Files.readString(data));
  }

  @Test
  void digitsOfOtherScriptsDoNotGetIntoNamesOfFiles() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      Path folder = directory.resolve("arabic");
      stopped(quick(1), 30).run(folder);
      assertTrue(Files.exists(folder.resolve("checkpoints").resolve("step-000000000030.ckpt")));
      assertTrue(quick(1).resume(true).run(folder).finished());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void manyThreadsPredictAndCloseWaitsForThem() throws Exception {
    List<String> asked = List.of("a fine day", "dull , grey day !", "calm");
    ExecutorService threads = Executors.newFixedThreadPool(9);
    try {
      for (int round = 0; round < 20; round++) {
        Incrt model = Incrt.load(GOLDEN);
        List<Prediction> expected = model.predict(asked);
        List<Callable<Integer>> work = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
          work.add(
              () -> {
                for (int i = 0; ; i++) {
                  try {
                    assertEquals(expected, model.predict(asked));
                  } catch (IllegalStateException e) {
                    assertEquals("the model is closed", e.getMessage());
                    return i;
                  }
                }
              });
        }
        List<Future<Integer>> running = new ArrayList<>();
        work.forEach(task -> running.add(threads.submit(task)));
        Thread.sleep(10);
        model.close();
        model.close();
        for (Future<Integer> ended : running) {
          ended.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void useAfterCloseIsSaid() throws Exception {
    Incrt model = Incrt.load(GOLDEN);
    Path file = Files.writeString(directory.resolve("a.csv"), "text\na fine day\n");
    assertThrows(
        IllegalStateException.class, () -> model.predict(file, prediction -> model.close()));
    model.close();
    List<Executable> uses =
        List.of(
            () -> model.predict("a"),
            () -> model.predict(file, prediction -> {}),
            () -> model.evaluate(file),
            model::parameters,
            () -> model.save(directory.resolve("copy")));
    for (Executable use : uses) {
      assertEquals(
          "the model is closed", assertThrows(IllegalStateException.class, use).getMessage());
    }
    assertEquals(List.of("bad", "good"), model.labels(), "what needs no network is still there");
    assertFalse(Files.exists(directory.resolve("copy")));
  }
}
