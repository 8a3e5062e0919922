package io.incrt.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Explanation;
import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.Part;
import io.incrt.model.part.NgramPath;
import io.incrt.predict.Predictor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

  /** Of golden models of all kinds, and of one that reads both strands. */
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
  void gradientsAddUpToWhatTheNetworkSays(String model) throws Exception {
    String sequence =
        model.endsWith("dna")
            ? "ACGTTGCAACGTAGCTTAGGCATCGATCGATTAGCATCGATCGGATATCGGACGTAGCTAGCTACACG"
            : "What is the name of the film , the second one?";
    try (Incrt opened = Incrt.load(golden(model))) {
      Predictor predictor = opened.predictor();
      Batch.Input input = predictor.inputs(List.of(new LabelledSequence("r", sequence, ""))).get(0);
      int[] gone = new int[input.tokens().length];
      Arrays.fill(gone, Tokenizer.UNKNOWN);
      int[][] letters = input.letters() == null ? null : new int[gone.length][0];
      int classes = opened.labels().size();
      for (int label = 0; label < classes; label++) {
        Batch.Input own = predictor.input(input.tokens(), null, input.letters());
        Batch.Input nothing = predictor.input(gone, null, letters);
        double whole = Logits.above(predictor.outputsTo(List.of(own)).get(0), label);
        double unknown = Logits.above(predictor.outputsTo(List.of(nothing)).get(0), label);
        double ngrams = ofUnknownRuns(opened, nothing, label);
        Pieces pieces = new Pieces(opened.config().tokenizer(), sequence);
        NetworkWeights.Found found = new Gradients(predictor).of(pieces, own, label);
        double sum = Arrays.stream(found.weights()).sum();
        double size = Math.abs(sum) + Arrays.stream(found.weights()).map(Math::abs).sum();
        assertEquals(whole - unknown + ngrams, sum, 0.02 * size + 1e-4, "label " + label);
        assertTrue(found.note().isEmpty());
      }
    }
  }

  /** What the n-gram paths say of tokens that nobody knows, which is no part of the beginning. */
  private static double ofUnknownRuns(Incrt opened, Batch.Input nothing, int label) {
    int classes = opened.labels().size();
    return opened
        .predictor()
        .withNetwork(
            network -> {
              List<Part> paths = new ArrayList<>();
              for (Block block : network.blocks()) {
                if (block instanceof NgramPath) {
                  paths.add(block);
                }
              }
              int pooling = network.shape().pooling();
              float[] with =
                  network
                      .ablations(() -> Batch.of(List.of(nothing), pooling), List.of(), List.of())
                      .get(0);
              float[] without =
                  network
                      .ablations(() -> Batch.of(List.of(nothing), pooling), paths, List.of())
                      .get(0);
              return Logits.above(with, 0, classes, label)
                  - Logits.above(without, 0, classes, label);
            });
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void everyMethodAddsUpForEveryLabel(Method method) throws Exception {
    LabelledSequence record = new LabelledSequence("r", "Who was the first one in Paris ?", "");
    try (Incrt opened = Incrt.load(golden("format-3-mixed/text"))) {
      Prediction prediction = opened.predict(record.sequence());
      for (String label : opened.labels()) {
        Explanation explanation = opened.explain(List.of(record), method, label).get(0);
        assertEquals(label, explanation.label());
        assertEquals(prediction.probabilities().get(label), explanation.probability(), 1e-6, label);
        assertEquals(explanation.logit(), sum(explanation), 1e-5);
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> opened.explain(List.of(record), method, "no label"));
    }
  }

  @Test
  void aModelWithoutALinearOneCannotBeExplainedByIt() throws Exception {
    try (Incrt opened = Incrt.load(golden("format-2/text"))) {
      List<LabelledSequence> record = List.of(new LabelledSequence("r", "one word", ""));
      assertThrows(IllegalArgumentException.class, () -> opened.explain(record, Method.LINEAR));
      assertEquals(List.of(Method.ABLATION, Method.GRADIENTS), opened.explainer().methods());
    }
  }

  @Test
  void bothStrandsSpeak() throws Exception {
    Random random = new Random(3);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      StringBuilder bases = new StringBuilder();
      random.ints(30, 0, 4).forEach(base -> bases.append("ACGT".charAt(base)));
      records.add(new LabelledSequence("r" + i, bases.toString(), i % 2 == 0 ? "+" : "-"));
    }
    try (Incrt model =
        Incrt.training()
            .records(records)
            .kind(Kind.DNA)
            .set("data.strand", "BOTH")
            .set("parts.floor", "NONE")
            .set("network.width", "8")
            .set("training.steps", "5")
            .force(true)
            .fit(directory.resolve("strands"))) {
      LabelledSequence given = records.get(0);
      LabelledSequence other = new LabelledSequence("o", OtherStrand.of(given.sequence()), "");
      for (Method method : model.explainer().methods()) {
        List<Explanation.Piece> one = model.explain(List.of(given), method).get(0).pieces();
        List<Explanation.Piece> two = model.explain(List.of(other), method).get(0).pieces();
        for (int i = 0; i < one.size(); i++) {
          assertEquals(one.get(i).weight(), two.get(one.size() - 1 - i).weight(), 1e-4);
        }
      }
    }
  }

  @Test
  void measuringTwiceFindsTheSame() throws Exception {
    List<LabelledSequence> records = new ArrayList<>();
    for (String text : List.of("Who was he ?", "What is it ?", "Where is Rome ?", "How far ?")) {
      records.add(new LabelledSequence(text, text, ""));
    }
    try (Incrt opened = Incrt.load(golden("format-3-mixed/text"))) {
      assertTrue(opened.explainer().measured().isEmpty());
      Faithfulness first = opened.measureFaithfulness(records, 3);
      assertEquals(first, opened.measureFaithfulness(records, 3));
      assertEquals(3, first.records());
      assertEquals(
          List.of("ablation", "gradients", "linear", Faithfulness.RANDOM),
          first.methods().stream().map(Faithfulness.Figures::method).toList());
      assertEquals(first.chosen(), opened.explainer().chosen(Method.AUTO));
      for (Faithfulness.Figures figures : first.methods()) {
        assertTrue(figures.deletion() >= 0 && figures.deletion() <= 1, "" + figures);
        assertTrue(figures.insertion() >= 0 && figures.insertion() <= 1, "" + figures);
        Faithfulness.Figures chance = first.methods().get(3);
        double gain =
            figures.insertion() - figures.deletion() - chance.insertion() + chance.deletion();
        assertEquals(gain, figures.gain(), 1e-6);
      }
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
