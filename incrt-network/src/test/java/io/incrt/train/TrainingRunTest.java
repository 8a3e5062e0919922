package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.Checkpoints;
import io.incrt.store.LiveFollower;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.train.data.Examples;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingRunTest {

  private static final List<String> SAME =
      List.of(
          "model.safetensors",
          "tokenizer.json",
          "growth.jsonl",
          "history.jsonl",
          "evaluation.json",
          "metrics.jsonl",
          "certificate.json");

  private static void assertSameModel(Path expected, Path actual) throws Exception {
    for (String file : SAME) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(file)),
          Files.readAllBytes(actual.resolve(file)),
          file);
    }
    assertEquals(config(expected), config(actual));
  }

  /** A model's config but for the times it was made at. */
  private static ObjectNode config(Path folder) throws Exception {
    ObjectNode config =
        (ObjectNode) new ObjectMapper().readTree(folder.resolve("config.json").toFile());
    ObjectNode provenance = (ObjectNode) config.get("provenance");
    assertTrue(Instant.parse(provenance.get("startedAt").asText()).isBefore(Instant.now()));
    provenance.remove(List.of("startedAt", "finishedAt"));
    return config;
  }

  private static TrainingRun.Result train(Path folder, boolean resume, Runs.Log log, long stopAt)
      throws Exception {
    TrainingRun.Result result =
        Runs.of(Runs.order(3), Runs.quick(150), folder, log)
            .train(resume, false, () -> log.steps >= stopAt, null, TrainingRun.Publisher.NONE);
    if (result.finished()) {
      Runs.write(result, folder);
      assertTheLiveLogSaysTheSame(folder);
    }
    return result;
  }

  /** However often it was killed, stopped and resumed. */
  private static void assertTheLiveLogSaysTheSame(Path folder) throws Exception {
    List<LiveLine> lines = new LiveFollower(folder).poll().lines();
    RunFiles.RunLog log = RunFiles.read(folder);
    assertEquals(log.growth(), said(lines, LiveLine.Grew.class).map(LiveLine.Grew::event).toList());
    assertEquals(
        log.metrics(),
        said(lines, LiveLine.Validated.class).map(LiveLine.Validated::validation).toList());
    assertEquals(
        log.history(), said(lines, LiveLine.Noted.class).map(LiveLine.Noted::moment).toList());
    assertEquals(
        LiveLine.Ending.FINISHED,
        ((LiveLine.Ended) lines.get(lines.size() - 1)).how(),
        "the last line says so");
    assertEquals(1, said(lines, LiveLine.Ended.class).count());
    List<Long> resumed = said(lines, LiveLine.Resumed.class).map(LiveLine.Resumed::step).toList();
    assertEquals(resumed.stream().sorted().toList(), resumed);
  }

  private static <T extends LiveLine> Stream<T> said(List<LiveLine> lines, Class<T> kind) {
    return lines.stream().filter(kind::isInstance).map(kind::cast);
  }

  @Test
  void twoRunsWithOneSeedAreTheSameToTheBit(@TempDir Path directory) throws Exception {
    Runs.Log log = new Runs.Log();
    train(directory.resolve("a"), false, log, Long.MAX_VALUE);
    train(directory.resolve("b"), false, new Runs.Log(), Long.MAX_VALUE);
    assertSameModel(directory.resolve("a"), directory.resolve("b"));
    assertTrue(
        log.events.stream().anyMatch(event -> event instanceof GrowthEvent.HeadBorn),
        "heads were born");
  }

  @Test
  void aRunStoppedAnywhereAndResumedEndsInTheSameModel(@TempDir Path directory) throws Exception {
    train(directory.resolve("whole"), false, new Runs.Log(), Long.MAX_VALUE);
    Path folder = directory.resolve("stopped");
    for (long stop : new long[] {1, 19, 20, 21, 60, 61, 149}) {
      Runs.Log log = new Runs.Log();
      assertFalse(train(folder, true, log, stop).finished());
    }
    assertTrue(train(folder, true, new Runs.Log(), Long.MAX_VALUE).finished());
    assertSameModel(directory.resolve("whole"), folder);
  }

  @Test
  void aRunThatReplacesAnotherIsResumedAndNotTheOther(@TempDir Path directory) throws Exception {
    train(directory.resolve("whole"), false, new Runs.Log(), Long.MAX_VALUE);
    Path folder = directory.resolve("replaced");
    train(folder, false, new Runs.Log(), Long.MAX_VALUE);
    assertFalse(train(folder, false, new Runs.Log(), 21).finished());
    Runs.Log log = new Runs.Log();
    assertTrue(train(folder, true, log, Long.MAX_VALUE).finished());
    assertEquals(150, log.steps, "the steps of both parts, not of the replaced run");
    assertSameModel(directory.resolve("whole"), folder);
  }

  @Test
  void aRunKilledTenTimesEndsInTheSameModel(@TempDir Path directory) throws Exception {
    train(directory.resolve("whole"), false, new Runs.Log(), Long.MAX_VALUE);
    Path folder = directory.resolve("killed");
    long seed = Long.getLong("tests.seed", System.nanoTime());
    System.out.println("killed at random moments with -Dtests.seed=" + seed);
    Random random = new Random(seed);
    for (int kill = 0; kill < 10; kill++) {
      // Births are decided at every twentieth step or so; one kill is aimed right behind one.
      runAndKill(folder, kill == 0 ? 20 : 1 + random.nextInt(60), random.nextInt(4));
    }
    train(folder, true, new Runs.Log(), Long.MAX_VALUE);
    assertSameModel(directory.resolve("whole"), folder);
  }

  /** Starts a run in a process of its own and kills it after some steps and milliseconds. */
  private static void runAndKill(Path folder, int steps, int milliseconds) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                KilledRun.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      for (int i = 0; i < steps && lines.readLine() != null; i++) {
        // Each line is a step made.
      }
      process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
      process.destroyForcibly();
    }
    process.waitFor();
  }

  @Test
  void aDamagedCheckpointIsPassedOverForTheOneBefore(@TempDir Path directory) throws Exception {
    train(directory.resolve("whole"), false, new Runs.Log(), Long.MAX_VALUE);
    Path folder = directory.resolve("damaged");
    train(folder, false, new Runs.Log(), 80);
    Path newest;
    try (Stream<Path> files = Files.list(folder.resolve("checkpoints"))) {
      newest = files.sorted().reduce((first, second) -> second).orElseThrow();
    }
    byte[] content = Files.readAllBytes(newest);
    int regions = 40;
    for (int region = 0; region < regions; region++) {
      int at = (int) ((long) region * (content.length - 1) / (regions - 1));
      byte[] flipped = content.clone();
      flipped[at] ^= 4;
      byte[] torn = Arrays.copyOf(content, at);
      for (byte[] damaged : List.of(flipped, torn)) {
        assertThrows(CorruptFileException.class, () -> Checkpoints.decode(damaged, RunState.class));
      }
    }
    content[content.length / 2] ^= 1;
    Files.write(newest, content);
    train(folder, true, new Runs.Log(), Long.MAX_VALUE);
    assertSameModel(directory.resolve("whole"), folder);
  }

  @Test
  void aCheckpointOfAnotherRunIsRefused(@TempDir Path directory) throws Exception {
    train(directory, false, new Runs.Log(), 30);

    assertEquals(
        "the checkpoint in "
            + directory
            + " is of a run with other data or settings, or on another device; resume with those, or"
            + " train into another folder",
        assertThrows(
                IllegalArgumentException.class,
                () -> Runs.train(Runs.order(4), Runs.quick(150), directory, RunListener.NONE, true))
            .getMessage());
  }

  @Test
  void aModelReadBackPredictsAsItDid(@TempDir Path directory) throws Exception {
    TrainingRun.Result result = train(directory, false, new Runs.Log(), Long.MAX_VALUE);
    ModelFolder.Loaded model = ModelFolder.read(directory, Device.CPU);
    Examples test =
        Examples.of(Runs.order(3).test(), model.config().objective(), model.config().shape());
    assertEquals(
        Runs.accuracy(result),
        Instruments.evaluate(model.network(), model.config().objective(), test, 7)
            .of(TrainingSettings.Score.ACCURACY));
    assertEquals(result.architecture(), model.network().architecture());
    model.network().close();
  }

  @Test
  void theOrderOfFourPairsIsLearned(@TempDir Path directory) throws Exception {
    RunSettings defaults = RunSettings.geometry();
    HomeostatSettings policy = defaults.homeostat();
    RunSettings settings =
        defaults
            .withNetwork(defaults.network().with(network -> network.width(64).maxLength(32)))
            .withTraining(
                defaults
                    .training()
                    .with(
                        recipe ->
                            recipe
                                .steps(900)
                                .learningRate(2e-3)
                                .dropout(0)
                                .unknownRate(0)
                                .classWeights(TrainingSettings.ClassWeights.NONE)
                                .bestBy(TrainingSettings.Score.MACRO_F1)
                                .evaluateEvery(300)))
            .withHomeostat(policy.withDepth(policy.depth().withEnabled(false)));
    Corpus corpus = new OrderTask(4, 16, 50, 4000, 500).generate(2);
    TrainingRun.Result result = Runs.train(corpus, settings, directory, RunListener.NONE, false);
    assertTrue(Runs.accuracy(result) >= 0.97, "accuracy " + Runs.accuracy(result));
  }
}
