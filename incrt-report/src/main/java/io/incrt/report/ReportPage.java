package io.incrt.report;

import static io.incrt.report.Html.number;
import static io.incrt.report.Html.percent;
import static io.incrt.report.Html.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The report of one model as a page: what it is, how good, how sure, how it grew, why it stopped.
 */
public final class ReportPage extends Section {

  private ReportPage(ModelFiles files) {
    super(files, new StringBuilder());
  }

  /** The page of a model's folder. */
  public static String of(Path folder) throws IOException {
    return new ReportPage(ModelFiles.read(folder)).page();
  }

  /** Whether what is in a model's folder grew on after the model was kept. */
  public static boolean grewLater(Path folder) throws IOException {
    return ModelFiles.read(folder).grewLater();
  }

  /** The style of every page here. */
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
    architecture();
    new GrowthSection(files, out).write();
    new ScoreSection(files, out).write();
    certificate();
    provenance();
    out.append("</main>\n</body>\n</html>\n");
    return out.toString();
  }

  // ---- What it is, how good, how sure --------------------------------------------------------

  private int heads() {
    int count = 0;
    for (JsonNode layer : files.layers()) {
      count += layer.path("heads").size();
    }
    return count;
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
        .append(files.grows() ? ", begun with one head in one layer" : "")
        .append(".</p></header>\n<dl class=\"figures\">");
    JsonNode judged = files.judged();
    String on = files.hasTest() ? "test records" : "validation records";
    if (judged.isObject()) {
      figure(
          "accuracy",
          percent(judged.path("accuracy").asDouble()),
          interval(judged, "accuracy")
              + ", "
              + number(judged.path("records").asDouble())
              + " "
              + on);
      figure("macro F1", percent(judged.path("macroF1").asDouble()), interval(judged, "macroF1"));
      figure(
          "calibration error",
          percent(judged.path("calibrationError").asDouble()),
          "how far its confidence is from being right");
    }
    JsonNode certificate = files.certificate();
    if (!files.grows()) {
      out.append("</dl>\n");
      return;
    }
    figure(
        "architecture",
        certificate.path("settled").asBoolean() ? "settled" : "not settled",
        certificate.path("settled").asBoolean()
            ? "at step " + number(certificate.path("step").asDouble())
            : "when training ended");
    out.append("</dl>\n");
  }

  private static String interval(JsonNode judged, String what) {
    JsonNode ends = judged.path(what + "Interval");
    return ends.size() == 2
        ? "95 % interval "
            + percent(ends.get(0).asDouble())
            + " to "
            + percent(ends.get(1).asDouble())
        : "";
  }

  private void figure(String name, String value, String note) {
    out.append("<div><dt>")
        .append(text(name))
        .append("</dt><dd><strong>")
        .append(text(value))
        .append("</strong><span>")
        .append(text(note))
        .append("</span></dd></div>");
  }

  // ---- The architecture ------------------------------------------------------------------------

  private void architecture() {
    section("architecture", "Architecture");
    int most = files.config().path("shape").path("keyDimensions").asInt(1);
    out.append(
        "<p>Each block is a head, filled as far as its key dimensions go; tokens flow from the"
            + " bottom layer up.</p>\n<div class=\"stack\">");
    List<JsonNode> layers = new ArrayList<>();
    files.layers().forEach(layer -> layers.add(0, layer));
    for (JsonNode layer : layers) {
      out.append("<div class=\"layer\"><h3>layer ")
          .append(layer.path("id").asInt())
          .append("</h3><ul>");
      for (JsonNode head : layer.path("heads")) {
        int own = ModelFiles.dimensions(head);
        out.append("<li style=\"--share:")
            .append(Html.at(100.0 * own / most))
            .append("%\"><b>head ")
            .append(head.path("id").asInt())
            .append("</b><span>")
            .append(own)
            .append(" of ")
            .append(most)
            .append(" dimensions</span><span>born at step ")
            .append(number(head.path("bornAt").asDouble()))
            .append("</span></li>");
      }
      out.append("</ul></div>");
    }
    out.append("</div>\n");
    if (files.grewLater()) {
      out.append("<p>This is the model of step ")
          .append(number((double) files.bestStep()))
          .append(", the best on the validation records; what grew later is not in it.</p>\n");
    }
  }

  // ---- Why it stopped, where it comes from
  // -------------------------------------------------------

  private void certificate() {
    section("certificate", "Certificate");
    JsonNode certificate = files.certificate();
    if (certificate.path("layers").isEmpty()) {
      out.append("<p>This network has a fixed size; there is nothing to certify.</p>\n");
      return;
    }
    boolean settled = certificate.path("settled").asBoolean();
    out.append("<p>")
        .append(
            settled
                ? "At step "
                    + number(certificate.path("step").asDouble())
                    + " the architecture was sufficient and minimal, and nothing was pending:"
                : "When training ended the architecture had not settled. The last check found:")
        .append("</p>\n<ul>");
    for (JsonNode layer : certificate.path("layers")) {
      double residual = layer.path("residualEnergy").asDouble();
      double threshold = layer.path("threshold").asDouble();
      double weakest = Double.POSITIVE_INFINITY;
      for (JsonNode energy : layer.path("headEnergies")) {
        weakest = Math.min(weakest, energy.asDouble());
      }
      out.append("<li>Layer ")
          .append(layer.path("layer").asInt())
          .append(": the energy no head captures, Γ_res = ")
          .append(number(residual))
          .append(residual <= threshold ? ", is within" : ", exceeds")
          .append(" θ_w = ")
          .append(number(threshold))
          .append(". ")
          .append(
              Double.isInfinite(weakest)
                  ? "No born head to judge."
                  : "The weakest born head carries "
                      + number(weakest)
                      + (weakest >= layer.path("pruneThreshold").asDouble()
                          ? ", not less than"
                          : ", less than")
                      + " φ_g = "
                      + number(layer.path("pruneThreshold").asDouble())
                      + ".")
          .append(" Captured directions are orthogonal")
          .append(exactness(layer.path("orthogonalityError").asDouble()))
          .append(".</li>");
    }
    out.append("</ul>\n");
  }

  private static String exactness(double error) {
    return error == 0 ? "" : String.format(Locale.ROOT, " up to %.0e", error);
  }

  private void provenance() {
    section("provenance", "Provenance");
    out.append("<dl class=\"provenance\">");
    JsonNode made = files.config().path("provenance");
    for (Map.Entry<String, JsonNode> entry : made.properties()) {
      if (!entry.getKey().equals("command")) {
        out.append("<dt>")
            .append(text(entry.getKey()))
            .append("</dt><dd>")
            .append(text(entry.getValue().asText()))
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
