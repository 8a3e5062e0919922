package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.bench.load.LoadReport;
import io.incrt.bench.serving.ServingResults;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServingTablesTest {

  private static LoadReport load(double rate, long sent, long refused, long wrong, long lost) {
    LoadReport.Times times = new LoadReport.Times(1, 2, 3, 4, 5);
    return new LoadReport(
        10,
        sent,
        sent - refused - wrong - lost,
        refused,
        0,
        0,
        Map.of(),
        wrong,
        lost,
        0,
        0,
        rate,
        rate,
        rate,
        times,
        times,
        times,
        0.25,
        List.of());
  }

  private static ServingResults results(LoadReport rival, LoadReport overload, LoadReport stopped) {
    ServingResults.Memory memory = new ServingResults.Memory(1_000_000, 100, 120, 5_000_000);
    LoadReport good = load(900, 9000, 0, 0, 0);
    return new ServingResults(
        new ServingResults.Setup(62, 64, 256, "none (no reason)", 0, 17.5),
        List.of(3.0, 2.0, 2.2),
        List.of(
            new ServingResults.Throughput(1000, 790, 500),
            new ServingResults.Throughput(1000, 850, 500),
            new ServingResults.Throughput(2000, 1640, 500)),
        List.of(new ServingResults.Closed("default", 8, good, rival)),
        good,
        new ServingResults.Overload(10, 100, overload, memory),
        new ServingResults.Reload(100, 99, 450, good, memory),
        List.of(new ServingResults.Stop(143, 0.5, 450, stopped)));
  }

  private static Optional<Boolean> met(ServingResults results, String what) {
    List<Goals.Goal> found =
        ServingGoals.of(results).stream().filter(goal -> goal.what().contains(what)).toList();
    assertEquals(1, found.size(), what);
    return found.get(0).met();
  }

  @Test
  void goalsAreMetMissedOrNotMeasured() {
    LoadReport good = load(900, 1000, 900, 0, 0);
    ServingResults one = results(null, good, good);
    assertEquals(Optional.of(true), met(one, "wrong answers"));
    assertEquals(Optional.of(true), met(one, "without an answer"));
    assertEquals(Optional.of(true), met(one, "neither answered rightly nor 429"));
    assertEquals(Optional.of(false), met(one, "memory"), "120 after 100 is not flat");
    assertEquals(Optional.of(true), met(one, "predict"), "82 % is the middle");
    assertEquals(Optional.empty(), met(one, "FastAPI"));
    assertEquals(Optional.of(false), met(one, "not reloaded"));
    assertEquals(Optional.of(true), met(one, "SIGTERM"));
    assertEquals(Optional.of(true), met(one, "start to the first answer"));
    ServingResults other =
        results(load(1000, 1, 0, 0, 0), load(9, 1000, 10, 1, 2), load(9, 9, 0, 0, 1));
    assertEquals(Optional.of(false), met(other, "wrong answers"));
    assertEquals(Optional.of(false), met(other, "without an answer"));
    assertEquals(Optional.of(false), met(other, "FastAPI"));
    assertEquals(Optional.of(false), met(other, "SIGTERM"));
  }

  @Test
  void tablesSayWhatWasMeasuredAndWhatWasNot() throws IOException {
    LoadReport good = load(900, 1000, 900, 0, 0);
    Results all =
        new Results(
            new Results.Machine("2026-01-01", "a CPU", 2, 2, "17", "2.10", "none", true, 3),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            results(null, good, good),
            null,
            null);
    ObjectMapper mapper = new ObjectMapper();
    assertEquals(all, mapper.readValue(mapper.writeValueAsBytes(all), Results.class));
    String text = ServingTables.of(all);
    for (String part :
        List.of(
            "none (no reason)",
            "a load average of 17.5",
            "not for comparison",
            "| not measured |",
            "82.0 %",
            "model replaced 99 times",
            "ended with 143 after 0.50 s")) {
      assertTrue(text.contains(part), part + " is not in:\n" + text);
    }
    assertFalse(text.contains("NaN"), text);
  }
}
