package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncrtTest {

  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "format-2");

  @TempDir private Path directory;

  private static List<LabelledSequence> records() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      records.add(
          new LabelledSequence(
              "r" + i, (i % 2 == 0 ? "a fine day " : "a dull day ") + i, i % 2 == 0 ? "+" : "-"));
    }
    return records;
  }

  private static Training quick() {
    return Incrt.training()
        .records(records())
        .set("network.width", "16")
        .set("training.steps", "80")
        .seed(7);
  }

  @Test
  void aModelIsTrainedJudgedSavedAndLoaded() throws Exception {
    try (Incrt model = quick().fit(directory.resolve("model"))) {
      assertEquals(List.of("+", "-"), model.labels());
      assertEquals(1, model.evaluate(records()).accuracy());
      Prediction fine = model.predict("a fine day indeed");
      assertEquals("+", fine.label());
      assertEquals(fine.probability(), fine.probabilities().get("+"));
      model.save(directory.resolve("copy"));
      try (Incrt copy = Incrt.load(directory.resolve("copy"))) {
        assertEquals(fine, copy.predict("a fine day indeed"));
        assertEquals(model.architecture(), copy.architecture());
      }
    }
  }

  @Test
  void filesArePredictedRecordByRecord() throws Exception {
    Path file = directory.resolve("records.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      lines.append("{\"text\": \"a ").append(i % 3 == 0 ? "fine" : "dull").append(" day ");
      lines.append("x ".repeat(i % 7)).append("\", \"label\": \"");
      lines.append(i % 3 == 0 ? "+" : "-").append("\"}\n");
    }
    Files.writeString(file, lines);
    try (Incrt model = quick().fit(directory.resolve("model"))) {
      List<String> found = new ArrayList<>();
      model.predict(file, prediction -> found.add(prediction.id() + prediction.label()));
      assertEquals(5000, found.size());
      for (int i = 0; i < 5000; i++) {
        assertEquals("records.jsonl:" + (i + 1) + (i % 3 == 0 ? "+" : "-"), found.get(i));
      }
      assertEquals(1, model.evaluate(file).accuracy());
      IOException closed =
          assertThrows(
              IOException.class,
              () ->
                  model.predict(
                      file,
                      prediction -> {
                        throw new IOException("nobody listens");
                      }));
      assertEquals("nobody listens", closed.getMessage());
    }
  }

  @Test
  void mistakesAreExplained() throws Exception {
    assertEquals(
        "there is nothing to learn from: call data or records first",
        assertThrows(IllegalStateException.class, () -> Incrt.training().fit(directory))
            .getMessage());
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> quick().set("training.dropuot", "0").fit(directory))
            .getMessage()
            .contains("training.dropout"));
    assertThrows(IllegalArgumentException.class, () -> Incrt.load(directory));
    Path folder = directory.resolve("taken");
    Incrt first = quick().fit(folder);
    first.close();
    assertEquals(
        "the model is closed",
        assertThrows(IllegalStateException.class, () -> first.predict("x")).getMessage());
    assertThrows(FileAlreadyExistsException.class, () -> quick().fit(folder));
    assertThrows(
        NoSuchFileException.class,
        () -> quick().valid(directory.resolve("none.tsv")).overwrite(true).fit(folder));
    List<String> remarks = new ArrayList<>();
    quick()
        .listener(
            new RunListener() {
              @Override
              public void remarked(String remark) {
                remarks.add(remark);
              }
            })
        .overwrite(true)
        .fit(folder)
        .close();
    assertTrue(remarks.get(0).startsWith("the data is read as text"), remarks.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"format-2/text", "format-2/pieces", "format-2/dna", "format-3/text"})
  void modelsOfTheseFormatsKeepPredictingTheSame(String name) throws Exception {
    Path folder = GOLDEN.resolveSibling(name);
    try (Incrt model = Incrt.load(folder)) {
      JsonNode expected = new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
      for (JsonNode one : expected) {
        Prediction found = model.predict(one.get("sequence").asText());
        for (Map.Entry<String, JsonNode> entry : one.get("probabilities").properties()) {
          assertEquals(
              entry.getValue().asDouble(), found.probabilities().get(entry.getKey()), 1e-5);
        }
      }
    }
  }

  @Test
  void aFolderThatDoesNotFitTogetherIsRefused() throws Exception {
    assertRefused("it names no format", "config.json", "\"format\" : 2", "\"for\" : 2");
    assertRefused("config.json has format 1", "config.json", "\"format\" : 2", "\"format\" : 1");
    assertRefused("labels do not fit its classes", "config.json", "\"good\"", "\"bad\"");
    assertRefused(
        "must be [38, 9] but is [38, 8]", "config.json", "\"width\" : 8", "\"width\" : 9");
    assertRefused("heads do not fit", "config.json", "\"blocks\" : [ 2 ]", "\"blocks\" : [ 6 ]");
    assertRefused("says nothing of shape", "config.json", "\"shape\"", "\"shapes\"");
    assertRefused("tokenizer do not fit", "tokenizer.json", "\"!\" :", "\"?\" : 38, \"!\" :");
    assertRefused("type kmer or text", "config.json", "\"type\" : \"text\"", "\"type\" : \"x\"");
    assertRefused("is missing", "model.safetensors", "layer.0.head.1.v", "layer.0.head.9.v");
  }

  private void assertRefused(String message, String file, String from, String to)
      throws IOException {
    Path folder = directory.resolve("broken");
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(GOLDEN.resolve("text"))) {
      for (Path one : files.toList()) {
        Files.write(folder.resolve(one.getFileName()), Files.readAllBytes(one));
      }
    }
    Path changed = folder.resolve(file);
    String text = new String(Files.readAllBytes(changed), StandardCharsets.ISO_8859_1);
    assertTrue(text.contains(from), file + " holds no " + from);
    Files.write(changed, text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1));
    String found = assertThrows(CorruptFileException.class, () -> Incrt.load(folder)).getMessage();
    assertTrue(found.contains(message), found);
  }
}
