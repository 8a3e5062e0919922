package io.incrt.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Companions;
import io.incrt.model.FrozenNetwork;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPOutputStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /** Nothing here waits for a clock: without its answer the next record would never be written. */
  @Test
  @Timeout(60)
  void eachRecordOfASlowPipeIsAnsweredBeforeTheNextComes() throws Exception {
    Map<String, List<String>> formats =
        Map.of(
            "lines", List.of("a fine day\n", "dull\r\n", "\n", "x\n"),
            "csv", List.of("text,n\na fine day,1\n", "dull,2\n", ",3\n", "\"a\nfine\",4\n"),
            "tsv", List.of("id\ttext\n1\ta fine day\n", "2\tdull\n", "3\t\n", "4\tx\n"),
            "jsonl",
                List.of(
                    "{\"text\": \"fine\"}\n",
                    "{\"text\": \"dull\"}\n",
                    "{\n",
                    "{\"text\":\"x\"}\n"));
    ExecutorService asking = Executors.newSingleThreadExecutor();
    try (Incrt model = Incrt.load(MODEL)) {
      for (Map.Entry<String, List<String>> format : formats.entrySet()) {
        ReadOptions options =
            format.getKey().equals("lines")
                ? ReadOptions.defaults().withFormat(ReadOptions.Format.LINES)
                : ReadOptions.defaults();
        PipedOutputStream out = new PipedOutputStream();
        Pipe answers = new Pipe(new PipedInputStream(out));
        Future<?> end =
            asking.submit(
                () -> model.predict(new RecordReader(options), "the pipe", answers.in, answers));
        List<String> labels = new ArrayList<>();
        for (String asked : format.getValue()) {
          out.write(asked.getBytes(StandardCharsets.UTF_8));
          out.flush();
          labels.add(answers.written.take());
        }
        out.close();
        end.get();
        assertEquals(List.of("good", "bad", "NO ANSWER"), labels.subList(0, 3), format.getKey());
        assertEquals(0, answers.written.size(), format.getKey());
      }
    } finally {
      asking.shutdownNow();
    }
  }

  /** What a command does: it gathers answers, and writes them when it is told to. */
  private static final class Pipe implements Incrt.Receiver {

    private final BlockingQueue<String> written = new LinkedBlockingQueue<>();
    private final List<String> gathered = new ArrayList<>();
    private final InputStream in;

    Pipe(InputStream in) {
      this.in = in;
    }

    @Override
    public void accept(Prediction prediction) {
      gathered.add(prediction.label());
    }

    @Override
    public void refused(BadRecordException bad, Map<String, Object> others) {
      gathered.add("NO ANSWER");
    }

    @Override
    public void caughtUp() {
      written.addAll(gathered);
      gathered.clear();
    }
  }

  @Test
  void whatIsGatheredDoesNotDependOnTime() throws Exception {
    Handover handover = new Handover();
    for (int i = 0; i < 3000; i++) {
      handover.add(bad(i));
    }
    assertEquals(2048, handover.take().size(), "a full chunk");
    assertTrue(handover.isEmpty(), "the rest waits for more, while there is more");
    handover.readerWaits(true);
    assertEquals(952, handover.take().size(), "unless more has to be waited for");
    assertTrue(handover.isEmpty());
    handover.readerWaits(false);
    handover.add(bad(0));
    assertTrue(handover.isEmpty());
    handover.end(new IOException("the disk is gone"));
    assertEquals(1, handover.take().size());
    assertEquals(0, handover.take().size());
    assertEquals("the disk is gone", handover.failure().getMessage());
  }

  private static Handover.Item bad(int line) {
    return new Handover.Item(
        null, null, new BadRecordException("f:" + line, Flaw.JSON, "bad"), Map.of());
  }

  @Test
  void aBadRecordHasItsPlaceAmongTheAnswers() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("some.csv"),
            "id,text,label,who\n1,fine,good,me\n2,,bad,you\nx\n4,dull,bad,us\n");
    List<String> found = new ArrayList<>();
    try (Incrt model = Incrt.load(MODEL)) {
      model.predict(
          new RecordReader(ReadOptions.defaults().withKeepColumns(true)),
          file.toString(),
          new Incrt.Receiver() {
            @Override
            public void accept(Prediction prediction) {
              throw new AssertionError("the columns are asked for");
            }

            @Override
            public void accept(Prediction prediction, Map<String, Object> others) {
              found.add(prediction.id() + " " + prediction.label() + " " + others);
            }

            @Override
            public void refused(BadRecordException bad, Map<String, Object> others) {
              found.add(bad.id() + " " + bad.flaw() + " " + others);
            }
          });
    }
    assertEquals(
        List.of(
            "1 good {label=good, who=me}",
            "2 NO_SEQUENCE {label=bad, who=you}",
            "some.csv:4 COLUMNS {label=, who=}",
            "4 bad {label=bad, who=us}"),
        found);
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
      RecordReader lenient = reader(true);
      assertThrows(
          OutOfMemoryError.class,
          () ->
              stream.run(
                  sink -> lenient.feed(file.toString(), false, sink),
                  lenient,
                  (sequence, known, answer) -> {}));
    }
  }
}
