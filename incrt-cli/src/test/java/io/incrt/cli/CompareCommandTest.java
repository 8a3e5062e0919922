package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare} as a user would. */
class CompareCommandTest {

  private static final int WIDTH = 80;

  @TempDir private static Path shared;
  private static String first;
  private static String second;
  private static String tests;

  @TempDir private Path directory;

  /** What one call left behind. */
  private record Outcome(int code, String out, String err) {}

  private static Outcome incrt(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            arguments.toArray(String[]::new),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Outcome compare(String... arguments) {
    return incrt(Stream.concat(Stream.of("compare"), Stream.of(arguments)).toList());
  }

  private static String records(String name, long seed, int count) throws Exception {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < count; i++) {
      random.ints(5, 0, 60).forEach(word -> text.append('w').append(word).append(' '));
      text.append(random.nextInt(4) == 0 ? "day" : i % 2 == 0 ? "fine" : "dull");
      text.append(i % 2 == 0 ? "\tgood\n" : "\t<b>bad</b>\n");
    }
    return Files.writeString(shared.resolve(name), text).toString();
  }

  private static String train(String name, String data, String... more) {
    Path folder = shared.resolve(name);
    List<String> arguments =
        Stream.concat(
                Stream.of("train", "--data", data, "--test", tests, "--out", folder.toString()),
                Stream.of(more))
            .toList();
    Outcome trained = incrt(arguments);
    assertEquals(0, trained.code(), trained.err());
    return folder.toString();
  }

  @BeforeAll
  static void trainOnce() throws Exception {
    tests = records("tests.tsv", 2, 60);
    String quick = "training.steps=20";
    first =
        train("first", records("train.tsv", 1, 120), "--set", quick, "--set", "network.width=8");
    second =
        train(
            "a second one, with a name that is long",
            records("train.tsv", 1, 120),
            "--set",
            quick,
            "--set",
            "network.width=16",
            "--seed",
            "8");
  }

  @Test
  void theTextFitsATerminalAndSaysWhatTheRecordsShow() {
    Outcome found = compare(first, second, "--data", tests);
    assertEquals(0, found.code(), found.err());
    assertEquals("", found.err());
    found
        .out()
        .lines()
        .forEach(line -> assertTrue(line.codePointCount(0, line.length()) <= WIDTH, line));
    for (String part :
        List.of(
            "score on 60 records of ",
            "accuracy ",
            "calibration error ",
            "McNemar",
            "parameters ",
            "training, operations ",
            "records a second ",
            "attention layers ",
            "settings that differ",
            "network.width ",
            "training.seed ")) {
      assertTrue(found.out().contains(part), part + "\n" + found.out());
    }
    assertFalse(found.out().contains("training.steps "), "these are the same");
  }

  @Test
  void theJsonHasTheFieldsThatAreDocumented() throws Exception {
    JsonNode found = Json.mapper().readTree(compare(first, second, "--json").out());
    assertEquals(1, found.path("format").asInt());
    assertTrue(found.path("judged").path("paired").asBoolean());
    assertEquals(60, found.path("judged").path("records").asInt());
    JsonNode model = found.path("models").path(0);
    assertEquals("first", model.path("name").asText());
    for (String pointer :
        List.of(
            "/figures/accuracyInterval/1",
            "/figures/logLossInterval/0",
            "/figures/perClass/0/f1",
            "/made/flops",
            "/made/seed",
            "/reads/kind",
            "/size/parameters",
            "/size/bytes",
            "/answering/flops",
            "/built/layers",
            "/parts")) {
      assertFalse(model.at(pointer).isMissingNode(), pointer);
    }
    JsonNode pair = found.path("pairs").path(0);
    for (String figure : List.of("accuracy", "macroF1", "logLoss", "calibrationError")) {
      JsonNode difference = pair.path("differences").path(figure);
      assertTrue(difference.path("pValue").isNumber(), figure);
      assertTrue(difference.path("corrected").isNumber(), figure);
      assertEquals(2, difference.path("interval").size(), figure);
    }
    assertTrue(pair.path("verdict").asText().endsWith("."));
  }

  @Test
  void thePageNeedsNothingElseAndFitsASmallScreen() throws Exception {
    Path page = directory.resolve("page.html");
    Outcome found = compare(first, second, "--data", tests, "--page", page.toString());
    assertEquals("wrote " + page + System.lineSeparator(), found.err());
    String text = Files.readString(page);
    for (String outside :
        List.of("http:", "https:", "<script", "<link", "src=", "url(", "<b>bad")) {
      assertFalse(text.contains(outside), outside);
    }
    assertTrue(text.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    assertTrue(text.contains("&lt;b&gt;bad&lt;/b&gt;"));

    Browser browser = Browser.find();
    String dom = browser.open(page, 360);
    assertEquals(2, dom.split(Pattern.quote("class=\"track\""), -1).length - 1);
    assertTrue(dom.contains("id=\"tests\""));
    assertEquals("360", browser.scrollWidth(page, 360, directory));
    assertEquals("1200", browser.scrollWidth(page, 1200, directory));
  }

  @Test
  void whatCannotBeMeantIsAUsageError() {
    assertRefused(2, "name the folders of two models or more", compare());
    assertRefused(2, "name two folders or more, not " + first + " alone", compare(first));
    assertRefused(2, "is given twice", compare(first, second, first + "/."));
    assertRefused(2, "is a file; name the folder of a model", compare(first, tests));
    assertRefused(2, "are for --data", compare(first, second, "--skip-bad-records"));
    assertRefused(
        2,
        "only data.* settings",
        compare(first, second, "--data", tests, "--set", "training.steps=3"));
    assertRefused(2, "is a directory", compare(first, second, "--page", directory.toString()));
    assertRefused(
        2, "is a part of the model", compare(first, second, "--page", first + "/config.json"));
    assertRefused(
        2, "would replace the records", compare(first, second, "--data", tests, "--page", tests));
  }

  @Test
  void whatCannotBeReadIsOneLine() throws Exception {
    assertRefused(1, "holds no model", compare(first, directory.resolve("missing").toString()));
    assertRefused(1, "does not exist", compare(first, second, "--data", "missing.tsv"));
    Path unlabelled = Files.writeString(directory.resolve("unlabelled.tsv"), "text\nfine day\n");
    assertRefused(
        1,
        "unlabelled.tsv:1: a column label was expected",
        compare(first, second, "--data", unlabelled.toString()));
    Path others = Files.writeString(directory.resolve("others.tsv"), "text\tlabel\nfine\tugly\n");
    assertRefused(
        1,
        "others.tsv:2: no model knows the label 'ugly'",
        compare(first, second, "--data", others.toString()));
    Path damaged = directory.resolve("damaged");
    Files.createDirectory(damaged);
    try (Stream<Path> files = Files.list(Path.of(second))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (file.endsWith("model.safetensors")) {
          bytes[bytes.length / 2] ^= 1;
        }
        Files.write(damaged.resolve(file.getFileName()), bytes);
      }
    }
    assertRefused(1, "model.safetensors is not the file", compare(first, damaged.toString()));
  }

  private static void assertRefused(int code, String problem, Outcome outcome) {
    assertEquals(code, outcome.code(), outcome.err());
    assertEquals("", outcome.out());
    assertTrue(outcome.err().contains(problem), outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
  }
}
