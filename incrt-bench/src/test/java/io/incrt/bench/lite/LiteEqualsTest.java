package io.incrt.bench.lite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.lite.LiteModel;
import io.incrt.lite.LitePrediction;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models say in plain Java what they say with libtorch, to 1e−5, whatever they are made of. */
class LiteEqualsTest {

  private static final double TOLERANCE = 1e-5;
  private static final int MODELS = 30;
  private static final Path GOLDEN =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden");

  @TempDir private Path directory;

  private static void assertSame(Path folder, List<String> asked, String why) throws Exception {
    LiteModel lite = LiteModel.open(folder);
    try (Incrt model = Incrt.load(folder)) {
      assertEquals(model.labels(), lite.labels(), why);
      List<Prediction> expected = model.predict(asked);
      List<LitePrediction> found = lite.predict(asked);
      for (int i = 0; i < asked.size(); i++) {
        assertSame(expected.get(i), found.get(i), why + ": " + asked.get(i));
      }
      assertNotEquals(
          expected.get(0).probabilities(),
          expected.get(1).probabilities(),
          why + " answers all records alike");
    }
  }

  private static void assertSame(Prediction expected, LitePrediction found, String why) {
    assertEquals(expected.id(), found.id(), why);
    for (Map.Entry<String, Double> share : expected.probabilities().entrySet()) {
      assertEquals(share.getValue(), found.probabilities().get(share.getKey()), TOLERANCE, why);
    }
    assertEquals(expected.probability(), found.probability(), TOLERANCE, why);
    assertEquals(found.probability(), found.probabilities().get(found.label()), 0, why);
    assertEquals(expected.known(), found.known(), 0, why);
    assertEquals(expected.warning(), found.warning(), why);
  }

  @Test
  void anyPartsWithAnyWeights() throws Exception {
    long seed = Long.getLong("tests.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < MODELS; i++) {
      RandomModel model = new RandomModel(random);
      Path folder = directory.resolve("m" + i);
      model.write(folder);
      assertSame(folder, model.asked(), "model " + i + ", -Dtests.seed=" + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"format-2/text", "format-2/pieces", "format-2/dna", "format-3/text"})
  void modelsOfEarlierVersions(String name) throws Exception {
    List<String> asked =
        List.of("a fine day", "a dull and GREY day !", "something, else", "ACGTTATACCGGATTACA");
    assertSame(GOLDEN.resolve(name), asked, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "dna"})
  void modelsWithAllThatStandsBesideANetwork(String name) throws Exception {
    try (Stream<Path> files = Files.list(GOLDEN.resolve("format-3-mixed").resolve(name))) {
      for (Path file : files.toList()) {
        String own = file.getFileName().toString();
        if (own.endsWith(".gz")) {
          try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Files.copy(in, directory.resolve(own.substring(0, own.length() - 3)));
          }
        } else {
          Files.copy(file, directory.resolve(own));
        }
      }
    }
    List<String> asked =
        List.of(
            "sun and then rain",
            "rain , sun .",
            "Übermut tut selten gut",
            "GATTACAAACCACGTTCTCTCTGGTT",
            "NNNNNTGCATGCATGCATTTTTTTTTTTTTTTT");
    assertSame(directory, asked, name);
  }

  @ParameterizedTest
  @CsvSource({
    "builtin:order?pairs=4&train=400&held=100, 60, GIVEN",
    "builtin:lookups?heads=1&train=400&held=100, 60, GIVEN",
    "builtin:variants?train=200&held=60, 20, BOTH",
  })
  void trainedModels(String task, String steps, String strand) throws Exception {
    Path folder = directory.resolve("model");
    Incrt.training()
        .data(task)
        .set("training.steps", steps)
        .set("data.strand", strand)
        .seed(1)
        .fit(folder)
        .close();
    List<String> asked =
        BuiltinTasks.generate(task, 2).test().stream()
            .map(LabelledSequence::sequence)
            .limit(100)
            .toList();
    assertSame(folder, asked, task);
    DurableFiles.deleteTree(folder);
  }
}
