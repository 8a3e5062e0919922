package io.incrt.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {

  @Test
  void theExamplesRun(@TempDir Path directory) throws Exception {
    assertTrue(TrainAndPredict.run(directory.resolve("model")).accuracy() > 0.9);
    assertTrue(Files.size(directory.resolve("model").resolve("model.onnx")) > 0);
    Path file = Files.writeString(directory.resolve("r.csv"), "text\nsnow and ice\n");
    PredictFile.main(new String[] {directory.resolve("model").toString(), file.toString()});
  }

  private static Path records(Path directory) throws Exception {
    List<String> lines = new ArrayList<>(List.of("text\tlabel"));
    for (int i = 0; i < 120; i++) {
      lines.add(i % 2 == 0 ? "a day on the beach " + i + "\twarm" : "snow and ice " + i + "\tcold");
    }
    return Files.write(directory.resolve("records.tsv"), lines);
  }

  @Test
  void recordsComeFromAnywhere(@TempDir Path directory) throws Exception {
    assertTrue(TrainFromAnywhere.run(records(directory), directory.resolve("model")) > 0.9);
  }

  @Test
  void runsAreFollowed(@TempDir Path directory) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      FollowRun.main(
          new String[] {records(directory).toString(), directory.resolve("model").toString()});
    } finally {
      System.setOut(before);
    }
    String text = said.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("step 60: 1.000"), text);
    assertTrue(text.contains("saved in " + directory.resolve("model")), text);
  }

  /** A block of code below a link to an example has that example's lines. */
  @Test
  void theDocumentShowsLinesOfTheExamples() throws Exception {
    Path page = Path.of("..", "docs", "library.md");
    Matcher blocks =
        Pattern.compile(
                "\\]\\((\\.\\./examples/[^)]+\\.java)\\)[^`]*```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(page));
    int count = 0;
    while (blocks.find()) {
      count++;
      List<String> lines =
          Files.readAllLines(page.resolveSibling(blocks.group(1))).stream()
              .map(String::strip)
              .toList();
      for (String line : blocks.group(2).lines().map(String::strip).toList()) {
        assertTrue(line.isEmpty() || lines.contains(line), line + " is not in the example");
      }
    }
    assertTrue(count >= 2, "only " + count + " examples are shown");
  }
}
