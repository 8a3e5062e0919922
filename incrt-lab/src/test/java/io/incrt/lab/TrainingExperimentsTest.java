package io.incrt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.lab.kernel.NtkExperiment;
import io.incrt.lab.operators.GateExperiment;
import io.incrt.lab.rivals.LinearNgrams;
import io.incrt.lab.rivals.NaiveBayes;
import io.incrt.lab.rivals.PruningRivals;
import io.incrt.lab.rivals.Rival;
import io.incrt.lab.rivals.RivalsExperiment;
import io.incrt.lab.study.CovSyntheticExperiment;
import io.incrt.lab.study.Flops;
import io.incrt.lab.study.SizingExperiment;
import io.incrt.report.ReproductionPage;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
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
        .filter(one -> !List.of("pruning", "gate", "sizing", "rivals", "ntk").contains(one.name()));
  }

  private static Workbench bench() {
    return bench(Optional.empty());
  }

  private static Workbench bench(Optional<String> task) {
    return new Workbench(
        Scale.TINY,
        3,
        directory.resolve("runs"),
        Optional.of(directory.resolve("data")),
        Device.CPU,
        task,
        text -> {});
  }

  @ParameterizedTest
  @MethodSource("all")
  void theFileOfEveryExperimentIsAsTheSchemaSays(Experiment experiment) throws Exception {
    Experiment.Result result = experiment.run(bench());
    JsonNode json = new ObjectMapper().readTree(ResultFiles.json(result.json()));
    assertEquals(Set.of(), schema(experiment.name()).validate(json));
    assertEquals(result.markdown(), experiment.markdown(json), "the file alone gives the tables");
  }

  static Stream<Experiment> all() {
    return Experiments.ALL.stream();
  }

  private static JsonSchema schema(String name) throws IOException {
    ObjectNode schema =
        (ObjectNode)
            new ObjectMapper()
                .readTree(ResultsDocument.class.getResourceAsStream("results.schema.json"));
    schema.put("$ref", "#/$defs/" + name);
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
  }

  @Test
  void theResultsOfSeveralFoldersBecomeOneDocument() throws Exception {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    Experiment gate = new GateExperiment();
    ResultFiles.write(first, "gate", gate.run(bench()));
    new Circumstances("./incrt reproduce gate", "2026-01-31", "an abacus", 7).write(first, "gate");
    ResultFiles.write(second, "cov2-synthetic", new CovSyntheticExperiment().run(bench()));
    String text = ResultsDocument.of(List.of(first, second), "./incrt reproduce tables");
    assertTrue(text.contains("`./incrt reproduce gate`, 2026-01-31, an abacus, 7 s."), text);
    assertTrue(text.contains("\n## Gate: ") && text.contains("\n## cov2-synthetic: "), text);
    Path empty = Files.createDirectories(directory.resolve("empty"));
    assertThrows(
        IllegalArgumentException.class, () -> ResultsDocument.of(List.of(empty), "./incrt"));
  }

  @Test
  void theSchemaRefusesWhatIsMissingOrUnknown() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode whole =
        mapper.readTree(ResultFiles.json(new CovSyntheticExperiment().run(bench()).json()));
    ObjectNode less = whole.deepCopy();
    less.remove("recomputed");
    assertFalse(schema("cov2-synthetic").validate(less).isEmpty());
    ObjectNode more = whole.deepCopy();
    more.put("expected", 191);
    assertFalse(schema("cov2-synthetic").validate(more).isEmpty());
    ObjectNode wrong = whole.deepCopy();
    ((ObjectNode) wrong.get("measured").get(0)).put("accuracy", 1.2);
    assertFalse(schema("cov2-synthetic").validate(wrong).isEmpty());
  }

  @Test
  void theSizingStudyComparesWithTheSmallestStaticNetworkThatIsAsGood() throws Exception {
    JsonNode json = new ObjectMapper().valueToTree(new SizingExperiment().run(bench()).json());
    Map<String, JsonNode> runs = new HashMap<>();
    json.get("runs").forEach(run -> runs.put(run.get("name").asText(), run));
    assertEquals(3, json.get("measured").size());
    for (JsonNode row : json.get("measured")) {
      String task = row.get("task").asText();
      JsonNode grown = runs.get(task + ", grown");
      assertEquals(grown.get("accuracy"), row.get("accuracy"));
      List<JsonNode> statics =
          runs.entrySet().stream()
              .filter(run -> run.getKey().startsWith(task + ", static"))
              .map(Map.Entry::getValue)
              .toList();
      assertEquals(2, statics.size());
      double best =
          statics.stream().mapToDouble(run -> run.get("validation").asDouble()).max().orElseThrow();
      assertEquals(best, row.get("bestValidation").asDouble());
      assertTrue(row.get("leastValidation").asDouble() >= best - 0.005);
      assertTrue(row.get("least").asInt() <= row.get("bestStatic").asInt());
    }
  }

  @Test
  void ofOneTaskAloneOnlyItsRowsCome() throws Exception {
    SizingExperiment sizing = new SizingExperiment();
    List<String> tasks = sizing.tasks(bench());
    assertEquals(3, tasks.size());
    JsonNode json =
        new ObjectMapper()
            .valueToTree(sizing.run(bench(Optional.of(tasks.get(1)))).json())
            .get("measured");
    assertEquals(1, json.size());
    assertEquals(tasks.get(1), json.get(0).get("task").asText());
  }

  @Test
  void rivalsAreChargedForEveryNetworkTheyTrained() throws Exception {
    RivalsExperiment.Json json = (RivalsExperiment.Json) new RivalsExperiment().run(bench()).json();
    Map<String, Rival> byWay =
        json.measured().stream().collect(Collectors.toMap(Rival::way, rival -> rival));
    Rival grown = byWay.get("grown by evidence (the default)");
    assertEquals(1, grown.flops());
    assertEquals(1, grown.inference());
    Rival sweep = byWay.get("sweep over static networks");
    assertEquals(3, sweep.trained());
    assertTrue(sweep.flops() > 1);
    assertEquals(
        3, byWay.get("random search, successive halving").trained(), "two, then the better one");
    assertEquals("4 layers, 4 heads", byWay.get("progressive stacking").size());
    assertTrue(byWay.get("progressive stacking").ofFinalSize() < 1, "it was smaller before");
    Rival scheduled = byWay.get("grown by gradients, on a schedule");
    assertEquals("1 layer, 4 heads", scheduled.size());
    assertTrue(scheduled.ofFinalSize() < 1, "it was smaller before");
    json.measured().stream()
        .filter(rival -> rival.way().startsWith("pruned by gradient importance"))
        .forEach(pruned -> assertTrue(pruned.flops() < sweep.flops(), "it needs the largest only"));
    double static1 = Flops.step(List.of(List.of(4)), 16, 4, 24, 8, 2);
    double static2 = Flops.step(List.of(List.of(4, 4)), 16, 4, 24, 8, 2);
    assertTrue(static2 > 1.9 * static1 && static2 < 2 * static1, "all but the classifier doubles");
    assertTrue(byWay.containsKey("naive Bayes, tokens and pairs"));
    assertTrue(byWay.containsKey("linear SVM, tokens and pairs"));
  }

  @Test
  void pruningIsChosenByCountOrByScore() {
    List<PruningRivals.Stage> stages =
        List.of(
            new PruningRivals.Stage(4, 0.9, 0, "a"),
            new PruningRivals.Stage(3, 0.95, 0, "b"),
            new PruningRivals.Stage(1, 0.7, 0, "c"));
    assertEquals("c", PruningRivals.ofCount(stages, 2).orElseThrow().folder());
    assertEquals("b", PruningRivals.ofCount(stages, 3).orElseThrow().folder());
    assertEquals("b", PruningRivals.asGoodAs(stages, 0.9).orElseThrow().folder());
    assertTrue(PruningRivals.asGoodAs(stages, 0.99).isEmpty());
  }

  @Test
  void theTangentKernelIsFollowedFromEveryBirth() throws Exception {
    NtkExperiment.Json json = (NtkExperiment.Json) new NtkExperiment().run(bench()).json();
    assertEquals(
        List.of("geometry 0", "paper 0"),
        json.chance().stream()
            .filter(chance -> chance.head() == 0)
            .map(chance -> chance.preset() + " " + chance.head())
            .toList());
    for (NtkExperiment.Chance chance : json.chance()) {
      List<NtkExperiment.Moment> own =
          json.measured().stream()
              .filter(one -> one.preset().equals(chance.preset()) && one.head() == chance.head())
              .toList();
      // Sixty and twenty steps are looked at every ten, the first time before any of them.
      int steps = chance.preset().equals("geometry") ? 60 : 20;
      long first = own.get(0).step();
      assertEquals(chance.head() == 0, first == 0, chance.toString());
      assertEquals((steps - first) / 10 + 1, own.size(), chance.toString());
      assertEquals(0, own.get(0).epsilon(), "where it is first seen it has not moved");
      for (NtkExperiment.Moment later : own.subList(1, own.size())) {
        assertTrue(later.epsilon() > 0, "training moves every motor: " + later);
      }
    }
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
    for (LabelledSequence record : records) {
      assertEquals(
          record.label(),
          corpus.labels().get(model.classify(corpus.tokenizer().encode(record.sequence()))));
    }
    assertEquals(0, model.classify(corpus.tokenizer().encode("CCCC")));
    assertEquals(1, model.classify(corpus.tokenizer().encode("TTTT")));
    assertEquals(0, model.classify(corpus.tokenizer().encode("")), "the prior decides");
  }

  @Test
  void theLinearModelLearnsWhatPairsDecide() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      records.add(
          new LabelledSequence(
              "" + i, i % 2 == 0 ? "ACACAC" : "AACCAC", "xy".substring(i % 2, i % 2 + 1)));
    }
    Corpus corpus =
        new Corpus(records, records, records, KmerTokenizer.of(1, 1, List.of("A", "C", "G", "T")));
    LinearNgrams model = LinearNgrams.learn(corpus);
    assertEquals(0, model.classify(corpus.tokenizer().encode("ACAC")));
    assertEquals(1, model.classify(corpus.tokenizer().encode("AACC")));
    assertEquals(6, model.parameters(), "two tokens and the four pairs of them");
  }

  private static String name(JsonNode run) {
    return run.get("name").asText();
  }

  /** A growing network begins with one head; births and prunings make the others, and layers. */
  private static void assertHeadsAddUp(JsonNode run) {
    int heads = 0;
    for (JsonNode layer : run.get("heads")) {
      heads += layer.size();
    }
    if (name(run).contains("static")) {
      assertEquals(0, run.get("born").asInt() + run.get("pruned").asInt(), name(run));
      assertTrue(run.get("predictedByPaper").isNull(), name(run));
    } else {
      int layersAdded = run.get("heads").size() - 1;
      int expected = 1 + layersAdded + run.get("born").asInt() - run.get("pruned").asInt();
      assertEquals(expected, heads, name(run));
    }
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
      assertHeadsAddUp(run);
      assertFalse(run.get("curve").isEmpty());
      // The best of all validations is at least as good as the last one.
      JsonNode last = run.get("curve").get(run.get("curve").size() - 1);
      assertTrue(run.get("validation").asDouble() >= last.get("accuracy").asDouble(0), name(run));
      assertTrue(run.get("steps").asLong() >= last.get("step").asLong(), name(run));
    }
    assertTrue(result.markdown().startsWith("# " + experiment.name()), result.markdown());
    for (Figure figure : result.figures()) {
      assertTrue(figure.svg().contains("<svg"));
    }
    // A second time everything is there already, and comes out the same.
    assertEquals(result.markdown(), experiment.run(bench).markdown());
    String page =
        ReproductionPage.of(
            List.of(result.entry(experiment.name())), List.of("x was left out"), "./incrt");
    assertTrue(page.contains("<section id=\"" + experiment.name() + "\">"));
    assertTrue(page.contains("x was left out") && !page.contains("<script"));
  }
}
