package io.incrt.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.base.PairedTest;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  @TempDir private static Path shared;
  private static Path first;
  private static Path second;
  private static Path third;
  private static Path tests;

  @TempDir private Path directory;

  /** Words at random, most records with one that tells their label. */
  private static List<LabelledSequence> records(long seed, int count, List<String> labels) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      random.ints(5, 0, 60).forEach(word -> text.append('w').append(word).append(' '));
      String label = labels.get(i % labels.size());
      text.append(random.nextInt(5) == 0 ? "day" : "is" + label);
      records.add(new LabelledSequence("r" + i, text.toString(), label));
    }
    return records;
  }

  private static Path train(String name, List<LabelledSequence> records, Path test, long seed)
      throws IOException {
    Path folder = shared.resolve(name);
    Incrt.training()
        .records(records)
        .test(test)
        .set("network.width", "8")
        .set("training.steps", "30")
        .set("training.evaluateEvery", "10")
        .seed(seed)
        .run(folder);
    return folder;
  }

  private static Path file(String name, List<LabelledSequence> records) throws IOException {
    StringBuilder text = new StringBuilder("id\ttext\tlabel\n");
    records.forEach(
        one -> text.append(one.id() + "\t" + one.sequence() + "\t" + one.label() + "\n"));
    return Files.writeString(shared.resolve(name), text);
  }

  private static RecordReader reader(boolean skipping) throws IOException {
    return new RecordReader(ReadOptions.defaults().withSkipBad(skipping));
  }

  private static Comparison on(Path data, Path... folders) throws IOException {
    return Comparison.on(List.of(folders), reader(false), data.toString(), Device.CPU, 1);
  }

  @BeforeAll
  static void trainOnce() throws Exception {
    tests = file("tests.tsv", records(5, 60, List.of("x", "y")));
    first = train("first", records(1, 120, List.of("x", "y")), tests, 1);
    second = train("second", records(1, 40, List.of("x", "y")), tests, 2);
    third =
        train(
            "third",
            records(2, 120, List.of("x", "y", "z")),
            file("others.tsv", records(6, 60, List.of("x", "y", "z"))),
            1);
  }

  @Test
  void figuresAreThoseOfEvaluateAndTheTestThatOfTheAnswers() throws Exception {
    Comparison found = on(tests, first, second);
    try (Incrt one = Incrt.load(first);
        Incrt other = Incrt.load(second)) {
      Evaluation evaluation = one.evaluate(tests);
      Figures figures = found.models().get(0).figures();
      assertEquals(evaluation.accuracy(), figures.accuracy(), 1e-12);
      assertEquals(evaluation.macroF1Interval(), figures.macroF1Interval());
      assertEquals(evaluation.logLoss(), figures.logLoss(), 1e-5);
      assertEquals(evaluation.perClass(), figures.perClass());

      List<LabelledSequence> records = RecordReader.read(tests);
      int[] labels = records.stream().mapToInt(own -> own.label().equals("x") ? 0 : 1).toArray();
      Pair pair = found.pairs().get(0);
      assertTrue(pair.paired());
      assertEquals(
          PairedTest.mcNemar(labels, said(one, records), said(other, records)),
          pair.in(Figure.ACCURACY).pValue(),
          1e-12);
      assertEquals(pair.in(Figure.LOG_LOSS).pValue(), pair.in(Figure.LOG_LOSS).corrected());
    }
    assertEquals("first", found.models().get(0).name());
    assertTrue(
        found.settings().stream()
            .anyMatch(
                one ->
                    one.name().equals("training.seed") && one.values().equals(List.of("1", "2"))));
    assertTrue(found.settings().stream().noneMatch(one -> one.name().equals("network.width")));
  }

  private static int[] said(Incrt model, List<LabelledSequence> records) {
    return model.predict(records.stream().map(LabelledSequence::sequence).toList()).stream()
        .mapToInt(answer -> answer.label().equals("x") ? 0 : 1)
        .toArray();
  }

  @Test
  void runsWithTheSameTestRecordsAreComparedRecordByRecord() throws Exception {
    Comparison recorded = Comparison.recorded(List.of(first, second));
    Comparison again = on(tests, first, second);
    assertTrue(recorded.judged().paired());
    assertEquals(60, recorded.judged().records());
    assertNull(recorded.judged().source());
    Pair own = recorded.pairs().get(0);
    Pair other = again.pairs().get(0);
    assertEquals(other.onlyFirst(), own.onlyFirst());
    assertEquals(other.onlySecond(), own.onlySecond());
    assertEquals(other.in(Figure.LOG_LOSS).value(), own.in(Figure.LOG_LOSS).value(), 1e-4);
    assertEquals(Figures.TEST, recorded.models().get(0).figures().on());
  }

  @Test
  void runsWithOtherTestRecordsAreComparedUnpairedAndToldSo() throws Exception {
    Comparison found = Comparison.recorded(List.of(first, third));
    assertFalse(found.judged().paired());
    Pair pair = found.pairs().get(0);
    assertFalse(pair.paired());
    assertNull(pair.onlyFirst());
    assertNull(pair.in(Figure.MACRO_F1));
    assertTrue(pair.verdict().contains("not paired (Fisher"), pair.verdict());
    assertTrue(found.notes().get(0).contains("unpaired"), found.notes().toString());
  }

  @Test
  void otherLabelsAreLeftOutAndCounted() throws Exception {
    Comparison found = on(shared.resolve("others.tsv"), first, third);
    assertEquals(List.of("x", "y"), found.judged().labels());
    assertEquals(40, found.judged().records());
    assertEquals(Map.of("z", 20L), found.judged().leftOut());
    assertTrue(found.notes().get(0).contains("20 records with others left out (z)"));
  }

  @Test
  void recordsThatAModelWasTrainedOnAreNamed() throws Exception {
    List<LabelledSequence> mixed = new ArrayList<>(records(1, 40, List.of("x", "y")));
    mixed.addAll(records(77, 20, List.of("x", "y")));
    Comparison found = on(file("mixed.tsv", mixed), second, third);
    ComparedModel.Seen seen = found.models().get(0).seen();
    assertEquals(40, seen.trained() + seen.chosenBy());
    assertTrue(seen.trained() > seen.chosenBy());
    assertTrue(seen.whole());
    assertEquals(List.of("r0", "r1", "r2"), seen.first());
    assertEquals(0, found.models().get(1).seen().trained());
    String note =
        found.notes().stream().filter(one -> one.contains("trained on")).findFirst().orElse("");
    assertTrue(note.startsWith("Of the 60 records second was trained on"), note);
  }

  @Test
  void severalComparisonsAreCorrectedTogether() throws Exception {
    Comparison found = on(tests, first, second, third);
    assertEquals(3, found.pairs().size());
    assertEquals(found.ranking().get(0), found.pairs().get(0).first());
    for (Pair pair : found.pairs()) {
      for (Difference difference : pair.differences().values()) {
        assertTrue(difference.corrected() >= difference.pValue());
      }
    }
    assertNotNull(found.models().get(0).answering().recordsPerSecond());
  }

  @Test
  void oneRunTwiceGivesTheSameAnswers() throws Exception {
    Path copy = directory.resolve("copy").resolve("first");
    try (Incrt model = Incrt.load(first)) {
      model.save(copy);
    }
    Comparison found = on(tests, first, copy);
    assertTrue(found.models().get(0).name().endsWith("/first"), found.models().get(0).name());
    assertTrue(found.pairs().get(0).verdict().endsWith("give the same answers."));
    assertTrue(found.notes().stream().anyMatch(note -> note.endsWith("come of the same run.")));
  }

  @Test
  void whatCannotBeComparedIsRefusedInWords() throws Exception {
    assertTrue(message(() -> Comparison.recorded(List.of())).contains("none is given"));
    assertTrue(message(() -> Comparison.recorded(List.of(first))).contains("only "));
    assertTrue(
        message(() -> Comparison.recorded(List.of(first, shared.resolve("x/../first"))))
            .contains("is given twice"));
    Path foreign = file("foreign.tsv", records(8, 30, List.of("z")));
    assertTrue(
        message(() -> on(foreign, first, third)).contains("no record with a label that all"));
    Path nobody = file("nobody.tsv", records(8, 30, List.of("q")));
    assertTrue(
        message(() -> on(nobody, first, third))
            .contains("no model knows the label 'q'; they know x, y, z"));
    assertEquals(
        60,
        Comparison.on(
                List.of(first, third),
                reader(true),
                joined(tests, nobody).toString(),
                Device.CPU,
                1)
            .judged()
            .records());
  }

  private Path joined(Path one, Path other) throws IOException {
    String rest = Files.readString(other);
    return Files.writeString(
        directory.resolve("joined.tsv"),
        Files.readString(one) + rest.substring(rest.indexOf('\n') + 1));
  }

  @Test
  void damagedRecordsOfARunAreRefused() throws Exception {
    Path folder = directory.resolve("damaged");
    try (Incrt model = Incrt.load(second)) {
      model.save(folder);
    }
    byte[] bytes = Files.readAllBytes(folder.resolve("records.safetensors"));
    bytes[bytes.length - 3] ^= 1;
    Files.write(folder.resolve("records.safetensors"), bytes);
    assertThrows(CorruptFileException.class, () -> Comparison.recorded(List.of(first, folder)));
  }

  /** Something that is to fail. */
  @FunctionalInterface
  private interface Attempt {
    Object run() throws IOException;
  }

  private static String message(Attempt attempt) {
    return assertThrows(RuntimeException.class, attempt::run).getMessage();
  }
}
