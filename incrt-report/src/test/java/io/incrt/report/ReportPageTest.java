package io.incrt.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Evaluation;
import io.incrt.ModelEvaluation;
import io.incrt.data.json.Json;
import io.incrt.event.GrowthEvent;
import io.incrt.objective.ClassCounts;
import io.incrt.store.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {

  /** From before folders had manifests, so that a file of it can be another. */
  private static final Path GOLDEN =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden", "format-2", "text");

  @TempDir private Path directory;

  private String page(ModelEvaluation evaluation) throws Exception {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, directory.resolve(file.getFileName().toString()));
      }
    }
    Files.writeString(directory.resolve("evaluation.json"), Json.pretty(evaluation));
    return ReportPage.of(ModelFolder.open(directory));
  }

  private List<String> labels() throws Exception {
    return ModelFolder.config(GOLDEN).labels();
  }

  @Test
  void aClassWithoutRecordsHasNoFigures() throws Exception {
    String there = labels().get(0);
    String absent = labels().get(1);
    ClassCounts counts = new ClassCounts(labels());
    counts.add(onlyFirst(), 0);
    Map<String, Long> trained = Map.of(there, 30L, absent, 10L);
    String page = page(new ModelEvaluation(Evaluation.of(counts), Evaluation.of(counts), trained));
    assertTrue(
        page.contains("<td>" + absent + "</td><td>–</td><td>–</td><td>–</td><td>0</td>"), page);
    assertTrue(page.contains("<td>" + there + "</td><td>100.0\u00a0%</td>"), page);
  }

  private float[] onlyFirst() throws Exception {
    float[] row = new float[labels().size()];
    row[0] = 1;
    return row;
  }

  @Test
  void theBalanceOfTheClassesIsShown() throws Exception {
    ClassCounts counts = new ClassCounts(labels());
    counts.add(onlyFirst(), 0);
    Map<String, Long> trained = Map.of(labels().get(0), 30L, labels().get(1), 10L);
    String page = page(new ModelEvaluation(Evaluation.of(counts), null, trained));
    assertTrue(page.contains("<h2 id=\"records\">Records of each class</h2>"), page);
    assertTrue(page.contains("40 training records. The largest class has 3 times as many"), page);
    assertTrue(page.contains("would be right for 75.0\u00a0%"), page);
    assertTrue(page.contains("<th>training</th><th>validation</th></tr>"), page);
    assertTrue(page.contains("--share:33.3%\">10</td>"), page);
  }

  @Test
  void thatItIsSettledIsSaidOnceWhereItStaysSo() {
    GrowthEvent.PartRemoved removed = new GrowthEvent.PartRemoved(30, "convolution", 1, 0, 0, null);
    List<GrowthEvent> events =
        List.of(
            new GrowthEvent.Settled(10, 0, null), removed, new GrowthEvent.Settled(40, 0, null));
    assertEquals(
        List.of(
            "nothing more to do, until step 30",
            "convolution 1 removed",
            "the architecture is settled"),
        EventWords.whats(events));
  }
}
