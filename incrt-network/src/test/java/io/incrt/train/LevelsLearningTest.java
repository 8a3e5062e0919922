package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.geometry.homeostat.Decision;
import io.incrt.model.Architecture;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What growing is for, seen on tasks made to show it. */
class LevelsLearningTest {

  private static final Map<String, String> STATIC = Map.of("homeostat.enabled", "false");

  @TempDir private Path directory;

  /** A run as the command line would make it, on what is built in. */
  private TrainingRun.Result train(
      String task, long seed, Map<String, String> changes, Runs.Log log) throws Exception {
    Map<String, String> all = new TreeMap<>(BuiltinTasks.suggestions(task));
    all.putAll(changes);
    all.put("training.seed", String.valueOf(seed));
    RunSettings settings = Settings.with(RunSettings.defaults(), all);
    Corpus corpus = BuiltinTasks.generate(task, seed);
    return new TrainingRun(corpus, settings, directory.resolve(task + seed + changes), log)
        .train(false, false, () -> false);
  }

  private static Map<String, String> fixed(int heads) {
    Map<String, String> settings = new TreeMap<>(STATIC);
    settings.put("network.heads", String.valueOf(heads));
    return settings;
  }

  @Test
  void pointersAreFollowedByAddingALayer() throws Exception {
    Runs.Log log = new Runs.Log();
    double grown = train("builtin:hops?hops=2", 1, Map.of(), log).test().accuracy();
    assertTrue(log.count(Decision.AddLayer.class) >= 1, "a layer is added");
    double best = train("builtin:hops?hops=2", 1, fixed(8), new Runs.Log()).test().accuracy();
    assertTrue(grown > best, "grown " + grown + ", one layer of 8 heads " + best);
  }

  @Test
  @Tag("slow")
  void noWiderSingleLayerFollowsThem() throws Exception {
    Runs.Log log = new Runs.Log();
    double grown = train("builtin:hops?hops=2", 2, Map.of(), log).test().accuracy();
    for (int heads : new int[] {1, 4, 16}) {
      double one = train("builtin:hops?hops=2", 2, fixed(heads), new Runs.Log()).test().accuracy();
      assertTrue(grown > one, "grown " + grown + ", one layer of " + heads + " heads " + one);
    }
  }

  @Test
  void theOrderTaskNeedsOneLayerAndGetsNoMore() throws Exception {
    Runs.Log log = new Runs.Log();
    TrainingRun.Result result =
        train("builtin:order?pairs=16", 1, Map.of("training.steps", "2000"), log);
    assertEquals(0, log.count(Decision.AddLayer.class), log.decisions.toString());
    assertTrue(result.test().accuracy() >= 0.97, "accuracy " + result.test().accuracy());
  }

  @Test
  void whenTheTaskChangesHeadsArePrunedAndBornAndTheScoreRecovers() throws Exception {
    Runs.Log log = new Runs.Log();
    TrainingRun.Result result = train("builtin:drift?pairs=4", 1, Map.of(), log);
    long change = log.steps / 2;
    assertTrue(
        log.decisions.stream()
            .anyMatch(one -> one instanceof Decision.GiveBirth && one.step() >= change),
        "born after the change: " + log.decisions);
    assertTrue(
        log.decisions.stream()
            .anyMatch(one -> one instanceof Decision.Prune && one.step() >= change),
        "pruned after the change: " + log.decisions);
    double before = log.scores.get(log.scores.size() / 2 - 1);
    assertTrue(
        result.test().accuracy() >= before - 0.02,
        "accuracy " + result.test().accuracy() + ", before the change " + before);
  }

  @Test
  @Tag("slow")
  void onSixtyFourPairsItBeatsOneHeadOfTheSameBudget() throws Exception {
    double grown = 0;
    double one = 0;
    for (long seed = 1; seed <= 3; seed++) {
      grown += train("builtin:order?pairs=64", seed, Map.of(), new Runs.Log()).test().accuracy();
      one += train("builtin:order?pairs=64", seed, fixed(1), new Runs.Log()).test().accuracy();
    }
    assertTrue(grown > one, "three seeds: grown " + grown / 3 + ", one head " + one / 3);
  }

  @Test
  void aNetworkThatDoesNotGrowStaysAsItIsAndResumesToTheBit() throws Exception {
    RunSettings settings = Settings.with(Runs.quick(60), fixed(3));
    settings = Settings.with(settings, "network.layers", "2");
    Path whole = directory.resolve("whole");
    Path parts = directory.resolve("parts");
    TrainingRun.Result result =
        new TrainingRun(Runs.order(3), settings, whole, new Runs.Log())
            .train(false, false, () -> false);
    List<List<Integer>> heads =
        result.architecture().layers().stream()
            .map(layer -> layer.heads().stream().map(Architecture.HeadShape::dimensions).toList())
            .toList();
    assertEquals(List.of(List.of(4, 4, 4), List.of(4, 4, 4)), heads);
    Runs.Log log = new Runs.Log();
    new TrainingRun(Runs.order(3), settings, parts, log).train(false, false, () -> log.steps >= 30);
    new TrainingRun(Runs.order(3), settings, parts, new Runs.Log()).train(true, false, () -> false);
    assertSame(whole, parts);
  }

  @Test
  void aRunStoppedAroundTheChangeResumesToTheBit() throws Exception {
    Corpus corpus = BuiltinTasks.generate("builtin:drift?train=300&held=50", 1);
    RunSettings settings = Runs.quick(60);
    Path whole = directory.resolve("whole");
    new TrainingRun(corpus, settings, whole, new Runs.Log()).train(false, false, () -> false);
    for (long stop : new long[] {29, 30, 31}) {
      Path parts = directory.resolve("parts" + stop);
      Runs.Log log = new Runs.Log();
      new TrainingRun(corpus, settings, parts, log).train(false, false, () -> log.steps >= stop);
      new TrainingRun(corpus, settings, parts, new Runs.Log()).train(true, false, () -> false);
      assertSame(whole, parts);
    }
    assertTrue(Files.readString(whole.resolve("growth.jsonl")).contains("TaskChanged"));
  }

  private static void assertSame(Path expected, Path actual) throws Exception {
    for (String file : List.of("model.safetensors", "growth.jsonl", "metrics.jsonl")) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(file)),
          Files.readAllBytes(actual.resolve(file)),
          file);
    }
  }

  @Test
  void aNetworkThatGrowsStartsWithOneHead() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Settings.with(RunSettings.defaults(), "network.heads", "4"));
  }
}
