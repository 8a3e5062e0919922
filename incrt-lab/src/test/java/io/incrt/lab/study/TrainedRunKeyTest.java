package io.incrt.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainedRunKeyTest {

  private static final LabelledSequence RECORD = new LabelledSequence("1", "AACC", "x");
  private static final LabelledSequence OTHER_LABEL = new LabelledSequence("1", "AACC", "y");
  private static final LabelledSequence OTHER_ID = new LabelledSequence("2", "AACC", "x");
  private static final LabelledSequence OTHER_SEQUENCE = new LabelledSequence("1", "AAAC", "x");

  private static Path folder(
      LabelledSequence train, LabelledSequence valid, LabelledSequence test, RunSettings settings) {
    return folder(train, valid, test, settings, Device.CPU);
  }

  private static Path folder(
      LabelledSequence train,
      LabelledSequence valid,
      LabelledSequence test,
      RunSettings settings,
      Device device) {
    Corpus corpus =
        new Corpus(
            List.of(train),
            List.of(valid),
            List.of(test),
            KmerTokenizer.of(1, 1, List.of("A", "C", "G", "T")));
    Workbench bench =
        new Workbench(
            Scale.TINY, 1, Path.of("runs"), Optional.empty(), device, Optional.empty(), text -> {});
    return TrainedRun.folder("a name", corpus, settings, bench);
  }

  @Test
  void theSameRunHasTheSameFolder() {
    RunSettings settings = RunSettings.geometry();
    Path folder = folder(RECORD, RECORD, RECORD, settings);
    assertEquals(folder, folder(RECORD, RECORD, RECORD, settings));
    assertTrue(folder.toString().matches("runs.a-name-[0-9a-f]{12}"), folder.toString());
  }

  @Test
  void labelsIdsAndSequencesOfEverySplitTellRunsApart() {
    RunSettings settings = RunSettings.geometry();
    Path folder = folder(RECORD, RECORD, RECORD, settings);
    for (LabelledSequence other : List.of(OTHER_LABEL, OTHER_ID, OTHER_SEQUENCE)) {
      assertNotEquals(folder, folder(other, RECORD, RECORD, settings), "train: " + other);
      assertNotEquals(folder, folder(RECORD, other, RECORD, settings), "validation: " + other);
      assertNotEquals(folder, folder(RECORD, RECORD, other, settings), "test: " + other);
    }
  }

  @Test
  void settingsAndDeviceTellRunsApart() {
    RunSettings settings = RunSettings.geometry();
    Path folder = folder(RECORD, RECORD, RECORD, settings);
    assertNotEquals(
        folder, folder(RECORD, RECORD, RECORD, Settings.with(settings, "training.seed", "17")));
    assertNotEquals(folder, folder(RECORD, RECORD, RECORD, settings, Device.CUDA));
  }

  @Test
  void anotherVersionOfTheCodeIsAnotherRun() {
    String key = TrainedRun.key("a name", "fingerprint", "0.1.0-SNAPSHOT+abc");
    assertEquals(key, TrainedRun.key("a name", "fingerprint", "0.1.0-SNAPSHOT+abc"));
    assertNotEquals(key, TrainedRun.key("a name", "fingerprint", "0.1.0-SNAPSHOT+abd"));
    assertNotEquals(key, TrainedRun.key("a name", "another fingerprint", "0.1.0-SNAPSHOT+abc"));
  }
}
