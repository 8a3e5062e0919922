package io.incrt.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.FrozenNetwork;
import io.incrt.store.Companions;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionStreamTest {

  private static final Path MODEL =
      Path.of("src", "test", "resources", "golden", "format-2", "text");
  private static final int MANY = 1_000_000;
  private static final int EVERY = 100_000;

  @TempDir private Path directory;

  private static RecordReader reader(boolean skip) throws Exception {
    return new RecordReader(ReadOptions.defaults().withSkipBad(skip));
  }

  @Test
  void aMillionRecordsComeOutInOrderAndInFlatMemory() throws Exception {
    Path file = directory.resolve("many.tsv.gz");
    try (BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
      out.write("id\ttext\n");
      for (int i = 0; i < MANY; i++) {
        out.write(
            i + (i % 2 == 0 ? "\tfine day" : "\ta dull , grey day") + " !".repeat(i % 3) + "\n");
      }
    }
    List<Long> memory = new ArrayList<>();
    long[] next = {0};
    try (Incrt model = Incrt.load(MODEL)) {
      model.predict(
          reader(false),
          file.toString(),
          prediction -> {
            assertEquals(next[0], Long.parseLong(prediction.id()));
            assertEquals(next[0] % 2 == 0 ? "good" : "bad", prediction.label());
            if (++next[0] % EVERY == 0) {
              System.gc();
              Runtime runtime = Runtime.getRuntime();
              memory.add(Pointer.totalBytes() + runtime.totalMemory() - runtime.freeMemory());
            }
          });
    }
    assertEquals(MANY, next[0]);
    long early = memory.get(1);
    long late = memory.get(memory.size() - 1);
    assertTrue(late < early + (4 << 20), "live bytes went from " + early + " to " + late);
  }

  @Test
  void recordsOfAllLengthsAreEachGivenTheirOwnAnswer() throws Exception {
    Path file = directory.resolve("lengths.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      String words = (i % 2 == 0 ? "fine calm " : "dull grey ").repeat(1 + i % 40);
      lines.append("{\"text\": \"").append(words).append("\"}\n");
    }
    Files.writeString(file, lines);
    try (Incrt one = Incrt.load(MODEL)) {
      List<String> labels = new ArrayList<>();
      long cut = one.predict(reader(false), file.toString(), p -> labels.add(p.label())).cut();
      for (int i = 0; i < labels.size(); i++) {
        assertEquals(i % 2 == 0 ? "good" : "bad", labels.get(i));
      }
      assertEquals(3000, labels.size());
      assertTrue(cut > 0, "some are longer than the model's positions");
    }
  }

  @Test
  void aBadRecordEndsTheStreamOrIsCounted() throws Exception {
    Path file =
        Files.writeString(directory.resolve("bad.csv"), "text,label\nfine,good\n,bad\ndull,bad\n");
    try (Incrt model = Incrt.load(MODEL)) {
      List<String> found = new ArrayList<>();
      assertThrows(
          BadRecordException.class,
          () -> model.predict(reader(false), file.toString(), p -> found.add(p.id())));
      assertEquals(List.of("bad.csv:2"), found, "what came before it was answered");
      RecordReader lenient = reader(true);
      model.predict(lenient, file.toString(), p -> found.add(p.id()));
      assertEquals(List.of("bad.csv:2", "bad.csv:2", "bad.csv:4"), found);
      assertEquals(Map.of(Flaw.NO_SEQUENCE, 1L), lenient.skipped());
      assertEquals(2, model.evaluate(reader(true), file.toString()).evaluation().records());
      Path other =
          Files.writeString(directory.resolve("other.csv"), "text,label\nfine,good\ndull,ugly\n");
      assertEquals(
          other + ":3: the model does not know the label 'ugly'; it knows bad, good",
          assertThrows(
                  BadRecordException.class, () -> model.evaluate(reader(false), other.toString()))
              .getMessage());
    }
  }

  @Test
  void aReaderThatDiesEndsTheStream() throws Exception {
    Path file = Files.writeString(directory.resolve("a.csv"), "text\na fine day\n");
    ModelFolder.Loaded model = ModelFolder.read(MODEL, Device.CPU);
    Tokenizer starved =
        (Tokenizer)
            Proxy.newProxyInstance(
                Tokenizer.class.getClassLoader(),
                new Class<?>[] {Tokenizer.class},
                (proxy, method, arguments) -> {
                  throw new OutOfMemoryError("Java heap space");
                });
    ModelConfig config = model.config();
    ModelConfig hungry =
        new ModelConfig(
            config.shape(),
            config.architecture(),
            config.objective(),
            starved,
            config.settings(),
            config.provenance());
    try (FrozenNetwork network = model.network().freeze()) {
      PredictionStream stream =
          new PredictionStream(
              network, config.objective(), new Encoder(hungry, Companions.NONE), Optional.empty());
      assertThrows(
          OutOfMemoryError.class,
          () -> stream.run(reader(false), file.toString(), false, (sequence, known, answer) -> {}));
    }
  }
}
