package io.incrt.lab.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.gate.ComponentRule;
import io.incrt.lab.Experiments;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.MarkdownTable;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateExperimentTest {

  @Test
  void theTableHoldsEveryRuleOnBothFamilies() {
    Experiment.Result result =
        new GateExperiment()
            .run(new Workbench(Scale.QUICK, 2, Path.of("unused"), Optional.empty(), text -> {}));
    GateExperiment.Json json = (GateExperiment.Json) result.json();
    assertEquals(12, json.measured().size());
    for (ComponentRule rule : ComponentRule.values()) {
      assertTrue(result.markdown().contains("| " + rule.name()), rule.name());
    }
    assertEquals(List.of(), result.figures());
  }

  @Test
  void onIndefiniteMatricesTheShiftedRuleConvergesAndThePrintedOneRestsAtZero() {
    RuleOutcome shifted =
        RuleOutcome.of(ComponentRule.EXIN_SHIFTED, MatrixFamily.INDEFINITE, 20, 20_000, 3);
    RuleOutcome printed =
        RuleOutcome.of(ComponentRule.EXIN_PRINTED, MatrixFamily.INDEFINITE, 20, 20_000, 3);
    assertTrue(shifted.shareConverged() >= 0.9, shifted.toString());
    assertEquals(0, printed.shareConverged(), printed.toString());
    assertNull(printed.medianSteps());
    assertEquals(0, printed.medianRayleighRatio(), 1e-3);
    assertEquals(0, shifted.medianNormDrift(), 1e-12);
  }

  @Test
  void fengRunsAwayWhereEigenvaluesAreNegative() {
    RuleOutcome feng = RuleOutcome.of(ComponentRule.FENG, MatrixFamily.INDEFINITE, 10, 500, 3);
    assertEquals(1, feng.shareDiverged());
    assertNull(feng.medianNormDrift());
  }

  @Test
  void aTableRowOfTheWrongLengthIsRefused() {
    MarkdownTable table = new MarkdownTable("a", "b");
    assertEquals(
        "a row of 2 cells was expected but has 1",
        assertThrows(IllegalArgumentException.class, () -> table.row(1)).getMessage());
    assertEquals("| a   | b   |\n|-----|-----|\n| 1   | 2   |\n", table.row(1, 2).toString());
  }

  @Test
  void experimentsAreFoundByName() {
    assertEquals("gate", Experiments.named("gate").orElseThrow().name());
    assertTrue(Experiments.named("astrology").isEmpty());
    assertTrue(Experiments.ALL.stream().noneMatch(experiment -> experiment.summary().isBlank()));
  }
}
