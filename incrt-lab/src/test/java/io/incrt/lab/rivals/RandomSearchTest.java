package io.incrt.lab.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.lab.study.TrainedRun;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RandomSearchTest {

  /** A run that was never trained; it validates the better the fewer numbers its heads have. */
  private static TrainedRun run(String name, RunSettings settings) {
    int heads = settings.network().heads();
    int dimensions = settings.network().keyDimensions();
    int layers = settings.network().layers();
    double validation = 1.0 / (heads * dimensions * layers);
    return new TrainedRun(
        name,
        1,
        1 - validation,
        0,
        validation,
        Collections.nCopies(layers, Collections.nCopies(heads, dimensions)),
        0,
        settings.training().steps(),
        (double) settings.training().steps() * dimensions,
        0,
        -1,
        0,
        0,
        0,
        null,
        null,
        null,
        List.of(),
        List.of());
  }

  @Test
  void theBetterHalfByValidationGoesOnAndTheLastGetsAllSteps() throws IOException {
    RunSettings settings =
        Settings.with(
            RunSettings.geometry(), Map.of("training.steps", "1000", "training.seed", "5"));
    List<RunSettings> trained = new ArrayList<>();
    RandomSearch search =
        new RandomSearch(
            settings,
            8,
            (name, with) -> {
              trained.add(with);
              return run(name, with);
            });
    RandomSearch.Result result = search.run();
    assertEquals(
        List.of(
            250L, 250L, 250L, 250L, 250L, 250L, 250L, 250L, 500L, 500L, 500L, 500L, 1000L, 1000L,
            1000L),
        trained.stream().map(with -> with.training().steps()).toList());
    assertEquals(15, result.networks());
    double best =
        trained.stream()
            .limit(8)
            .mapToDouble(with -> run("", with).validation())
            .max()
            .orElseThrow();
    assertEquals(best, result.chosen().validation());
    assertEquals(trained.get(14), result.settings());
    double charged =
        trained.stream()
            .mapToDouble(with -> with.training().steps() * with.network().keyDimensions())
            .sum();
    assertEquals(charged, result.flops(), "each candidate is charged by its own settings");
  }
}
