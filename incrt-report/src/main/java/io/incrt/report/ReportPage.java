package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.Evaluation;
import io.incrt.data.json.Json;
import io.incrt.event.Certificate;
import io.incrt.folder.Architecture;
import io.incrt.store.ModelFolder;
import io.incrt.store.StoredModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report of one model as a page: its architecture, scores, calibration, growth and certificate.
 */
public final class ReportPage extends Section {

  /** Nothing is fetched and nothing runs, whatever a label or a path in the page says. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private ReportPage(ModelFiles files) {
    super(files, new StringBuilder());
  }

  /** The page of a model. */
  public static String of(StoredModel model) {
    return new ReportPage(ModelFiles.of(model)).page();
  }

  /** Writes the page of a model's folder into it. */
  public static Path write(Path folder) throws IOException {
    StoredModel model = ModelFolder.open(folder);
    return model.saveReport(of(model).getBytes(StandardCharsets.UTF_8));
  }

  /** The style sheet of all pages. */
  static String style() {
    try (InputStream stream = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The beginning of a page. */
  static String head(String title) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + POLICY
        + "\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + text(title)
        + "</title>\n<style>\n"
        + style()
        + "</style>\n</head>\n<body>\n<main>\n";
  }

  private String page() {
    out.append(head("INCRT model: " + files.folder().getFileName()));
    headline();
    new WorthSection(files, out).write();
    architecture();
    new GrowthSection(files, out).write();
    new BalanceSection(files, out).write();
    new ScoreSection(files, out).write();
    new MistakesSection(files, out).write();
    certificate();
    provenance();
    out.append("</main>\n</body>\n</html>\n");
    return out.toString();
  }

  // ---- The headline ----------------------------------------------------------------------------

  private int heads() {
    return files.layers().stream().mapToInt(layer -> layer.heads().size()).sum();
  }

  private void headline() {
    out.append("<header><p class=\"kind\">INCRT model report</p><h1>")
        .append(text(files.folder().getFileName()))
        .append("</h1><p class=\"lead\">A classifier of ")
        .append(many(files.labels().size(), "class").replace("classs", "classes"))
        .append(files.grows() ? " with " : " of fixed size with ")
        .append(many(heads(), "head"))
        .append(" in ")
        .append(many(files.layers().size(), "layer"))
        .append(beginning())
        .append(".</p></header>\n<dl class=\"figures\">");
    files.judged().ifPresent(this::scores);
    if (files.grows()) {
      Certificate certificate = files.certificate();
      figure(
          "architecture",
          certificate.settled() ? "settled" : "not settled",
          certificate.settled()
              ? "at step " + number((double) certificate.step())
              : "when training ended");
    }
    out.append("</dl>\n");
  }

  private String beginning() {
    if (!files.grows()) {
      return "";
    }
    return files.config().settings().homeostat().evidence().enabled()
        ? ", begun without a head"
        : ", begun with one head in one layer";
  }

  private void scores(Evaluation judged) {
    String on = files.hasTest() ? "test records" : "validation records";
    figure(
        "accuracy",
        percent(judged.accuracy()),
        interval(judged.accuracyInterval()) + ", " + number((double) judged.records()) + " " + on);
    figure("macro F1", percent(judged.macroF1()), interval(judged.macroF1Interval()));
    figure(
        "calibration error",
        percent(judged.calibrationError()),
        "how far its confidence is from being right");
  }

  private static String interval(List<Double> ends) {
    return "95 % interval " + percent(ends.get(0)) + " to " + percent(ends.get(1));
  }

  private void figure(String name, String value, String note) {
    out.append(Html.figure(name, value, note));
  }

  // ---- The architecture ------------------------------------------------------------------------

  private void architecture() {
    section("architecture", "Architecture");
    if (files.layers().isEmpty()) {
      out.append("<p>It has no attention layer.</p>\n");
    } else {
      stack();
    }
    List<String> others =
        files.config().architecture().blocks().stream().map(ReportPage::words).toList();
    if (!others.isEmpty()) {
      out.append("<p>Besides the heads: ")
          .append(text(String.join("; ", others)))
          .append(".</p>\n");
    }
    if (files.grewLater()) {
      out.append("<p>This is the model of step ")
          .append(number((double) files.bestStep()))
          .append(", the best on the validation records; what grew later is not in it.</p>\n");
    }
  }

  private void stack() {
    int most = files.config().shape().keyDimensions();
    out.append(
        "<p>Each block is a head, filled as far as its key dimensions go; tokens flow from the"
            + " bottom layer up.</p>\n<div class=\"stack\">");
    List<Architecture.Layer> fromTop = new ArrayList<>(files.layers());
    Collections.reverse(fromTop);
    for (Architecture.Layer layer : fromTop) {
      out.append("<div class=\"layer\"><h3>layer ").append(layer.id()).append("</h3><ul>");
      for (Architecture.HeadShape head : layer.heads()) {
        out.append("<li style=\"--share:")
            .append(Html.at(100.0 * head.dimensions() / most))
            .append("%\"><b>head ")
            .append(head.id())
            .append("</b><span>")
            .append(head.dimensions())
            .append(" of ")
            .append(most)
            .append(" dimensions</span><span>born at step ")
            .append(number((double) head.bornAt()))
            .append("</span></li>");
      }
      out.append("</ul></div>");
    }
    out.append("</div>\n");
  }

  private static String words(Architecture.BlockShape block) {
    String name =
        switch (block.type()) {
          case "feedForward" -> "a feed-forward block";
          case "convolution" -> "a convolution";
          case "ngrams" -> "an n-gram path";
          case "letters" -> "the letters of words";
          case "vectors" -> "word vectors";
          case "floor" -> "a linear model on n-grams, mixed into the answers";
          default -> block.type();
        };
    String sizes =
        block.sizes().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(size -> size.getKey() + " " + size.getValue())
            .collect(Collectors.joining(", "));
    return sizes.isEmpty() ? name : name + " (" + sizes + ")";
  }

  // ---- The certificate and the provenance ------------------------------------------------------

  private void certificate() {
    section("certificate", "Certificate");
    Certificate certificate = files.certificate();
    if (certificate.layers().isEmpty()) {
      out.append(
          files.grows()
              ? "<p>There is no attention layer, so there are no energies to certify.</p>\n"
              : "<p>This network has a fixed size; there is nothing to certify.</p>\n");
      return;
    }
    out.append("<p>")
        .append(
            certificate.settled()
                ? "At step "
                    + number((double) certificate.step())
                    + (files.config().settings().homeostat().evidence().enabled()
                        ? " nothing was left to try or to remove. The energies then:"
                        : " the architecture was sufficient and minimal, and nothing was pending:")
                : "When training ended the architecture had not settled. The last check found:")
        .append("</p>\n<ul>");
    certificate.layers().forEach(this::certified);
    out.append("</ul>\n");
  }

  private void certified(Certificate.Layer layer) {
    double weakest = layer.weakestHead();
    out.append("<li>Layer ")
        .append(layer.layer())
        .append(": the energy no head captures, Γ_res = ")
        .append(number(layer.residualEnergy()))
        .append(layer.residualEnergy() <= layer.threshold() ? ", is within" : ", exceeds")
        .append(" θ_w = ")
        .append(number(layer.threshold()))
        .append(". ")
        .append(
            Double.isInfinite(weakest)
                ? "No born head to judge."
                : "The weakest born head carries "
                    + number(weakest)
                    + (weakest >= layer.pruneThreshold() ? ", not less than" : ", less than")
                    + " φ_g = "
                    + number(layer.pruneThreshold())
                    + ".")
        .append(" Captured directions are orthogonal")
        .append(exactness(layer.orthogonalityError()))
        .append(".</li>");
  }

  private static String exactness(double error) {
    return error == 0 ? "" : String.format(Locale.ROOT, " up to %.0e", error);
  }

  private void provenance() {
    section("provenance", "Provenance");
    out.append("<dl class=\"provenance\">");
    JsonNode made = Json.tree(files.config().provenance());
    for (Map.Entry<String, JsonNode> entry : made.properties()) {
      if (!entry.getKey().equals("command")) {
        out.append("<dt>")
            .append(text(entry.getKey()))
            .append("</dt><dd>")
            .append(
                entry.getValue().isNull()
                    ? "not yet; train --resume goes on"
                    : text(entry.getValue().asText()))
            .append("</dd>");
      }
    }
    out.append("</dl>\n");
    if (made.path("command").isTextual()) {
      out.append("<p>To make it again:</p>\n<pre><code id=\"command\">")
          .append(text(made.path("command").asText()))
          .append("</code></pre>\n");
    }
  }
}
