package io.incrt.lab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.lab.kernel.NtkExperiment.Chance;
import io.incrt.lab.kernel.NtkExperiment.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

class NtkExperimentTest {

  private static Moment moment(int head, long step, double epsilon, double traceless) {
    return new Moment("default", head, step, epsilon, traceless, traceless, 0, 0, 1);
  }

  private static final List<Chance> CHANCES =
      List.of(new Chance("default", 0, 0.1, 0.2), new Chance("default", 1, 0.1, 0.2));

  @Test
  void anAlignmentAsTheTheoremHasItIsSaidToBeBeyondChance() {
    assertEquals(
        "Mean |alignment| of the traceless parts at birth: 0.950 over 2 heads, where proportional"
            + " matrices have 1; in 2 of them it is larger than random matrices have on average. The"
            + " largest at any moment: 1.000.",
        NtkExperiment.alignments(
            List.of(moment(0, 0, 0, 1), moment(0, 20, 0.1, 0.3), moment(1, 20, 0, -0.9)), CHANCES));
  }

  @Test
  void anAlignmentThatComesLaterIsNotOneAtBirth() {
    assertEquals(
        "Mean |alignment| of the traceless parts at birth: 0.030 over 2 heads, where proportional"
            + " matrices have 1; in 0 of them it is larger than random matrices have on average. The"
            + " largest at any moment: 0.700.",
        NtkExperiment.alignments(
            List.of(moment(0, 0, 0, 0.01), moment(0, 20, 0.1, -0.7), moment(1, 20, 0, 0.05)),
            CHANCES));
  }
}
