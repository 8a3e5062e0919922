package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code train --seeds} and {@code train --folds} as a user would. */
class TrainSeveralTest {

  @TempDir private Path directory;
  private Path records;

  @BeforeEach
  void writeRecords() throws Exception {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < 120; i++) {
      random.ints(5, 0, 60).forEach(word -> text.append('w').append(word).append(' '));
      text.append(i % 2 == 0 ? "fine\tgood\n" : "dull\tbad\n");
    }
    records = directory.resolve("records.tsv");
    Files.writeString(records, text);
  }

  /** What was printed: results where it succeeds, what went wrong where it does not. */
  private String train(int expected, Path out, String... more) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "train",
                    "--data",
                    records.toString(),
                    "--out",
                    out.toString(),
                    "--set",
                    "training.steps=20",
                    "--set",
                    "training.evaluateEvery=10",
                    "--set",
                    "network.width=16"),
                Stream.of(more))
            .toList();
    int code =
        Main.run(
            arguments.toArray(String[]::new),
            new PrintStream(results, true, StandardCharsets.UTF_8),
            new PrintStream(notes, true, StandardCharsets.UTF_8));
    assertEquals(expected, code, notes.toString(StandardCharsets.UTF_8));
    return (expected == 0 ? results : notes).toString(StandardCharsets.UTF_8);
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static void requireAlone(String page) {
    for (String outside : List.of("http:", "https:", "<script", "<link", "src=", "url(")) {
      assertFalse(page.contains(outside), outside);
    }
    assertTrue(page.contains("Content-Security-Policy\" content=\"default-src 'none'"), page);
  }

  @Test
  void whatCannotBeMeantIsAUsageError() {
    Path out = directory.resolve("out");
    assertTrue(train(2, out, "--seeds", "2", "--folds", "2").contains("choose one"));
    assertTrue(train(2, out, "--seeds", "1").contains("--seeds must be 2 or more, not 1"));
    assertTrue(train(2, out, "--folds", "-3").contains("--folds must be 2 or more, not -3"));
    records = Path.of("builtin:variants");
    assertTrue(train(2, out, "--folds", "3").contains("makes its own test records"));
    assertFalse(Files.exists(out));
  }

  @Test
  void seedsEndWithALineEachMeanAndSpreadAndAPage() throws Exception {
    Path out = directory.resolve("out");
    String printed = train(0, out, "--seeds", "2", "--seed", "7", "--test", records.toString());
    assertTrue(printed.startsWith("seed 7      validation accuracy "), printed);
    assertTrue(printed.contains("\nseed 8      validation accuracy "), printed);
    assertTrue(printed.contains("mean ± standard deviation of 2 runs\n"), printed);
    assertTrue(
        Pattern.compile("test {8}accuracy \\d\\.\\d{4} ± \\d\\.\\d{4}, macro F1 .* ± ")
            .matcher(printed)
            .find(),
        printed);
    assertTrue(printed.contains("the best by validation accuracy)"), printed);
    assertTrue(printed.contains("all runs    " + out.resolve("seeds.html")), printed);

    String page = Files.readString(out.resolve("seeds.html"));
    requireAlone(page);
    assertEquals(4, count(page, "<tr>"), "a head, two runs and their mean");
    assertEquals(1, count(page, "(kept)"));
    assertTrue(page.contains("--seeds 2"), "the command that makes them again");

    String taken = train(1, out);
    assertTrue(taken.contains("holds a run already"), taken);
    String alone = train(1, out, "--resume");
    assertTrue(alone.contains("if --seeds or --folds is given"), alone);
    train(0, out, "--overwrite");
    assertFalse(Files.exists(out.resolve("seeds.html")), "it says nothing about the new model");
  }

  @Test
  void foldsEndWithTheModelOfAllRecordsEvenAfterAPause() throws Exception {
    Path out = directory.resolve("out");
    String paused = train(0, out, "--folds", "2", "--max-minutes", "0.000001");
    assertTrue(paused.startsWith("stopped and saved in fold 1; to go on: ./incrt train"), paused);
    String printed = train(0, out, "--folds", "2", "--resume");
    assertTrue(printed.startsWith("fold 1      validation accuracy "), printed);
    assertTrue(printed.contains("\nleft out    accuracy "), printed);
    assertTrue(printed.contains("(made of all training records)"), printed);
    String page = Files.readString(out.resolve("folds.html"));
    requireAlone(page);
    assertTrue(page.contains("all records</td>"), page);
    assertTrue(Files.exists(out.resolve("report.html")));
  }
}
