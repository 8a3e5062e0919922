package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.lab.Experiments;
import io.incrt.lab.experiment.Experiment;
import io.incrt.lab.experiment.Figure;
import io.incrt.lab.experiment.ResultFiles;
import io.incrt.lab.experiment.Scale;
import io.incrt.lab.experiment.Workbench;
import io.incrt.report.ReproductionPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and the figures of the reproduction, as a browser shows them. */
class ReproductionPageTest {

  @TempDir private Path directory;

  @Test
  void aBrowserShowsEveryExperimentWithItsTablesAndFigures() throws Exception {
    Workbench bench =
        new Workbench(Scale.TINY, 1, directory.resolve("runs"), Optional.empty(), text -> {});
    Map<String, Experiment.Result> results = new LinkedHashMap<>();
    List<ReproductionPage.Entry> entries = new ArrayList<>();
    int figures = 0;
    int rows = 0;
    for (String name : List.of("pruning", "gate", "cov2-synthetic", "ntk")) {
      Experiment.Result result = Experiments.named(name).orElseThrow().run(bench);
      results.put(name, result);
      entries.add(result.entry(name));
      figures += result.figures().size();
      rows += (int) result.markdown().lines().filter(line -> line.startsWith("|")).count();
      rows -= (int) result.markdown().lines().filter(line -> line.startsWith("|---")).count();
      ResultFiles.write(directory, name, result);
    }
    Path page = directory.resolve("reproduction.html");
    Files.writeString(page, ReproductionPage.of(entries, List.of(), "./incrt reproduce"));

    Browser browser = Browser.find();
    String dom = browser.open(page, 360);
    assertEquals(results.size(), count(dom, "<section id="));
    assertEquals(figures, count(dom, "<figure class=\"plate\">"));
    assertEquals(rows, count(dom, "<tr>"));
    assertTrue(dom.contains("./incrt reproduce"));
    assertEquals("360", browser.scrollWidth(page, 360, directory));
    assertEquals("1200", browser.scrollWidth(page, 1200, directory));
    for (Figure figure : results.get("cov2-synthetic").figures()) {
      String drawn = browser.open(directory.resolve(figure.name() + ".svg"), 800);
      assertTrue(drawn.contains("<svg"), figure.name());
      assertEquals(0, count(drawn, "parsererror"), figure.name());
    }
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
