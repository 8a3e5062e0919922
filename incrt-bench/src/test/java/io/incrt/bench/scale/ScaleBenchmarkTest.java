package io.incrt.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tiny run with two real processes, from the measurements to the tables: a dozen processes start,
 * one after the other.
 */
@Tag("slow")
class ScaleBenchmarkTest {

  private static final Size TINY = new Size(16, 16, 2, 8, 4).of(Preset.DEFAULT);

  private static List<String> java(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return command;
  }

  @Test
  void whatIsMeasuredIsSimulatedAndTold() throws IOException {
    ScalePlan plan =
        new ScalePlan(
            List.of(TINY),
            8,
            List.of(2, 4),
            0.1,
            1,
            List.of(8, 1 << 16),
            List.of(1, 2),
            8,
            List.of());
    ScaleResults results = new ScaleBenchmark(plan, ScaleBenchmarkTest::java, 1, line -> {}).run();
    assertEquals(2, results.sums().size());
    Profile profile = results.profiles().get(0);
    assertTrue(profile.gradientBytes() > 4 * 16 * 16, profile.toString());
    assertTrue(profile.buckets().get(0).at() > 0, profile.toString());
    assertTrue(profile.exchanges().size() < 4, "most travels with the gradients: " + profile);
    assertTrue(profile.alone(4, 4) > 0);
    assertEquals(
        List.of("1 shared", "2 shared", "2 each"),
        results.checked().stream()
            .map(one -> one.ranks() + (one.each() ? " each" : " shared"))
            .toList());
    assertTrue(results.worst() >= 0);
    ScaleResults read =
        Json.mapper().readValue(Json.mapper().writeValueAsBytes(results), ScaleResults.class);
    assertEquals(results, read);
    String text = ScaleTables.of(read);
    for (String part :
        List.of(
            "a check besides",
            "4 each",
            "10 Gb Ethernet",
            "sums by halving",
            "batch of 8, shared")) {
      assertTrue(text.contains(part), text);
    }
  }
}
