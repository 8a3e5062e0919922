package io.incrt.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Explanation;
import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainerTest {

  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

  @TempDir private Path directory;

  /** A model of before, whose tables are kept packed. */
  private Path golden(String name) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    try (Stream<Path> files = Files.list(GOLDEN.resolve(name))) {
      for (Path file : files.toList()) {
        String own = file.getFileName().toString();
        if (own.endsWith(".gz")) {
          try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Files.copy(in, folder.resolve(own.substring(0, own.length() - 3)));
          }
        } else {
          Files.copy(file, folder.resolve(own));
        }
      }
    }
    return folder;
  }

  private static double logit(Prediction prediction) {
    double label = Math.log(prediction.probability());
    double others = -label;
    for (double probability : prediction.probabilities().values()) {
      others += Math.log(probability);
    }
    return label - others / (prediction.probabilities().size() - 1);
  }

  private static double sum(Explanation explanation) {
    return explanation.bias()
        + explanation.pieces().stream().mapToDouble(Explanation.Piece::weight).sum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "format-2/dna",
        "format-2/text",
        "format-2/pieces",
        "format-3/text",
        "format-3-mixed/dna",
        "format-3-mixed/text"
      })
  void weightsAddUpToTheLogitOfTheAnswer(String model) throws Exception {
    String sequence =
        model.endsWith("dna")
            ? "ACGTTGCAACGTAGCTTAGGCATCGATCGATTAGCATCGATCGGATATCGGAcgtagctagctaNNacg"
            : "What is the  name of Zoë's  film , the 2nd one?";
    try (Incrt opened = Incrt.load(golden(model))) {
      Prediction prediction = opened.predict(sequence);
      Explanation explanation = opened.explain(sequence);
      assertEquals(prediction.label(), explanation.label());
      assertEquals(prediction.probability(), explanation.probability(), 1e-6);
      assertEquals(logit(prediction), explanation.logit(), 1e-4);
      assertEquals(explanation.logit(), sum(explanation), 1e-5);
      assertTrue(!explanation.parts().isEmpty());
    }
  }

  @Test
  void piecesAreTheCharactersOfTheRecord() throws Exception {
    String text = "Ünlike  \uD835\uDC00Β, the\u00a0Film was İyi";
    try (Incrt opened = Incrt.load(golden("format-3-mixed/text"))) {
      List<Explanation.Piece> pieces = opened.explain(text).pieces();
      pieces.forEach(
          piece -> assertEquals(text.substring(piece.start(), piece.end()), piece.text()));
      assertEquals(
          // The library writes İ in lower case as a letter and a mark.
          List.of("Ünlike", "\uD835\uDC00Β", ",", "the", "Film", "was", "İ", "yi"),
          pieces.stream().map(Explanation.Piece::text).collect(Collectors.toList()));
    }
    String bases = "acg tTn\nACG\tggcatTagc";
    try (Incrt opened = Incrt.load(golden("format-3-mixed/dna"))) {
      List<Explanation.Piece> pieces = opened.explain(bases).pieces();
      assertEquals(
          "acgtTnACGggcatTagc",
          pieces.stream().map(Explanation.Piece::text).collect(Collectors.joining()));
      pieces.forEach(
          piece -> assertEquals(bases.substring(piece.start(), piece.end()), piece.text()));
    }
  }

  @Test
  void theLinearModelAloneIsExplainedExactly() throws Exception {
    Random random = new Random(5);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder bases = new StringBuilder();
      random.ints(40, 0, 4).forEach(base -> bases.append("ACGT".charAt(base)));
      int place = random.nextInt(34);
      bases.replace(place, place + 6, i % 2 == 0 ? "GATTAC" : "TCTCGA");
      records.add(new LabelledSequence("r" + i, bases.toString(), i % 2 == 0 ? "+" : "-"));
    }
    try (Incrt model =
        Incrt.training()
            .records(records)
            .set("network.width", "8")
            .set("training.steps", "1")
            .seed(3)
            .fit(directory.resolve("model"))) {
      String bases = "CCAGTACCAGGATTACAGTTCCGA";
      Explanation explanation = model.explain(bases);
      assertEquals("weights of the linear model", explanation.method());
      assertEquals(logit(model.predict(bases)), sum(explanation), 1e-5);
      assertEquals(1, explanation.parts().size());
      int top = explanation.top(1).pieces().get(0).start();
      assertTrue(top >= 10 && top < 16, "the largest weight is at " + top);
    }
  }

  @Test
  void recordsWithoutATokenAreRefused() throws Exception {
    try (Incrt opened = Incrt.load(golden("format-3-mixed/text"))) {
      assertThrows(BadRecordException.class, () -> opened.explain(""));
      assertThrows(BadRecordException.class, () -> opened.explain(" \t "));
    }
  }
}
