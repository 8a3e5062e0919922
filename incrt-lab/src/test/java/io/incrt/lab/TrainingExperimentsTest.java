package io.incrt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.Corpus;
import io.incrt.data.KmerTokenizer;
import io.incrt.data.LabelledSequence;
import io.incrt.lab.report.ReproductionPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment that trains, at the smallest scale, on data made up for it. */
class TrainingExperimentsTest {

  @TempDir private static Path directory;

  @BeforeAll
  static void makeUpData() throws IOException {
    Path sst = Files.createDirectories(directory.resolve("data").resolve("sst2"));
    StringBuilder phrases = new StringBuilder("sentence\tlabel\n");
    for (int i = 0; i < 160; i++) {
      phrases.append(i % 2 == 0 ? "a fine film " : "a dull film ").append(i % 9);
      phrases.append(i % 2 == 0 ? "\t1\n" : "\t0\n");
    }
    Files.writeString(sst.resolve("train.tsv"), phrases);
    Files.writeString(sst.resolve("dev.tsv"), phrases);
    Path cov = Files.createDirectories(directory.resolve("data").resolve("cov2"));
    Random random = new Random(1);
    StringBuilder fasta = new StringBuilder();
    StringBuilder table = new StringBuilder("id\tvariant\n");
    for (int i = 0; i < 80; i++) {
      fasta.append(">s").append(i).append('\n');
      for (int j = 0; j < 300; j++) {
        fasta.append("ACGT".charAt(random.nextInt(4)));
      }
      fasta.append('\n');
      table.append('s').append(i).append('\t').append(i % 2 == 0 ? "Alpha\n" : "Beta\n");
    }
    Files.writeString(cov.resolve("spike.fasta.gz"), fasta);
    Files.writeString(cov.resolve("spike_metadata.tsv"), table);
  }

  static Stream<Experiment> training() {
    return Experiments.ALL.stream()
        .filter(one -> !List.of("pruning", "gate", "sizing", "rivals").contains(one.name()));
  }

  private static Workbench bench() {
    return new Workbench(
        Scale.TINY,
        3,
        directory.resolve("runs"),
        Optional.of(directory.resolve("data")),
        text -> {});
  }

  @Test
  void theSizingStudyComparesWithTheSmallestStaticNetworkThatIsAsGood() throws Exception {
    JsonNode json = new ObjectMapper().valueToTree(new SizingExperiment().run(bench()).json());
    for (JsonNode row : json.get("measured")) {
      assertTrue(row.get("staticAccuracy").asDouble() >= row.get("bestStatic").asDouble() - 0.005);
      assertTrue(row.get("grownHeads").asInt() >= 1);
    }
  }

  @Test
  void rivalsAreChargedForEveryNetworkTheyTrained() throws Exception {
    JsonNode json = new ObjectMapper().valueToTree(new RivalsExperiment().run(bench()).json());
    assertEquals(1, json.get("measured").get(0).get("flops").asDouble());
    assertEquals(2, json.get("measured").get(1).get("trained").asInt());
    assertEquals(3, json.get("measured").get(2).get("trained").asInt(), "two, then the better one");
    double static1 = Flops.step(List.of(List.of(4)), 16, 4, 24, 8, 2);
    double static2 = Flops.step(List.of(List.of(4, 4)), 16, 4, 24, 8, 2);
    assertTrue(static2 > 1.9 * static1 && static2 < 2 * static1, "all but the classifier doubles");
  }

  @Test
  void naiveBayesKnowsWhatCanBeCounted() {
    List<LabelledSequence> records =
        List.of(
            new LabelledSequence("1", "AACC", "x"),
            new LabelledSequence("2", "AAAC", "x"),
            new LabelledSequence("3", "GGTT", "y"));
    Corpus corpus =
        new Corpus(records, records, records, KmerTokenizer.of(1, 1, List.of("A", "C", "G", "T")));
    NaiveBayes model = NaiveBayes.learn(corpus);
    assertEquals(1, model.accuracy(corpus, records));
    assertEquals(0, model.classify(corpus, new LabelledSequence("", "CCCC", "")));
    assertEquals(1, model.classify(corpus, new LabelledSequence("", "TTTT", "")));
    assertEquals(0, model.classify(corpus, new LabelledSequence("", "", "")), "the prior decides");
  }

  @ParameterizedTest
  @MethodSource("training")
  void everyExperimentSetsThePaperItsDefinitionsAndOurNumbersSideBySide(Experiment experiment)
      throws Exception {
    Workbench bench = bench();
    Experiment.Result result = experiment.run(bench);
    JsonNode json = new ObjectMapper().valueToTree(result.json());
    for (String part : List.of("seed", "scale", "paper", "recomputed", "measured", "remarks")) {
      assertTrue(json.has(part), part);
    }
    assertFalse(json.get("measured").isEmpty());
    for (JsonNode run : json.get("measured")) {
      assertTrue(run.get("accuracy").asDouble() >= 0 && run.get("accuracy").asDouble() <= 1);
      assertTrue(run.get("heads").size() >= 1);
      assertFalse(run.get("curve").isEmpty());
    }
    assertTrue(result.markdown().startsWith("# " + experiment.name()), result.markdown());
    for (Figure figure : result.figures()) {
      assertTrue(figure.svg().contains("<svg"));
    }
    // A second time everything is there already, and comes out the same.
    assertEquals(result.markdown(), experiment.run(bench).markdown());
    String page =
        ReproductionPage.of(
            Map.of(experiment.name(), result), List.of("x was left out"), "./incrt");
    assertTrue(page.contains("<section id=\"" + experiment.name() + "\">"));
    assertTrue(page.contains("x was left out") && !page.contains("<script"));
  }
}
