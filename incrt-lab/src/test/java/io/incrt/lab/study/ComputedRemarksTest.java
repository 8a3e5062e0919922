package io.incrt.lab.study;

import static io.incrt.lab.study.MadeUpRuns.grown;
import static io.incrt.lab.study.MadeUpRuns.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the experiments say of their runs must turn round when the runs do. */
class ComputedRemarksTest {

  private static void assertHas(String text, String part) {
    assertTrue(text.contains(part), text);
  }

  @Test
  void sizesDifferWhereTheyDifferByMoreThanTheSeeds() {
    String text =
        BaselineExperiment.spreadBetweenSizes(
            List.of(
                run("default", 1, 0.90, 2),
                run("default", 2, 0.92, 2),
                run("static, 8 heads", 1, 0.98, 8),
                run("static, 8 heads", 2, 0.99, 8)));
    assertHas(text, "of the 2 networks ranges from 0.9100 (default) to 0.9850 (static, 8 heads)");
    assertHas(text, "a spread of 0.0750; the best misclassifies 1.50 % of the test records");
    assertHas(text, "by up to 0.0200: the networks differ by more than the seeds do.");
  }

  @Test
  void sizesDoNotDifferWhereTheSeedsDifferAsMuch() {
    String text =
        BaselineExperiment.spreadBetweenSizes(
            List.of(
                run("default", 1, 0.90, 2),
                run("default", 2, 1.00, 2),
                run("static, 8 heads", 1, 0.96, 8),
                run("static, 8 heads", 2, 0.98, 8)));
    assertHas(text, "a spread of 0.0200");
    assertHas(text, "by up to 0.1000: the networks differ by no more than the seeds do");
    assertFalse(text.contains("by more than the seeds do"), text);
  }

  @Test
  void oneSeedHasNoSpreadToCompareWith() {
    String text =
        BaselineExperiment.spreadBetweenSizes(
            List.of(run("default", 1, 1, 2), run("static, 8 heads", 1, 0.5, 8)));
    assertHas(text, "a spread of 0.5000; the best misclassifies 0.00 %");
    assertHas(text, "No network has more than one seed to compare that spread with.");
  }

  private static List<TrainedRun> levels(double shallow, double deep, Integer... layersGrown) {
    return List.of(
        run("hops: width", 1, shallow, 2),
        run("hops: width, depth", 1, deep, layersGrown),
        run("hops: width, dimensions", 1, shallow, 2),
        run("hops: width, dimensions, depth", 1, deep, layersGrown));
  }

  @Test
  void depthIsSaidToHelpOnlyWhereItDid() {
    List<String> helped = LevelsExperiment.remarks(levels(0.6, 0.9, 2, 2));
    assertEquals(3, helped.size());
    assertHas(
        helped.get(2),
        "hops, level 3 (depth): 2 of 2 runs with it ended with more than one layer. Mean test"
            + " accuracy 0.9000 with it, 0.6000 without; of 2 pairs higher with it in 2, lower in 0,"
            + " equal in 0.");
    List<String> hurt = LevelsExperiment.remarks(levels(0.9, 0.6, 2));
    assertHas(
        hurt.get(2),
        "hops, level 3 (depth): 0 of 2 runs with it ended with more than one layer. Mean test"
            + " accuracy 0.6000 with it, 0.9000 without; of 2 pairs higher with it in 0, lower in 2,"
            + " equal in 0.");
  }

  @Test
  void dimensionsAreComparedWithinTheSameTaskAndSeed() {
    List<TrainedRun> runs =
        List.of(
            run("order: width", 1, 0.9, 1),
            run("order: width, dimensions", 1, 0.8, 1),
            run("order: width", 2, 0.7, 1),
            run("order: width, dimensions", 2, 0.7, 1),
            run("hops: width", 1, 0.1, 1),
            run("hops: width, dimensions", 1, 0.2, 1));
    List<String> remarks = LevelsExperiment.remarks(runs);
    assertHas(
        remarks.get(1),
        "order, level 2 (dimensions): 16.0 key dimensions a head with it, 16.0 without. Mean test"
            + " accuracy 0.7500 with it, 0.8000 without; of 2 pairs higher with it in 0, lower in 1,"
            + " equal in 1.");
    assertHas(remarks.get(3), "of 1 pairs higher with it in 1, lower in 0, equal in 0.");
  }

  @Test
  void noRunWithAPredictionIsLeftOutOfTheRatios() {
    String text =
        RobustnessExperiment.ratios(
            List.of(
                grown("default", 2, 4.0),
                grown("default", 3, 2.0),
                grown("paper", 0, 8.0),
                grown("paper", 0, 8.0),
                grown("paper", 1, 0.0),
                grown("static", 0, null)));
    assertEquals(
        "Of 6 runs 5 have a prediction; 2 of those bore no head. For 1 the formula gives 0, so there"
            + " is no ratio; they bore 1 to 1. Born heads over the paper's formula: 0.00 to 1.50 over"
            + " 4 runs; of the runs that grew: 0.50 to 1.50 over 2 runs. The paper prints 0.97 to 1.05,"
            + " where 0 of 4 runs lie.",
        text);
  }

  @Test
  void ratiosAsPrintedAreSaidToBe() {
    String text = RobustnessExperiment.ratios(List.of(grown("a", 10, 10.0), grown("b", 100, 98.0)));
    assertHas(text, "Of 2 runs 2 have a prediction; 0 of those bore no head.");
    assertHas(text, "1.00 to 1.02 over 2 runs");
    assertHas(text, "where 2 of 2 runs lie.");
    assertHas(
        RobustnessExperiment.ratios(List.of(grown("a", 0, 5.0))),
        "0.00 to 0.00 over 1 runs; of the runs that grew: none.");
    assertEquals(
        "None of the 1 runs has a prediction to compare born heads with.",
        RobustnessExperiment.ratios(List.of(grown("a", 3, null))));
  }

  @Test
  void birthsUnderThePaperPresetAreComparedWithTheLimitAndThePrint() {
    String few =
        CovSyntheticExperiment.birthsAsPrinted(
            List.of(grown("default", 300, 1.0), grown("paper", 0, 4.0), grown("paper", 2, 4.0)));
    assertHas(few, "allows at most 6 births. Heads born in the runs under it (2): 0 to 2, within");
    assertHas(few, "within that limit, fewer than the 191 printed.");
    String many = CovSyntheticExperiment.birthsAsPrinted(List.of(grown("paper", 191, 4.0)));
    assertHas(many, "(1): 191 to 191, beyond that limit, no fewer than the 191 printed.");
  }

  @Test
  void printedNumbersAreRecomputedByThePapersDefinitions() {
    assertEquals(75.9, PrintedFormula.heads(9.1, 0.4), 0.05);
    assertEquals(9.1, PrintedFormula.kappa(PrintedFormula.heads(9.1, 0.4), 0.4), 1e-9);
    assertEquals(11.91, PrintedFormula.kappa(130, 0.4), 0.005);
    assertEquals(6, PrintedFormula.mostBirths(0.4));
    assertEquals(3, PrintedFormula.mostBirths(0.5), "four eigenvalues of Γ/2 do not exceed it");
  }
}
