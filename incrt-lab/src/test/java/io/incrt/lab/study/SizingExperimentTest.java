package io.incrt.lab.study;

import static io.incrt.lab.study.MadeUpRuns.judged;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.lab.study.SizingExperiment.What;
import io.incrt.settings.RunSettings;
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
    assertEquals("static 4", SizingExperiment.smallestCloseToBest(What.HEADS, statics).name());
    SizingExperiment.Row row =
        SizingExperiment.Row.of("task", What.HEADS, judged("grown", 3, 0.94, 0.693), statics);
    assertEquals(
        new SizingExperiment.Row(
            "task", What.HEADS, 1, 4, 0.956, 0.60, 16, 0.960, 0.70, 3, true, 0.94, 0.693),
        row);
    assertFalse(row.asAccurate(), "the best by validation has .70");
  }

  @Test
  void anotherValidationChoosesAnotherNetwork() {
    List<TrainedRun> statics =
        List.of(
            judged("static 1", 1, 0.958, 0.10),
            judged("static 4", 4, 0.960, 0.99),
            judged("static 16", 16, 0.950, 1.00));
    assertEquals("static 1", SizingExperiment.smallestCloseToBest(What.HEADS, statics).name());
  }

  @Test
  void headsAndLayersAreNearWithinOneAndDimensionsWithinAFactorOfTwo() {
    List<List<Integer>> heads = List.of(List.of(16, 4), List.of(8));
    assertEquals(3, What.HEADS.in(heads));
    assertEquals(2, What.LAYERS.in(heads));
    assertEquals(16, What.DIMENSIONS.in(heads));
    assertEquals(0, What.DIMENSIONS.in(List.of()));
    assertTrue(What.HEADS.isNear(0, 1) && What.LAYERS.isNear(3, 2) && !What.HEADS.isNear(4, 2));
    assertTrue(What.DIMENSIONS.isNear(8, 4) && What.DIMENSIONS.isNear(2, 4));
    assertFalse(What.DIMENSIONS.isNear(16, 4) || What.DIMENSIONS.isNear(0, 2));
  }

  @Test
  void staticNetworksHaveWhatIsAskedForAndNothingIsTried() {
    RunSettings none = What.HEADS.fixed(RunSettings.defaults(), 0);
    assertEquals(0, none.network().layers());
    assertFalse(none.homeostat().enabled() || none.homeostat().evidence().enabled());
    assertEquals(3, What.HEADS.fixed(RunSettings.defaults(), 3).network().heads());
    assertEquals(3, What.LAYERS.fixed(RunSettings.defaults(), 3).network().layers());
    assertEquals(4, What.DIMENSIONS.fixed(RunSettings.defaults(), 4).network().keyDimensions());
  }
}
