package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.Training;
import io.incrt.data.records.LabelledSequence;
import io.incrt.folder.Architecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models with a table of the n-grams that recur: stored, exported, resumed. */
class CountedNgramsTest {

  @TempDir private Path directory;

  private static Training small(List<LabelledSequence> records) {
    return Incrt.training()
        .records(records)
        .set("network.width", "16")
        .set("network.keyDimensions", "4")
        .set("parts.floor", "BESIDE")
        .set("parts.ngramRows", "5000")
        .set("parts.ngramTable", "COUNTED")
        .set("homeostat.evidence.enabled", "false")
        .set("training.steps", "60")
        .set("training.evaluateEvery", "20")
        .set("training.learningRate", "0.01");
  }

  private static List<LabelledSequence> texts(int count) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text =
          (i % 2 == 0 ? "not so good " : "so not good ")
              + "film number "
              + i % 7
              + " and "
              + i % 11;
      records.add(new LabelledSequence("r" + i, text, i % 2 == 0 ? "bad" : "good"));
    }
    return records;
  }

  private void requireSameEverywhere(Incrt model, List<LabelledSequence> records)
      throws IOException {
    Architecture.BlockShape table =
        model.config().architecture().blocks().stream()
            .filter(block -> block.type().equals("ngrams"))
            .findFirst()
            .orElseThrow();
    assertTrue(table.size("rows") > 10 && table.size("rows") <= 5000, table.toString());
    OnnxExport.Result written =
        OnnxExport.write(model, records.subList(0, 20), directory.resolve("m.onnx"));
    assertTrue(written.difference() < 1e-4, "difference " + written.difference());
    model.save(directory.resolve("copy"));
    Prediction one = model.predict(records.get(0).sequence());
    try (Incrt copy = Incrt.load(directory.resolve("copy"))) {
      assertEquals(one, copy.predict(records.get(0).sequence()));
    }
  }

  @Test
  void textsAreLearnedStoredAndExported() throws IOException {
    try (Incrt model = small(texts(120)).fit(directory.resolve("model"))) {
      requireSameEverywhere(model, texts(40));
    }
  }

  @Test
  void basesOfBothStrandsAreToo() throws IOException {
    List<LabelledSequence> records = PartsTest.records(120, 1);
    try (Incrt model = small(records).set("data.strand", "BOTH").fit(directory.resolve("model"))) {
      requireSameEverywhere(model, records);
    }
  }

  @Test
  void aStoppedRunGoesOnToTheBit() throws IOException {
    Path whole = directory.resolve("whole");
    small(texts(120)).run(whole);
    Path stopped = directory.resolve("stopped");
    AtomicBoolean stop = new AtomicBoolean(true);
    int[] asked = {0};
    Training training =
        small(texts(120)).resume(true).stopWhen(() -> stop.get() && ++asked[0] > 31);
    training.run(stopped);
    stop.set(false);
    training.run(stopped);
    for (String name : List.of("model.safetensors", "metrics.jsonl")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(name)), Files.readAllBytes(stopped.resolve(name)), name);
    }
  }

  @Test
  void whereNoNgramRecursThereIsNoTable() throws IOException {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      records.add(
          new LabelledSequence("r" + i, i % 2 == 0 ? "yes" : "no", i % 2 == 0 ? "good" : "bad"));
    }
    try (Incrt model = small(records).force(true).fit(directory.resolve("model"))) {
      assertFalse(model.config().architecture().has("ngrams"));
    }
  }
}
