package io.incrt;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.HopelessDataException;
import io.incrt.data.records.LabelledSequence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HopelessDataTest {

  @TempDir private Path directory;

  private static Training coins() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String sequence = i % 3 == 0 ? "head tail" : "tail tail";
      records.add(new LabelledSequence("r" + i, sequence, i % 2 == 0 ? "x" : "y"));
    }
    return Incrt.training()
        .records(records)
        .set("network.width", "16")
        .set("training.steps", "4")
        .seed(7);
  }

  @Test
  void hopelessDataIsTrainedOnOnlyWhereForcedAndCanBeResumed() throws Exception {
    Path folder = directory.resolve("model");
    String refusal =
        assertThrows(HopelessDataException.class, () -> coins().run(folder)).getMessage();
    assertTrue(refusal.endsWith("use --force to train anyway"), refusal);
    assertThrows(HopelessDataException.class, () -> coins().resume(true).run(folder));
    assertFalse(coins().force(true).stopWhen(() -> true).run(folder).finished());
    assertTrue(coins().resume(true).run(folder).finished());
  }
}
