package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.Incrt;
import io.incrt.data.tasks.MotifTask;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explains as a user would: bases with a known motif, and words. */
class ExplainCommandTest {

  private static final String TASK = "builtin:motif?train=240&held=60";

  @TempDir private static Path directory;
  private static Path bases;
  private static Path words;
  private static Path records;

  /** What came out, and what was said beside it. */
  private record Said(String out, String err) {

    List<JsonNode> lines() throws Exception {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : out.lines().toList()) {
        lines.add(new ObjectMapper().readTree(line));
      }
      return lines;
    }
  }

  private static Said incrt(int expected, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] given = new String[arguments.length];
    for (int i = 0; i < given.length; i++) {
      given[i] = String.valueOf(arguments[i]);
    }
    int code =
        Main.run(
            given,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = err.toString(StandardCharsets.UTF_8);
    assertEquals(expected, code, said);
    return new Said(out.toString(StandardCharsets.UTF_8), said);
  }

  @BeforeAll
  static void trainOnce() throws Exception {
    bases = directory.resolve("bases");
    incrt(
        0,
        "train",
        "--data",
        TASK,
        "--out",
        bases,
        "--set",
        "training.steps=20",
        "--set",
        "network.width=8");
    words = directory.resolve("words");
    records = directory.resolve("records.tsv");
    StringBuilder table = new StringBuilder("id\tsentence\tlabel\n");
    for (int i = 0; i < 120; i++) {
      // The last ones are not what they say, and markup is not obeyed.
      boolean good = i < 100 && i % 2 == 0;
      String day = i % 2 == 0 ? "a fine <b>day</b> " : "a dull & grey day ";
      table.append("r<").append(i).append('\t').append(day).append(i % 7);
      table.append(good ? "\tgood\n" : "\tbad\n");
    }
    Files.writeString(records, table);
    Incrt.training()
        .data(records)
        .test(records)
        .set("parts.floor", "NONE")
        .set("network.width", "8")
        .set("training.steps", "60")
        .fit(words)
        .close();
    incrt(0, "report", "--model", words);
  }

  @Test
  void withoutDataTheTestRecordsOfTheTaskAreExplained() throws Exception {
    Said said = incrt(0, "explain", "--model", bases, "--top", "8");
    assertTrue(said.err().contains("are of the planted site in "), said.err());
    List<JsonNode> lines = said.lines();
    assertEquals(61, lines.size());
    int sites = 0;
    for (JsonNode line : lines.subList(0, 60)) {
      assertTrue(line.get("pieces").size() <= 8);
      assertTrue(line.path("truth").isTextual());
      int at = line.get("id").asText().indexOf('@');
      if (at > 0 && line.get("label").equals(line.get("truth"))) {
        int place = Integer.parseInt(line.get("id").asText().substring(at + 1));
        int within = 0;
        for (JsonNode piece : line.get("pieces")) {
          int start = piece.get("start").asInt();
          within += start >= place && start < place + 8 ? 1 : 0;
        }
        sites += within >= 4 ? 1 : 0;
      }
    }
    assertTrue(sites >= 36, sites + " sites");
    JsonNode summary = lines.get(60).get("summary");
    assertEquals(60, summary.get("records").asInt());
    assertEquals(0, summary.get("errors").asInt());
    assertEquals(
        summary.get("faithfulness").get("chosen").asText(), summary.get("method").asText());
    assertTrue(summary.get("faithfulness").get("proven").asBoolean());
    List<String> found = new ArrayList<>();
    summary.get("motifs").forEach(motif -> found.add(motif.get("consensus").asText()));
    assertTrue(
        String.join(" ", found).contains(MotifTask.site("AP1"))
            && String.join(" ", found).contains(MotifTask.site("TATA")),
        "" + found);
  }

  @Test
  void weightsAddUpForTheLabelThatIsAskedFor() throws Exception {
    for (String method : List.of("auto", "ablation", "gradients")) {
      for (String label : List.of("good", "bad")) {
        JsonNode line =
            incrt(
                    0,
                    "explain",
                    "--model",
                    words,
                    "--data",
                    records,
                    "--method",
                    method,
                    "--label",
                    label)
                .lines()
                .get(0);
        assertEquals(label, line.get("label").asText());
        double sum = line.get("bias").asDouble();
        for (JsonNode piece : line.get("pieces")) {
          sum += piece.get("weight").asDouble();
        }
        assertEquals(line.get("logit").asDouble(), sum, 1e-4);
      }
    }
  }

  @Test
  void theMethodsAreMeasuredWhereThatIsAskedFor() throws Exception {
    Said said =
        incrt(0, "explain", "--model", words, "--data", records, "--measure", "20", "--top", "1");
    JsonNode found = said.lines().get(120).get("summary").get("faithfulness");
    assertEquals(20, found.get("records").asInt());
    assertEquals("of the records given", found.get("sample").asText());
    assertEquals(3, found.get("methods").size());
    assertTrue(said.err().contains("gain over chance: ablation "), said.err());
  }

  @Test
  void aBadRecordHasItsErrorInItsPlace() throws Exception {
    Path data = directory.resolve("bad.jsonl");
    Files.writeString(
        data,
        "{\"text\":\"a fine day\"}\n{\"text\":\"\"}\n{\"txt\":1}\n{\"text\":\"a dull day\"}\n");
    Said said = incrt(0, "explain", "--model", words, "--data", data);
    List<JsonNode> lines = said.lines();
    assertEquals(5, lines.size());
    assertEquals("bad.jsonl:2", lines.get(1).get("id").asText());
    assertTrue(lines.get(1).has("error") && lines.get(2).has("error"));
    assertEquals("bad.jsonl:4", lines.get(3).get("id").asText());
    assertEquals(2, lines.get(4).get("summary").get("errors").asInt());
    assertTrue(said.err().contains("2 records could not be used"), said.err());
    Path none = Files.writeString(directory.resolve("none.jsonl"), "{\"text\":\"\"}\n");
    incrt(1, "explain", "--model", words, "--data", none);
    Path lone = Files.writeString(directory.resolve("lines.txt"), "a fine day\n\na dull day\n");
    assertEquals(
        4,
        incrt(0, "explain", "--model", words, "--data", lone, "--format-in", "lines")
            .lines()
            .size());
  }

  @Test
  void whatCannotBeIsSaidInOneLine() {
    assertUsage("choose the method auto, gradients, ablation or linear", "--method", "magic");
    assertUsage("the model has no label 'great'; it has bad, good", "--label", "great");
    assertUsage("the model has no linear model on n-grams", "--method", "linear");
    assertUsage("must not be negative", "--top", "-1");
    assertUsage("is a directory", "--page", directory);
    assertUsage("there is no built-in task 'chess'", "--data", "builtin:chess");
    assertUsage("would replace the records", "--page", records);
    assertUsage("is a part of the model", "--page", words.resolve("config.json"));
    assertUsage("is a file; choose another --page", "--page", records + "/in/page.html");
    Said said = incrt(1, "explain", "--model", words, "--data", directory.resolve("nowhere.tsv"));
    assertEquals(1, said.err().lines().count(), said.err());
    assertEquals("", said.out());
  }

  private static void assertUsage(String problem, Object... arguments) {
    Object[] all = new Object[arguments.length + 5];
    System.arraycopy(new Object[] {"explain", "--model", words, "--data", records}, 0, all, 0, 5);
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    if (arguments[0].equals("--data")) {
      all = new Object[] {"explain", "--model", words, "--data", arguments[1]};
    }
    Said said = incrt(2, all);
    assertTrue(said.err().contains(problem), said.err());
    assertEquals(1, said.err().lines().count(), said.err());
  }

  @Test
  void aBrowserShowsWhatSpokeForAnswers() throws Exception {
    Path motifs = directory.resolve("motifs.html");
    Path texts = directory.resolve("texts.html");
    Said said = incrt(0, "explain", "--model", bases, "--page", motifs, "--show", "10");
    assertEquals(motifs.toString(), said.out().strip());
    incrt(0, "explain", "--model", words, "--data", records, "--page", texts);
    Path report = words.resolve("report.html");
    assertTrue(Files.readString(report).contains("<h2 id=\"mistakes\">"));
    for (Path page : List.of(motifs, texts, report)) {
      String text = Files.readString(page);
      assertTrue(text.contains("default-src 'none'"));
      assertFalse(text.contains("<script") || text.contains("<b>day"), page.toString());
    }

    Browser browser = Browser.find();
    String dom = browser.open(motifs, 360);
    assertEquals(10, count(dom, "<article>"));
    assertEquals(2, count(dom, "<svg class=\"logo\""));
    assertTrue(dom.contains("<mark class=\"for\""));
    for (Path page : List.of(motifs, texts, report)) {
      assertEquals("360", browser.scrollWidth(page, 360, directory), page.toString());
      assertEquals("1200", browser.scrollWidth(page, 1200, directory), page.toString());
    }
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
