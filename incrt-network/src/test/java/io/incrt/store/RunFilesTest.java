package io.incrt.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunFilesTest {

  private static final GrowthEvent.Measured MEASURED =
      new GrowthEvent.Measured(1, -2, 3, 4, 5, 6, 7, 8, 9);
  private static final Reason BECAUSE = new Reason("energy", 3, 2);

  /** One of every kind. */
  private static final List<GrowthEvent> EVENTS =
      List.of(
          new GrowthEvent.HeadBorn(10, 0, 1, 2, 0.5, false, MEASURED, BECAUSE),
          new GrowthEvent.HeadPruned(20, 0, 1, 0.1, MEASURED, BECAUSE),
          new GrowthEvent.DimensionAdded(30, 0, 0, 4, 0.4, BECAUSE),
          new GrowthEvent.LayerAdded(40, 1, 2, new DepthMeasurement(1, 2, 3, 4, 5), BECAUSE),
          new GrowthEvent.LayerRemoved(50, 1, 0.01, BECAUSE),
          new GrowthEvent.TaskChanged(60),
          new GrowthEvent.Settled(70, 1.5, BECAUSE));

  private static final Path FOLDER = Path.of("model");

  @Test
  void everythingComesBackAsItWasWritten() throws IOException {
    Moment.LayerMoment measured = new Moment.LayerMoment(1, 2, 8, 1.0, 0.5, 0.6, 0.3, -0.3);
    RunFiles.RunLog log =
        new RunFiles.RunLog(
            EVENTS,
            List.of(
                new Validation(
                    5,
                    Validation.VALID,
                    true,
                    List.of(List.of(2, 4)),
                    Map.of("accuracy", 0.5, "macroF1", 0.25))),
            List.of(new Moment(1, 0.7, 2e9, List.of(new Moment.LayerMoment(0, 1, 2), measured))),
            new Certificate(
                List.of(
                    new Certificate.Part(
                        "head",
                        1,
                        0,
                        "head 1",
                        3,
                        0.5,
                        List.of(0.25, 0.75),
                        0.02,
                        List.of(0.01, 0.03),
                        2048),
                    new Certificate.Part(
                        "convolution",
                        0,
                        null,
                        "width 3",
                        0,
                        0.1,
                        List.of(0.05, 0.15),
                        null,
                        null,
                        512)),
                List.of(new Certificate.Tried("head", 2, 0, 10, 30, -0.001)),
                new Certificate.Judges(400, 600, true),
                true,
                70,
                new Certificate.Floor(0.75, 0.8, 0.03, "test", "letters 1–6"),
                List.of(
                    new Certificate.Layer(
                        0,
                        1,
                        2,
                        0,
                        Map.of(1, 3.5),
                        0.1,
                        new Certificate.Heads(2, 1, 0.8, 0.7, null, 1)))));
    Map<String, byte[]> files = RunFiles.contents(log, Map.of("accuracy", 1));
    assertEquals(log, RunFiles.read(FOLDER, files));
    assertEquals(
        Map.of("accuracy", 1), RunFiles.evaluation(FOLDER, files, Map.class).orElseThrow());
    String first = new String(files.get("growth.jsonl"), StandardCharsets.UTF_8);
    assertTrue(
        first.startsWith("{\"event\":\"HeadBorn\",\"step\":10,\"layer\":0,\"head\":1,"), first);
    assertTrue(first.contains("\"residualEnergy\":3.0") && first.contains("\"because\""), first);
  }

  @Test
  void onlyChangesOfTheArchitectureCountAsGrowth() {
    RunFiles.RunLog log = new RunFiles.RunLog(EVENTS, List.of(), List.of(), Certificate.NONE);
    assertTrue(log.grewSince(50));
    assertFalse(log.grewSince(61), "being settled is no growth");
  }

  @Test
  void filesOfOlderVersionsAreRead() throws IOException {
    String growth =
        "{\"step\":7,\"event\":\"LayerAdded\",\"layer\":1,\"head\":3,\"reason\":{\"outputResidual\":1.0,"
            + "\"threshold\":0.0,\"coneShift\":0.1,\"relativeChange\":0.2,\"unexplained\":0.75}}\n"
            + "{\"step\":9,\"event\":\"Settled\",\"lyapunov\":2.5,\"more\":1}\n";
    Map<String, byte[]> files =
        Map.of(
            "history.jsonl",
            "{\"step\":1,\"loss\":0.5,\"layers\":[]}\n".getBytes(StandardCharsets.UTF_8),
            "growth.jsonl",
            growth.getBytes(StandardCharsets.UTF_8),
            "certificate.json",
            "{\"settled\": false, \"step\": 0}".getBytes(StandardCharsets.UTF_8));
    RunFiles.RunLog log = RunFiles.read(FOLDER, files);
    GrowthEvent.LayerAdded added = (GrowthEvent.LayerAdded) log.growth().get(0);
    assertEquals(0.75, added.measured().unexplained());
    assertNull(added.reason());
    assertEquals(new GrowthEvent.Settled(9, 2.5, null), log.growth().get(1));
    assertEquals(List.of(), log.certificate().layers());
    assertTrue(RunFiles.evaluation(FOLDER, files, Map.class).isEmpty());
  }

  @Test
  void damagedLinesAreNamed() throws IOException {
    Map<String, String> problems =
        Map.of(
            "{\"event\":", "Unexpected end-of-input",
            "{\"event\":\"Eclipse\",\"step\":1}", "it is of no known kind: 'Eclipse'",
            "{}", "it does not say what it is",
            "[]", "it is not an object",
            "null", "it says null",
            "{\"event\":\"TaskChanged\",\"step\":\"soon\"}",
                "'step' is soon where a number was expected");
    problems.forEach(
        (line, problem) -> {
          String text = "{\"event\":\"TaskChanged\",\"step\":1}\n" + line + "\n";
          assertNamed("growth.jsonl", text, "growth.jsonl:2: the file is damaged: " + problem);
        });
    assertNamed(
        "metrics.jsonl",
        "{\"step\":{}}",
        "metrics.jsonl:1: the file is damaged: 'step' is not a number");
    assertNamed(
        "metrics.jsonl", "{\"step\":1}", "metrics.jsonl:1: the file is damaged: 'best' is missing");
    assertNamed(
        "certificate.json",
        "{\n  \"step\": 3,\n  \"layers\": [7]\n}",
        "certificate.json:3: the file is damaged: 'layers[0]' is not an object");
  }

  private static void assertNamed(String file, String text, String expected) {
    Map<String, byte[]> files = Map.of(file, text.getBytes(StandardCharsets.UTF_8));
    String message =
        assertThrows(CorruptFileException.class, () -> RunFiles.read(FOLDER, files)).getMessage();
    assertTrue(message.contains(expected), message);
    assertFalse(message.contains("io.incrt") || message.contains("java."), message);
  }
}
