package io.incrt.lab;

import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.kernel.NtkExperiment;
import io.incrt.lab.operators.GateExperiment;
import io.incrt.lab.operators.PruningExperiment;
import io.incrt.lab.rivals.RivalsExperiment;
import io.incrt.lab.study.BaselineExperiment;
import io.incrt.lab.study.CovRealExperiment;
import io.incrt.lab.study.CovSyntheticExperiment;
import io.incrt.lab.study.LevelsExperiment;
import io.incrt.lab.study.RobustnessExperiment;
import io.incrt.lab.study.SizingExperiment;
import io.incrt.lab.study.SstExperiment;
import java.util.List;
import java.util.Optional;

/** The experiments there are, in the order {@code all} runs them. */
public final class Experiments {

  /** All of them. */
  public static final List<Experiment> ALL =
      List.of(
          new PruningExperiment(),
          new GateExperiment(),
          new CovSyntheticExperiment(),
          new RobustnessExperiment(),
          new BaselineExperiment(),
          new NtkExperiment(),
          new LevelsExperiment(),
          new SizingExperiment(),
          new RivalsExperiment(),
          new SstExperiment(),
          new CovRealExperiment());

  private Experiments() {}

  /** The experiment of that name. */
  public static Optional<Experiment> named(String name) {
    return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
  }
}
