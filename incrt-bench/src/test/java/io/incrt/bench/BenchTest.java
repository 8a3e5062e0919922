package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.bench.measure.JudgingTimes;
import io.incrt.bench.measure.MeasuredSteps;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.bench.scale.ScalePlan;
import io.incrt.bench.serving.ServingPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchTest {

  private static final Size TINY = new Size(16, 16, 3, 8, 2);

  @TempDir private Path folder;

  @Test
  void aTinyRunHasAllPartsAndIsReadBack() throws IOException {
    List<Size> one = List.of(TINY);
    List<Size> both = List.of(TINY.of(Preset.DEFAULT), TINY);
    Plan plan =
        new Plan(
            1,
            List.of(TINY.of(Preset.DEFAULT).pooled(3), Plan.SMALL),
            both,
            both,
            both,
            5,
            1,
            one,
            new Size(16, 16, 4, 8, 4),
            List.of(TINY.of(Preset.DEFAULT)),
            50,
            List.of("builtin:order?pairs=2&train=40&held=20"),
            30,
            ServingPlan.quick(),
            ScalePlan.quick(TINY),
            200_000);
    Results measured =
        new Bench(
                plan,
                EnumSet.complementOf(EnumSet.of(Bench.Part.SERVING, Bench.Part.SCALE)),
                1,
                Optional.of(PeerTest.fake("well")),
                "a fake",
                new Bench.Serving("no-such-python", Path.of("none.py")),
                ProcessParts.java("io.incrt.cli.Main"),
                line -> {})
            .run(true);
    Path file = folder.resolve("bench.json");
    Files.write(file, new ObjectMapper().writeValueAsBytes(measured));
    Results read = BenchCommand.read(file);
    assertEquals(measured, read);
    assertEquals(plan.steps(), read.steps().stream().map(Results.Step::size).toList());
    assertEquals(
        List.of(3.0, 4.0),
        read.steps().stream().map(Results.Step::peer).toList(),
        "the fake answers with the number of heads");
    assertEquals(both, read.grown().stream().map(Results.Grown::size).toList());
    assertEquals(both, read.growth().stream().map(Results.Growth::size).toList());
    assertEquals(5, read.growth().get(0).events().size());
    assertEquals(both, read.prediction().stream().map(Results.Prediction::size).toList());
    assertEquals(plan.ngrams(), read.ngrams().stream().map(Results.Ngrams::size).toList());
    assertEquals(30, read.judging().get(0).steps());
    assertTrue(read.judging().get(0).judgements() > 0, read.judging().toString());
    assertTrue(read.prediction().get(0).p50() <= read.prediction().get(0).p99());
    assertEquals("predict, one record", read.start().command());
    assertEquals(
        plan.lawSizes().stream().map(point -> point.varies() + point.size()).toList(),
        read.law().stream().map(point -> point.varies() + point.size()).toList());
    assertTrue(
        read.law().stream().noneMatch(point -> Double.isNaN(point.milliseconds())),
        "every point of the plan has been measured");
    if (Files.exists(Path.of("/proc/self/status"))) {
      assertEquals(25L, read.memory().get(0).peer());
      assertTrue(read.memory().get(0).before() > 0);
    }
    String text = Tables.of(read);
    for (String part :
        List.of(
            "Goals",
            "by part",
            "Growth events",
            "cost law",
            "n-grams",
            "Judging",
            "Caches of records",
            "10⁷ sequences")) {
      assertTrue(text.contains(part), text);
    }
  }

  private static Results results(double gemm, List<Results.Step> steps) {
    return new Results(
        new Results.Machine("2026-01-01", "a CPU", 2, 2, "17", "2.10", "none", false, 7),
        new Results.Ceilings(gemm, 10, List.of()),
        steps,
        List.of(),
        List.of(),
        List.of(),
        new Results.Start("predict", 3, 2.6),
        List.of(),
        List.of(),
        List.of(new Results.Ngrams(Plan.WORDS, 1000, 10, 10.5)),
        List.of(new JudgingTimes.Run("builtin:order", 1000, 14, 40, 1.2)),
        null,
        null,
        null);
  }

  @Test
  void aPartMeasuredAgainReplacesItselfAlone() {
    Results earlier = results(100, List.of());
    Results later =
        new Results(
            earlier.machine(),
            new Results.Ceilings(200, 10, List.of()),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new Results.Start("predict", 2, 1.5),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            null);
    Results both = later.into(earlier, EnumSet.of(Bench.Part.START));
    assertEquals(1.5, both.start().warm());
    assertEquals(100, both.ceilings().gemm(), "those of the steps");
    assertEquals(2.6, later.into(earlier, EnumSet.of(Bench.Part.LAW)).start().warm());
    Results.Machine other =
        new Results.Machine("2026-01-02", "a CPU", 2, 2, "17", "2.10", "none", false, 7);
    Results elsewhere =
        new Results(
            other,
            later.ceilings(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            later.start(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            null);
    assertEquals(elsewhere, elsewhere.into(earlier, EnumSet.of(Bench.Part.LAW)));
  }

  @Test
  void goalsAreMetMissedOrNotMeasured() {
    // 100 ms without the Homeostat, 104 with it, beside 104 of the peer.
    MeasuredSteps.Times times = new MeasuredSteps.Times(1, 29, 60, 8, 2, 3, 1);
    Size large = Plan.LARGE.of(Preset.DEFAULT);
    double flops = Costs.flops(large);
    double rate = flops / 1e6 / 100;
    Results results = results(rate / 0.59, List.of(new Results.Step(large, flops, times, 104.0)));
    List<Goals.Goal> goals = Goals.of(results);
    assertEquals(0.59, goals.get(0).measured().orElseThrow(), 1e-9);
    assertEquals(Optional.of(false), goals.get(0).met());
    assertEquals(Optional.of(true), goals.get(1).met());
    assertEquals(4 / 104.0, goals.get(2).measured().orElseThrow(), 1e-9);
    assertEquals(Optional.of(true), goals.get(2).met());
    assertEquals(Optional.empty(), goals.get(3).met());
    assertEquals("not measured", goals.get(3).measuredText());
    Goals.Goal alone = goals.get(8);
    assertTrue(alone.what().startsWith("geometry: training step"), alone.what());
    assertEquals(Optional.empty(), alone.met(), "a figure of the default is none of geometry's");
    Goals.Goal table = goals.get(indexOf(goals, "judging, ") - 1);
    assertEquals(0.05, table.measured().orElseThrow(), 1e-9);
    assertEquals(Optional.of(true), table.met());
    assertEquals(Optional.of(false), goals.get(indexOf(goals, "start-up ")).met());
    assertTrue(Tables.of(results).contains("59.0 %"));
  }

  private static int indexOf(List<Goals.Goal> goals, String beginning) {
    return goals.stream()
        .map(Goals.Goal::what)
        .map(what -> what.startsWith(beginning))
        .toList()
        .indexOf(true);
  }

  @Test
  void withoutAPeerThereAreDashes() {
    MeasuredSteps.Times times = new MeasuredSteps.Times(1, 29, 60, 8, 2, 3, 1);
    Results results = results(100, List.of(new Results.Step(Plan.LARGE, 1e9, times, null)));
    assertEquals(
        List.of(),
        Goals.of(results).stream()
            .filter(goal -> goal.what().contains("PyTorch") && goal.measured().isPresent())
            .toList());
    assertTrue(
        Tables.of(results).lines().anyMatch(line -> line.contains("104.0") && line.contains("–")));
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatIsBetweenTheMarkersIsWritten(DocsSection section) {
    String document = "before\n" + section.begin() + "\nold\n" + section.end() + "\nafter\n";
    String once = section.replace("doc.md", document, "new\n");
    assertTrue(once.startsWith("before\n") && once.endsWith("\nafter\n"), once);
    assertTrue(once.contains("\n\nnew\n\n"), once);
    assertFalse(once.contains("old"));
    assertEquals(once, section.replace("doc.md", once, "new\n"));
  }

  @ParameterizedTest
  @EnumSource
  void aDocumentWithoutMarkersIsRefused(DocsSection section) {
    for (String document : List.of("nothing", section.end() + section.begin(), section.begin())) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> section.replace("doc.md", document, "new"));
      assertTrue(refused.getMessage().startsWith("doc.md must hold"), refused.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsDocumentHasTheMarkers(DocsSection section) throws IOException {
    String document = Files.readString(Path.of("..", "docs", section.document()));
    assertTrue(section.replace(section.document(), document, "x").length() > 1000);
  }

  @Test
  void whatCannotBeMeantIsAUsageError() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertEquals(2, BenchCommand.run(new String[] {"--only", "stepz"}, stream, stream));
    assertEquals(2, BenchCommand.run(new String[] {"--threads", "0"}, stream, stream));
    assertEquals(
        2,
        BenchCommand.run(
            new String[] {"--write-docs", "--out", folder.resolve("none").toString()},
            stream,
            stream));
    assertEquals(
        2,
        BenchCommand.run(
            new String[] {"--simulate", "--out", folder.resolve("none").toString()},
            stream,
            stream));
    assertEquals(
        1,
        BenchCommand.run(
            new String[] {"--only", "steps", "--python", "no-such-python"}, stream, stream));
    String said = err.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains("no-such-python cannot be started"), said);
    assertTrue(said.contains("--threads must be at least 1 but is 0"), said);
  }
}
