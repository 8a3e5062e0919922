package io.incrt.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Explanation;
import io.incrt.Incrt;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.data.tasks.MotifTask;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where it is known what speaks for an answer, explanations must say it. */
class PlantedMotifTest {

  private static final int SITE = 8;

  @TempDir private Path directory;

  /** The share of records whose heaviest letters, as many as the site has, are half of it. */
  private static double found(Incrt model, List<LabelledSequence> records, Method method) {
    List<Explanation> explained = model.explain(records, method);
    int found = 0;
    for (int i = 0; i < records.size(); i++) {
      int place = MotifTask.place(records.get(i));
      long within =
          explained.get(i).pieces().stream()
              .sorted(Comparator.comparingDouble(piece -> -piece.weight()))
              .limit(SITE)
              .filter(piece -> piece.start() >= place && piece.start() < place + SITE)
              .count();
      found += 2 * within >= SITE ? 1 : 0;
    }
    return (double) found / records.size();
  }

  private static List<LabelledSequence> withSite(String task) {
    return BuiltinTasks.generate(task, 1).test().stream()
        .filter(record -> MotifTask.place(record) >= 0)
        .toList();
  }

  @Test
  void theSiteIsFoundWhereTheLinearModelDecides() throws Exception {
    String task = "builtin:motif?train=300&held=60";
    try (Incrt model =
        Incrt.training()
            .data(task)
            .set("training.steps", "20")
            .set("network.width", "8")
            .fit(directory.resolve("model"))) {
      assertEquals(List.of(Method.LINEAR), model.explainer().methods());
      List<LabelledSequence> test = withSite(task);
      assertTrue(found(model, test, Method.AUTO) >= 0.95);
    }
  }

  @Test
  void theSiteIsFoundWhereTheNetworkDecidesAlone() throws Exception {
    String task = "builtin:motif?length=40&train=1500&held=100";
    try (Incrt model =
        Incrt.training()
            .data(task)
            .set("training.steps", "500")
            .set("training.average", "0.98")
            .set("training.evaluateEvery", "100")
            .set("network.width", "32")
            .set("homeostat.evidence.enabled", "false")
            .set("parts.floor", "NONE")
            .fit(directory.resolve("model"))) {
      List<LabelledSequence> test = withSite(task);
      assertEquals(List.of(Method.ABLATION, Method.GRADIENTS), model.explainer().methods());
      assertTrue(model.explainer().measured().orElseThrow().proven());
      assertTrue(found(model, test, Method.AUTO) >= 0.95);
      assertTrue(found(model, test, Method.GRADIENTS) >= 0.75);
    }
  }
}
