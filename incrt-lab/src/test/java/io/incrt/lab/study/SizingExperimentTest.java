package io.incrt.lab.study;

import static io.incrt.lab.study.MadeUpRuns.judged;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizingExperimentTest {

  @Test
  void theStaticNetworkIsChosenByValidationWhateverTheTestSays() {
    List<TrainedRun> statics =
        List.of(
            judged("static 16", 16, 0.960, 0.70),
            judged("static 1", 1, 0.950, 0.99),
            judged("static 4", 4, 0.956, 0.60));
    assertEquals("static 4", SizingExperiment.smallestCloseToBest(statics).name());
    SizingExperiment.Row row = SizingExperiment.Row.of(8, judged("grown", 3, 0.94, 0.93), statics);
    assertEquals(new SizingExperiment.Row(8, 3, 48, 0.94, 0.93, 4, 64, 0.956, 0.60, 0.960), row);
  }

  @Test
  void anotherValidationChoosesAnotherNetwork() {
    List<TrainedRun> statics =
        List.of(
            judged("static 1", 1, 0.958, 0.10),
            judged("static 4", 4, 0.960, 0.99),
            judged("static 16", 16, 0.950, 1.00));
    assertEquals("static 1", SizingExperiment.smallestCloseToBest(statics).name());
  }
}
