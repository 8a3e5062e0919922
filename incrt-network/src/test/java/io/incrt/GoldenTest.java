package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.json.Json;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Models of the default recipe, with all that stands beside a network, keep loading and say the
 * same. {@code -Dgolden.update=true} trains them anew, for as long as no released version has
 * written such folders. The tables of what is familiar are large but for a few numbers the same, so
 * they are kept packed.
 */
class GoldenTest {

  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "golden", "format-3-mixed");
  private static final List<String> WORDS = List.of("warm", "wet", "grey", "mild", "day", "the");
  private static final List<String> MOTIFS = List.of("AACC", "GGTT", "ACGT");
  private static final String TABLES = "companions.safetensors";
  private static final double WRONG = 0.15;
  private static final long LARGEST = 100_000;

  @TempDir private Path directory;

  /** The class is which of two words, or motifs, comes first: n-grams alone do not tell. */
  private static List<LabelledSequence> records(Kind kind, Random random) {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      boolean first = random.nextBoolean();
      String one = kind == Kind.TEXT ? "sun" : "GATTACA";
      String other = kind == Kind.TEXT ? "rain" : "TCTCTCT";
      String sequence =
          filled(kind, random)
              + (first ? one : other)
              + filled(kind, random)
              + (first ? other : one)
              + filled(kind, random);
      // Some labels are wrong, so that no answer is certain: a certain one hides what changed.
      boolean label = first ^ random.nextDouble() < WRONG;
      records.add(new LabelledSequence("r" + i, sequence.trim(), label ? "one" : "other"));
    }
    return records;
  }

  private static String filled(Kind kind, Random random) {
    StringBuilder text = new StringBuilder(kind == Kind.TEXT ? " " : "");
    int pieces = kind == Kind.TEXT ? 1 + random.nextInt(3) : 22 + random.nextInt(6);
    for (int i = 0; i < pieces; i++) {
      List<String> from = kind == Kind.TEXT ? WORDS : MOTIFS;
      text.append(from.get(random.nextInt(from.size()))).append(kind == Kind.TEXT ? " " : "");
    }
    return text.toString();
  }

  private static List<String> asked(Kind kind) {
    List<String> asked =
        new ArrayList<>(
            records(kind, new Random(99)).stream()
                .limit(4)
                .map(LabelledSequence::sequence)
                .toList());
    asked.add(kind == Kind.TEXT ? "Übermut tut selten gut" : "NNNNNTGCATGCATGCATTTTTTTTTTTTTTTT");
    return asked;
  }

  private static void write(Kind kind, Path folder) throws Exception {
    DurableFiles.deleteTree(folder);
    Training training =
        Incrt.training()
            .records(records(kind, new Random(5)))
            .kind(kind)
            .seed(3)
            .set("network.width", "8")
            .set("network.keyDimensions", "4")
            .set("training.steps", "400");
    ArrayNode expected = Json.mapper().createArrayNode();
    try (Incrt model = training.fit(folder)) {
      for (String sequence : asked(kind)) {
        Prediction answer = model.predict(sequence);
        ObjectNode node = expected.addObject().put("sequence", sequence);
        node.set("probabilities", Json.tree(answer.probabilities()));
        node.put("known", answer.known()).put("warning", answer.warning());
      }
    }
    Files.writeString(folder.resolve("expected.json"), Json.pretty(expected) + "\n");
    DurableFiles.deleteTree(folder.resolve("checkpoints"));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.getFileName().toString().startsWith(".")).toList()) {
        Files.delete(file);
      }
    }
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve(TABLES + ".gz")))) {
      Files.copy(folder.resolve(TABLES), out);
    }
    Files.delete(folder.resolve(TABLES));
  }

  /** A copy of a folder as training wrote it. */
  private Path unpacked(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
    Path packed = directory.resolve(TABLES + ".gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      Files.copy(in, directory.resolve(TABLES));
    }
    Files.delete(packed);
    return directory;
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "dna"})
  void aModelOfTheDefaultRecipeSaysWhatItSaid(String name) throws Exception {
    Path folder = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      write(name.equals("text") ? Kind.TEXT : Kind.DNA, folder);
    }
    JsonNode expected = Json.mapper().readTree(Files.readString(folder.resolve("expected.json")));
    try (Incrt model = Incrt.load(unpacked(folder))) {
      for (JsonNode one : expected) {
        Prediction answer = model.predict(one.get("sequence").asText());
        for (Map.Entry<String, Double> share : answer.probabilities().entrySet()) {
          double before = one.get("probabilities").get(share.getKey()).asDouble();
          assertEquals(before, share.getValue(), 1e-5, one.toString());
        }
        assertEquals(one.get("known").asDouble(), answer.known(), 1e-9, one.toString());
        assertEquals(one.get("warning").asText(null), answer.warning(), one.toString());
      }
    }
    assertTrue(size(folder) < LARGEST, folder + " is too large to keep: " + size(folder));
  }

  private static long size(Path folder) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        size += Files.size(file);
      }
    }
    return size;
  }
}
