package io.incrt.lab.operators;

import io.incrt.base.Statistics;
import io.incrt.geometry.gate.ComponentRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * One rule over many matrices of a family.
 *
 * @param family the matrices
 * @param rule the rule
 * @param seeks the end it is meant for
 * @param shareConverged the share that ended at the eigenvector
 * @param medianSteps the median steps of those, null if there are none
 * @param shareDiverged the share whose norm left all bounds
 * @param medianNormDrift the median of the largest |‖u‖ − 1| of those that did not, null if none
 * @param medianRayleighRatio the median R/λ at their end, null if there are none
 */
record RuleOutcome(
    String family,
    String rule,
    String seeks,
    double shareConverged,
    Integer medianSteps,
    double shareDiverged,
    Double medianNormDrift,
    Double medianRayleighRatio) {

  static RuleOutcome of(
      ComponentRule rule, MatrixFamily family, int matrices, int steps, long seed) {
    List<RuleTrial> trials = new ArrayList<>();
    for (int i = 0; i < matrices; i++) {
      // Every rule meets the same matrices from the same starts.
      Random random = new Random(seed * 7919 + i);
      trials.add(RuleTrial.of(rule, family.draw(RuleTrial.DIMENSION, random), steps, random));
    }
    List<RuleTrial> converged = trials.stream().filter(trial -> trial.steps() >= 0).toList();
    List<RuleTrial> bounded = trials.stream().filter(trial -> !trial.diverged()).toList();
    Double medianSteps = median(converged, RuleTrial::steps);
    return new RuleOutcome(
        family.label(),
        rule.name(),
        rule.seeksMajor() ? "major" : "minor",
        (double) converged.size() / matrices,
        medianSteps == null ? null : (int) Math.round(medianSteps),
        1 - (double) bounded.size() / matrices,
        median(bounded, RuleTrial::normDrift),
        median(bounded, RuleTrial::rayleighRatio));
  }

  private static Double median(List<RuleTrial> trials, ToDoubleFunction<RuleTrial> figure) {
    return trials.isEmpty()
        ? null
        : Statistics.median(trials.stream().mapToDouble(figure).toArray());
  }
}
