package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.Incrt;
import io.incrt.tensor.Device;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Train, evaluate, predict and inspect as a user would, on a small task. */
class TrainCommandTest {

  @TempDir private static Path directory;
  private static Path model;
  private static Path records;
  private static String trained;
  private static String told;

  private static String out(int expected, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String printed = out(expected, err, arguments);
    return expected == 0 ? printed : err.toString(StandardCharsets.UTF_8);
  }

  private static String out(int expected, ByteArrayOutputStream err, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code =
        Main.run(
            arguments,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertEquals(expected, code, err.toString(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @BeforeAll
  static void trainOnce() throws Exception {
    model = directory.resolve("model");
    records = directory.resolve("records.tsv");
    StringBuilder text = new StringBuilder("sentence\tlabel\n");
    for (int i = 0; i < 200; i++) {
      text.append(i % 2 == 0 ? "a fine day " : "a dull day ").append("number ").append(i);
      text.append(i % 2 == 0 ? "\tgood\n" : "\tbad\n");
    }
    Files.writeString(records, text);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    trained =
        out(
            0,
            err,
            "train",
            "--data",
            records.toString(),
            "--test",
            records.toString(),
            "--out",
            model.toString(),
            "--set",
            "training.steps=120",
            "--set",
            "training.evaluateEvery=60",
            "--set",
            "network.width=16",
            "--seed",
            "7");
    told = err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void offATerminalEveryValidationIsALine() {
    List<String> lines = told.lines().filter(line -> line.startsWith("step ")).toList();
    for (int step : new int[] {60, 120}) {
      assertEquals(
          1,
          lines.stream()
              .filter(
                  line ->
                      line.matches(
                          "step "
                              + step
                              + "/120  loss [0-9.]+  valid [0-9.]+( \\(best\\))?  .* s left"))
              .count(),
          told);
    }
    assertFalse(told.contains("\r"), "nothing is overwritten");
  }

  @Test
  void aDeviceThatIsNotThereIsAUsageError() {
    // Where the tests run on a GPU there is nothing to refuse.
    assumeTrue(Device.best() == Device.CPU);
    String nowhere = directory.resolve("nowhere").toString();
    for (String[] arguments :
        List.of(
            new String[] {"train", "--out", nowhere, "--device", "cuda"},
            new String[] {"predict", "--model", model.toString(), "--device", "cuda"},
            new String[] {
              "evaluate", "--model", model.toString(), "--data", "-", "--device", "cuda"
            },
            new String[] {"reproduce", "gate", "--out", nowhere, "--device", "cuda"})) {
      String refusal = out(2, arguments);
      assertTrue(refusal.startsWith("incrt: --device cuda: there is no CUDA: "), refusal);
      assertTrue(refusal.contains("INCRT_TORCH"), refusal);
    }
    assertFalse(Files.exists(directory.resolve("nowhere")));
    String unknown = out(2, "train", "--out", nowhere, "--device", "tpu");
    assertTrue(unknown.contains("choose auto, cpu or cuda, not 'tpu'"), unknown);
  }

  @Test
  void trainingEndsWithScoresAndTheArchitecture() throws Exception {
    assertTrue(trained.contains("test        accuracy 1.0000"), trained);
    assertTrue(trained.contains("\noptimism    "), trained);
    assertTrue(
        Files.readString(model.resolve("report.html"))
            .contains("On the validation records, which chose what was kept, accuracy is "));
    assertTrue(trained.contains("layer 0"), trained);
    for (String file :
        List.of(
            "config.json",
            "model.safetensors",
            "tokenizer.json",
            "growth.jsonl",
            "metrics.jsonl",
            "certificate.json")) {
      assertTrue(Files.exists(model.resolve(file)), file);
    }
    assertEquals(2, Files.readAllLines(model.resolve("metrics.jsonl")).size());
  }

  @Test
  void theReportShowsWhatTheFilesSay() throws Exception {
    assertTrue(trained.contains("report      " + model.resolve("report.html")), trained);
    String page = Files.readString(model.resolve("report.html"));
    assertEquals(
        2 * Files.readAllLines(model.resolve("growth.jsonl")).size(),
        page.split("<g class=\"event ", -1).length - 1,
        "every event is on the timelines of wide and of narrow screens");
    assertTrue(page.contains("<code id=\"command\">./incrt train --data " + records), page);
    assertTrue(
        !page.contains("<script") && !page.contains("http:") && !page.contains("https:"),
        "it needs nothing else");
    assertTrue(page.contains("Content-Security-Policy\" content=\"default-src 'none'"), page);
    String again = out(0, "report", "--model", model.toString()).strip();
    assertEquals(page, Files.readString(Path.of(again)), "the same folder gives the same page");
    assertTrue(
        out(1, "report", "--model", directory.toString()).contains("holds no model"),
        "there is nothing to report on");
  }

  @Test
  void theReportIsRenderedWithoutComplaintOnNarrowScreens() throws Exception {
    Browser browser = Browser.find();
    String dom = browser.open(model.resolve("report.html"), 360);
    assertEquals(
        2 * Files.readAllLines(model.resolve("growth.jsonl")).size(),
        dom.split("<g class=\"event ", -1).length - 1);
    assertEquals("360", browser.scrollWidth(model.resolve("report.html"), 360, directory));
    assertEquals("1200", browser.scrollWidth(model.resolve("report.html"), 1200, directory));
  }

  @Test
  void lettersOfChartsAreLargeEnoughAndNoneIsCut() throws Exception {
    Browser browser = Browser.find();
    for (int width : new int[] {360, 500, 600, 1200}) {
      String[] found =
          browser
              .ask(
                  model.resolve("report.html"),
                  width,
                  directory,
                  """
                  (() => {
                    const all = [...page.querySelectorAll('.chart svg[role=img] text')]
                        .filter(text => text.getBoundingClientRect().width > 0);
                    const cut = all.filter(text => {
                      const inner = text.getBoundingClientRect();
                      const outer = text.closest('svg').getBoundingClientRect();
                      return inner.left < outer.left - 1 || inner.right > outer.right + 1
                          || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
                    });
                    const size = text => 13 * text.closest('svg').getScreenCTM().a;
                    return all.length + ' ' + cut.length + ' ' + Math.min(...all.map(size));
                  })()\
                  """)
              .split(" ", -1);
      assertTrue(Integer.parseInt(found[0]) > 20, "charts have letters");
      assertEquals("0", found[1], "letters that are cut at " + width);
      assertTrue(Double.parseDouble(found[2]) >= 9, found[2] + " pixels high at " + width);
    }
  }

  @Test
  void evaluationHasTheFieldsOthersParse() throws Exception {
    JsonNode json =
        new ObjectMapper()
            .readTree(
                out(
                    0,
                    "evaluate",
                    "--model",
                    model.toString(),
                    "--data",
                    records.toString(),
                    "--json"));
    for (String field :
        List.of(
            "records",
            "accuracy",
            "macroF1",
            "logLoss",
            "calibrationError",
            "perClass",
            "confusion",
            "labels",
            "accuracyInterval",
            "macroF1Interval")) {
      assertTrue(json.has(field), field);
    }
    assertEquals(200, json.get("records").asInt());
    assertTrue(
        out(0, "evaluate", "--model", model.toString(), "--data", records.toString())
            .contains("macro F1"));
  }

  @Test
  void recordsThatAreCutAreCounted() throws Exception {
    Path lengthy =
        Files.writeString(
            directory.resolve("lengthy.tsv"),
            "sentence\tlabel\na fine day and nothing more to say of it\tgood\na dull day\tbad\n");
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    out(0, told, "evaluate", "--model", model.toString(), "--data", lengthy.toString());
    assertEquals(
        "1 record with more than 5 tokens, cut",
        told.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
    told.reset();
    out(
        0,
        told,
        "train",
        "--data",
        records.toString(),
        "--test",
        lengthy.toString(),
        "--out",
        directory.resolve("lengthy").toString(),
        "--set",
        "training.steps=2",
        "--set",
        "network.width=16");
    assertTrue(
        told.toString(StandardCharsets.UTF_8)
            .contains("1 of 2 records to test cut to 5 tokens, the most the model takes\n"),
        told.toString(StandardCharsets.UTF_8));
  }

  @Test
  void whatGrewAfterTheBestModelIsSaid() throws Exception {
    String remark = "grew later  what grew after step ";
    try (Incrt trained = Incrt.load(model)) {
      assertEquals(
          trained.log().grewSince(trained.config().provenance().step()),
          out(0, "inspect", "--model", model.toString()).contains(remark));
    }
    // As an earlier version would have written it: without a manifest, which would see the change.
    Path copy = Files.createDirectory(directory.resolve("grew-later"));
    for (String file :
        List.of(
            "model.safetensors", "companions.safetensors", "tokenizer.json", "certificate.json")) {
      Files.copy(model.resolve(file), copy.resolve(file));
    }
    String config = Files.readString(model.resolve("config.json"));
    Files.writeString(
        copy.resolve("config.json"), config.replace("\"format\" : 3", "\"format\" : 2"));
    Path log = copy.resolve("growth.jsonl");
    String before = Files.readString(model.resolve("growth.jsonl"));
    Files.writeString(
        log,
        before
            + "{\"event\": \"DimensionAdded\", \"step\": 100000, \"layer\": 0, \"head\": 0,"
            + " \"dimensions\": 8, \"uncapturedShare\": 0.5}\n");
    assertTrue(out(0, "inspect", "--model", copy.toString()).contains(remark));
    Files.writeString(log, before + "{\"event\": \"Eclipse\", \"step\": 7}\n");
    String refused = out(1, "inspect", "--model", copy.toString());
    assertTrue(refused.contains("growth.jsonl:") && refused.contains("'Eclipse'"), refused);
  }

  @Test
  void aFailedTrainingLeavesNoEmptyFolder() {
    Path nothing = directory.resolve("nothing");
    out(1, "train", "--data", directory.resolve("no.tsv").toString(), "--out", nothing.toString());
    assertFalse(Files.exists(nothing));
  }

  @Test
  void predictionsComeInTheOrderOfTheRecords() throws Exception {
    Path asked =
        Files.writeString(
            directory.resolve("asked.csv"), "text\na fine day number 4\na dull day number 5\n");
    List<String> lines =
        out(
                0,
                "predict",
                "--model",
                model.toString(),
                "--data",
                asked.toString(),
                "--format",
                "jsonl",
                "--top",
                "1")
            .lines()
            .toList();
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertEquals("asked.csv:2", first.get("id").asText());
    assertEquals("good", first.get("label").asText());
    assertEquals(1, first.get("probabilities").size());
    assertEquals("bad", new ObjectMapper().readTree(lines.get(1)).get("label").asText());
    String table = out(0, "predict", "--model", model.toString(), "--data", asked.toString());
    assertTrue(table.startsWith("id\tlabel\tprobability\tprobabilities"), table);
  }

  @Test
  void aBadRecordIsARowInItsPlace() throws Exception {
    Path some =
        Files.writeString(
            directory.resolve("some.tsv"),
            "id\tmood\ttext\tlabel\n1\tm\ta fine day\tgood\n2\tn\t\tbad\n3\n4\to\ta dull day\tbad\n");
    String[] command = {
      "predict", "--model", model.toString(), "--data", some.toString(), "--keep-columns"
    };
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    List<String> rows = out(0, notes, command).lines().toList();
    assertEquals(
        "id\tlabel\tprobability\tprobabilities\tknown\twarning\terror\tmood\tinput.label",
        rows.get(0));
    assertTrue(
        rows.get(1).startsWith("1\tgood\t") && rows.get(1).endsWith("\tm\tgood"), rows.get(1));
    assertEquals("2\t\t\t\t\t\t" + some + ":3: the sequence is empty\tn\tbad", rows.get(2));
    assertTrue(
        rows.get(3).startsWith("some.tsv:4\t\t\t\t\t\t")
            && rows.get(3).endsWith("4 columns were expected, but there is 1\t\t"),
        rows.get(3));
    assertTrue(rows.get(4).startsWith("4\tbad\t"), rows.get(4));
    String summary = "2 records could not be used: each has its error in its place";
    assertTrue(notes.toString(StandardCharsets.UTF_8).contains(summary), notes::toString);
    command[5] = "--strict";
    assertTrue(out(1, command).contains("incrt: " + some + ":3: the sequence is empty"));
    command[5] = "--skip-bad-records";
    out(0, notes, command);
    assertTrue(
        notes.toString(StandardCharsets.UTF_8).contains("skipped 1 record without a sequence"));
    Files.writeString(some, "{\"id\": 7, \"text\": 8}\n");
    String[] json = {
      "predict", "--model", model.toString(), "--data", some.toString(), "--format", "jsonl"
    };
    assertEquals(
        "{\"id\":\"7\",\"error\":\""
            + some
            + ":1: the field text must be a string, but it is a number\"}",
        out(1, new ByteArrayOutputStream(), json).lines().findFirst().orElseThrow(),
        "and where no record can be used, the command has failed");
  }

  @Test
  void plainLinesNeedNoHeader() throws Exception {
    Path plain = Files.writeString(directory.resolve("plain"), "a fine day\n\na\t\"dull\" day");
    List<String> rows =
        out(
                0,
                "predict",
                "--model",
                model.toString(),
                "--data",
                plain.toString(),
                "--format-in",
                "lines")
            .lines()
            .toList();
    assertTrue(rows.get(1).startsWith("plain:1\tgood"), rows.get(1));
    assertTrue(rows.get(2).endsWith("the line is empty"), rows.get(2));
    assertTrue(rows.get(3).startsWith("plain:3\tbad"), rows.get(3));
  }

  @Test
  void inspectionHasTheFieldsOthersParse() throws Exception {
    JsonNode json =
        new ObjectMapper().readTree(out(0, "inspect", "--model", model.toString(), "--json"));
    JsonNode head = json.get("layers").get(0).get("heads").get(0);
    for (String field : List.of("id", "dimensions", "bornAtStep", "energy")) {
      assertTrue(head.has(field), field);
    }
    for (String field : List.of("observed", "predictedByPaper", "bound", "spectral")) {
      assertTrue(json.get("heads").has(field), field);
    }
    assertTrue(json.get("parameters").get("total").asLong() > 0);
    assertTrue(json.has("settled") && json.has("settledAtStep"));
  }

  @Test
  void recordsOfEveryFormatAreRead() throws Exception {
    Path lines =
        Files.writeString(
            directory.resolve("r.jsonl"),
            "{\"body\": \"a fine day\", \"mood\": \"good\"}\n{\"body\": 7, \"mood\": \"bad\"}\n");
    String[] arguments = {
      "evaluate",
      "--model",
      model.toString(),
      "--data",
      lines.toString(),
      "--text-column",
      "body",
      "--label-column",
      "mood",
      "--skip-bad-records",
      "--json"
    };
    assertEquals(1, new ObjectMapper().readTree(out(0, arguments)).get("records").asInt());
    arguments[9] = "--verbose";
    assertTrue(out(1, arguments).contains(lines + ":2: the field body must be a string"));
    Path fasta = Files.writeString(directory.resolve("r.fasta"), ">a\nACGTACGTAC\n>b\nACGTACGT\n");
    Path labels = Files.writeString(directory.resolve("r.tsv"), "id\tvariant\na\tx\nb\tx\n");
    assertTrue(
        out(
                1,
                "train",
                "--data",
                fasta.toString(),
                "--labels",
                labels.toString(),
                "--out",
                directory.resolve("y").toString())
            .contains("every record has the label 'x'; there is nothing to tell apart"));
    assertTrue(
        out(
                1,
                "predict",
                "--model",
                model.toString(),
                "--data",
                records.toString(),
                "--set",
                "data.maxRecordLength=10")
            .contains(records + ":1: the line has 14 characters"));
  }

  @Test
  void anExportedModelIsOneVerifiedFile() throws Exception {
    Path file = directory.resolve("m.onnx");
    String said =
        out(
            0,
            "export",
            "--model",
            model.toString(),
            "--format",
            "onnx",
            "--out",
            file.toString(),
            "--data",
            records.toString());
    assertTrue(said.contains("opset 17; verified on 328 sequences"), said);
    assertTrue(Files.size(file) > 1000);
    assertTrue(
        out(2, "export", "--model", model.toString(), "--format", "pmml", "--out", "x")
            .contains("the format must be onnx, not 'pmml'"));
  }

  @Test
  void mistakesAreOneHelpfulLine() {
    assertEquals(
        "incrt: "
            + model
            + " holds a run already; --resume goes on with it, --overwrite replaces it",
        out(1, "train", "--data", records.toString(), "--out", model.toString()).strip());
    assertEquals(
        "incrt: " + directory + " holds no model: there is no config.json in it",
        out(1, "inspect", "--model", directory.toString()).strip());
    assertTrue(
        out(2, "train", "--set", "nonsense", "--out", directory.resolve("x").toString())
            .contains("--set needs KEY=VALUE"));
    assertTrue(
        out(2, "train", "--preset", "mine", "--out", directory.resolve("x").toString())
            .contains("choose the preset default, geometry or paper"));
    assertTrue(
        out(2, "predict", "--model", model.toString(), "--format", "xml")
            .contains("choose the format tsv or jsonl"));
    assertTrue(out(0, "train", "--set", "help").contains("training.dropout=0.2"));
  }
}
