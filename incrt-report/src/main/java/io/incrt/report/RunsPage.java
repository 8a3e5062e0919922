package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import io.incrt.RunsSummary;
import io.incrt.RunsSummary.Figures;
import io.incrt.RunsSummary.Kind;
import io.incrt.RunsSummary.Run;
import io.incrt.RunsSummary.Spread;
import io.incrt.base.file.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The page of several runs: what each came to, mean and spread. */
public final class RunsPage {

  private static final String NONE = "–";

  private final RunsSummary summary;
  private final boolean folds;
  private final StringBuilder out = new StringBuilder();

  private RunsPage(RunsSummary summary) {
    this.summary = summary;
    this.folds = summary.kind() == Kind.FOLDS;
  }

  /**
   * The page.
   *
   * @param name the name of the runs' folder
   * @param command the command that makes them again; null if unknown
   */
  public static String of(String name, RunsSummary summary, String command) {
    return new RunsPage(summary).page(name, command);
  }

  /** Writes the page into the folder of the runs: seeds.html or folds.html. */
  public static Path write(Path folder, RunsSummary summary, String command) throws IOException {
    Path page = folder.resolve(summary.kind().word() + ".html");
    String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    DurableFiles.write(page, of(name, summary, command).getBytes(StandardCharsets.UTF_8));
    return page;
  }

  private String page(String name, String command) {
    out.append(ReportPage.head("INCRT runs: " + name))
        .append("<header><p class=\"kind\">INCRT, several ")
        .append(summary.kind().word())
        .append("</p><h1>")
        .append(text(name))
        .append("</h1><p class=\"lead\">")
        .append(text(lead()))
        .append("</p></header>\n<dl class=\"figures\">");
    Map<String, Spread> spreads = summary.spreads();
    String judged = folds ? "left-out records" : "test records";
    figure("validation accuracy", spreads.get("validAccuracy"), "validation records");
    figure(folds ? "left-out accuracy" : "test accuracy", spreads.get("testAccuracy"), judged);
    figure(folds ? "left-out macro F1" : "test macro F1", spreads.get("testMacroF1"), judged);
    out.append("</dl>\n<h2 id=\"runs\">Runs</h2>\n");
    table(spreads);
    out.append("<p>").append(text(remarks())).append("</p>\n");
    if (command != null) {
      out.append("<h2 id=\"again\">To make it again</h2>\n<pre><code id=\"command\">")
          .append(text(command))
          .append("</code></pre>\n");
    }
    return out.append("</main>\n</body>\n</html>\n").toString();
  }

  private String lead() {
    String ended =
        summary.runs().size() == summary.wanted()
            ? summary.wanted() + " runs"
            : summary.runs().size() + " of " + summary.wanted() + " runs so far";
    if (folds) {
      return ended
          + ", each judged by the records it left out. "
          + (summary.kept() == null
              ? "The last run, on all training records, has not ended yet."
              : "The model here is of a last run on all training records.");
    }
    return ended
        + " that differ in their seed alone. "
        + (summary.kept() == null
            ? "None has ended yet."
            : "The model here is that of seed "
                + summary.kept().seed()
                + ", which has the best validation score.");
  }

  private void figure(String name, Spread spread, String records) {
    if (spread != null) {
      out.append("<div><dt>")
          .append(text(name))
          .append("</dt><dd><strong>")
          .append(text(percent(spread.mean())))
          .append("</strong><span>± ")
          .append(text(percent(spread.deviation())))
          .append(text(", " + Section.many(spread.runs(), "run") + ", " + records))
          .append("</span></dd></div>");
    }
  }

  private void table(Map<String, Spread> spreads) {
    String judged = folds ? "left-out" : "test";
    out.append("<div class=\"scroll\"><table><tr>");
    for (String head :
        List.of(
            folds ? "fold" : "seed",
            "validation score",
            "validation macro F1",
            judged + " accuracy",
            judged + " macro F1",
            "linear model",
            "heads",
            "steps",
            "best at step",
            "seconds")) {
      out.append("<th>").append(text(head)).append("</th>");
    }
    out.append("</tr>\n");
    summary.runs().forEach(run -> row(label(run), run));
    row(
        "mean ± deviation",
        both(spreads.get("validScore")),
        both(spreads.get("validMacroF1")),
        both(spreads.get("testAccuracy")),
        both(spreads.get("testMacroF1")),
        both(spreads.get("linearAccuracy")),
        "",
        "",
        "",
        "");
    if (folds && summary.kept() != null) {
      row("all records", summary.kept());
    }
    out.append("</table></div>\n");
  }

  private String label(Run run) {
    String number = run.name().replaceFirst("^(seed|fold)-", "");
    return !folds && run.equals(summary.kept()) ? number + " (kept)" : number;
  }

  private void row(String label, Run run) {
    Figures valid = run.valid();
    // After cross-validation the last run leaves out nothing: its test records are others.
    Figures test = run.test();
    row(
        label,
        percent(run.score()),
        valid == null ? NONE : percent(valid.macroF1()),
        test == null ? NONE : percent(test.accuracy()),
        test == null ? NONE : percent(test.macroF1()),
        run.linear() == null ? NONE : percent(run.linear()),
        number(run.heads()),
        number((double) run.steps()),
        number((double) run.bestStep()),
        number((double) run.seconds()));
  }

  private void row(String... cells) {
    out.append("<tr>");
    for (String cell : cells) {
      out.append("<td>").append(text(cell)).append("</td>");
    }
    out.append("</tr>\n");
  }

  private static String both(Spread spread) {
    return spread == null ? NONE : percent(spread.mean()) + " ± " + percent(spread.deviation());
  }

  private String remarks() {
    return "The deviation is that of a sample (n − 1). The linear model on n-grams is judged by the"
        + " same records as the model, "
        + (folds
            ? "those left out; in the row of all records, figures of left-out records are of the test"
                + " records, if there are any."
            : "the test records if there are any, otherwise the validation records. Where no"
                + " validation file was given, each seed held out its own validation records.");
  }
}
