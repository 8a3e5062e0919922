package io.incrt.lab.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PruningExperimentTest {

  private static final List<String> PROGRESS = new ArrayList<>();
  private static Experiment.Result result;

  @BeforeAll
  static void runOnce() {
    result =
        new PruningExperiment()
            .run(new Workbench(Scale.QUICK, 1, Path.of("unused"), Optional.empty(), PROGRESS::add));
  }

  private static JsonNode written(Path directory) throws Exception {
    ResultFiles.write(directory, "pruning", result);
    return new ObjectMapper().readTree(Files.readString(directory.resolve("pruning.json")));
  }

  @Test
  void threeHeadsAreGrownPrunedAndRegrownOnTheirAxes(@TempDir Path directory) throws Exception {
    JsonNode json = written(directory);
    assertEquals(3, json.get("grown").asInt());
    assertEquals(3, json.get("pruned").asInt());
    assertEquals(3, json.get("regrown").asInt());
    List<Integer> axes = new ArrayList<>();
    for (JsonNode alignment : json.get("alignment")) {
      axes.add(alignment.get("axis").asInt());
      assertTrue(alignment.get("cosine").asDouble() >= 0.99, alignment.toString());
    }
    assertEquals(List.of(1, 2, 3), axes.subList(0, 3).stream().sorted().toList());
    assertEquals(List.of(5, 6, 7), axes.subList(3, 6).stream().sorted().toList());
    double first = json.get("residualEnergyPhase1").asDouble();
    double second = json.get("residualEnergyPhase2").asDouble();
    assertEquals(first, second, 0.1 * first, "it converges to the same energy twice");
  }

  @Test
  void everyEventHasItsStepAndTheFiguresItWasDecidedOn(@TempDir Path directory) throws Exception {
    JsonNode events = written(directory).get("events");
    int births = 0;
    for (JsonNode event : events) {
      long step = event.get("step").asLong();
      assertEquals(1 + step / PruningTask.STEPS_PER_EPOCH, event.get("epoch").asLong());
      if (event.get("event").asText().equals("birth")) {
        births++;
        assertTrue(event.get("residualEnergy").asDouble() > event.get("threshold").asDouble());
        assertTrue(event.get("certificate").asDouble() >= 0);
      }
    }
    assertEquals(6, births);
  }

  @Test
  void paperRecomputedAndMeasuredStandSideBySide(@TempDir Path directory) throws Exception {
    JsonNode json = written(directory);
    assertEquals(3, json.get("paper").get("grown").asInt());
    assertEquals(3, json.get("recomputed").get("spectral").asInt());
    assertEquals(json.get("grown"), json.get("measured").get("grown"));
    assertEquals(3, json.get("paperPreset").get("grown").asInt());
    assertEquals(
        2, json.get("defaultPreset").get("grown").asInt(), "at tau 0.5 two directions suffice");
    assertEquals(20, json.get("overSeeds").get("seeds").asInt());
    assertEquals(20, PROGRESS.size());
    assertTrue(result.markdown().contains("| paper, as printed"));
  }

  @Test
  void bothFiguresAreDrawnAndFilesAreWrittenWhole(@TempDir Path directory) throws Exception {
    List<Path> files = ResultFiles.write(directory.resolve("new"), "pruning", result);
    assertEquals(
        List.of("pruning.json", "pruning.md", "pruning-energy.svg", "pruning-decay.svg"),
        files.stream().map(file -> file.getFileName().toString()).toList());
    for (Path file : files.subList(2, 4)) {
      String svg = Files.readString(file);
      assertTrue(svg.contains("<svg") && svg.strip().endsWith(">"), file.toString());
      assertTrue(svg.contains("<title"), "a title for screen readers");
    }
    try (var left = Files.list(directory.resolve("new"))) {
      assertEquals(4, left.count(), "no unfinished file stays behind");
    }
  }

  @Test
  void theSameSeedGivesTheSameFiles(@TempDir Path directory) throws Exception {
    Experiment.Result again =
        new PruningExperiment()
            .run(new Workbench(Scale.QUICK, 1, Path.of("unused"), Optional.empty(), text -> {}));
    assertEquals(result.markdown(), again.markdown());
    assertEquals(result.figures(), again.figures());
    ResultFiles.write(directory, "a", result);
    ResultFiles.write(directory, "b", again);
    assertEquals(
        Files.readString(directory.resolve("a.json")),
        Files.readString(directory.resolve("b.json")));
  }
}
