package io.incrt.report;

import io.incrt.Evaluation;
import io.incrt.compare.ComparedModel;
import io.incrt.compare.Comparison;
import io.incrt.compare.Figure;
import io.incrt.compare.Figures;
import io.incrt.event.Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Models side by side as rows of words, a column each: for pages and terminals. */
public final class ComparisonTable {

  /** What is not known. */
  public static final String NONE = "–";

  private static final int MOST_CLASSES = 40;
  private static final int DIGEST = 8;

  private final Comparison comparison;
  private final List<ComparedModel> models;
  private final List<Section> sections = new ArrayList<>();

  private ComparisonTable(Comparison comparison) {
    this.comparison = comparison;
    this.models = comparison.models();
  }

  /** Rows that belong together. */
  public record Section(String title, List<Row> rows) {
    /** Copies the list. */
    public Section {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row.
   *
   * @param cells of each model, in their order
   */
  public record Row(String label, List<String> cells) {
    /** Copies the list. */
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** All sections of a comparison. */
  public static List<Section> of(Comparison comparison) {
    ComparisonTable table = new ComparisonTable(comparison);
    table.scores();
    table.classes();
    table.size();
    table.cost();
    table.architecture();
    table.worths();
    table.origin();
    table.settings();
    return List.copyOf(table.sections);
  }

  /** By which records the models were judged, in a few words. */
  public static String judgedBy(Comparison comparison) {
    Comparison.Judged judged = comparison.judged();
    return judged.paired()
        ? Amounts.count(judged.records())
            + (judged.records() == 1 ? " record" : " records")
            + (judged.source() == null ? " that tested each in its run" : " of " + judged.source())
        : "what each run recorded";
  }

  private Row row(String label, Function<ComparedModel, String> cell) {
    return new Row(label, models.stream().map(cell).toList());
  }

  private void scores() {
    List<Row> rows = new ArrayList<>();
    if (!comparison.judged().paired()) {
      rows.add(row("judged by", one -> one.figures() == null ? NONE : judges(one.figures())));
    }
    for (Figure figure : Figure.values()) {
      rows.add(
          row(
              figure.words(),
              one -> one.figures() == null ? NONE : four(one.figures().value(figure))));
      if (models.stream()
          .anyMatch(one -> one.figures() != null && one.figures().interval(figure) != null)) {
        rows.add(
            row(
                "  95 % interval",
                one -> one.figures() == null ? NONE : interval(one.figures().interval(figure))));
      }
    }
    sections.add(new Section("score on " + judgedBy(comparison), rows));
  }

  private static String judges(Figures figures) {
    return figures.records() + (figures.on().equals(Figures.TEST) ? " test" : " validation");
  }

  private void classes() {
    Set<String> labels = new LinkedHashSet<>();
    for (ComparedModel model : models) {
      if (model.figures() != null) {
        model.figures().perClass().forEach(one -> labels.add(one.label()));
      }
    }
    if (labels.size() > MOST_CLASSES) {
      return;
    }
    List<Row> rows = new ArrayList<>();
    for (String label : labels) {
      rows.add(row(label, model -> f1(model, label)));
    }
    if (!rows.isEmpty()) {
      sections.add(new Section("F1 of each class", rows));
    }
  }

  private static String f1(ComparedModel model, String label) {
    if (model.figures() == null) {
      return NONE;
    }
    return model.figures().perClass().stream()
        .filter(one -> one.label().equals(label))
        .findFirst()
        .filter(one -> one.support() > 0 || one.f1() > 0)
        .map(Evaluation.ClassFigures::f1)
        .map(ComparisonTable::four)
        .orElse(NONE);
  }

  private void size() {
    sections.add(
        new Section(
            "size",
            List.of(
                row("parameters", one -> Amounts.count(one.size().parameters())),
                row("  in attention heads", one -> Amounts.count(one.size().attention())),
                row("on disk", one -> Amounts.bytes(one.size().bytes())))));
  }

  private void cost() {
    List<Row> rows = new ArrayList<>();
    rows.add(
        row(
            "training, operations",
            one -> one.made().flops() == null ? NONE : Amounts.scaled(one.made().flops())));
    rows.add(
        row(
            "training, time",
            one -> one.made().seconds() == null ? NONE : Amounts.time(one.made().seconds())));
    rows.add(row("training, steps", one -> Amounts.count(one.made().steps())));
    rows.add(row("  the model is of", one -> Amounts.count(one.made().bestStep())));
    rows.add(row("answer, operations", one -> Amounts.scaled(one.answering().flops())));
    rows.add(
        row(
            measured() ? "  at tokens, mean" : "  at tokens, most",
            one -> Amounts.count(Math.round(one.answering().tokens()))));
    if (measured()) {
      rows.add(
          row(
              "records a second",
              one -> Amounts.count(Math.round(one.answering().recordsPerSecond()))));
    }
    sections.add(new Section("cost", rows));
  }

  private boolean measured() {
    return models.stream().allMatch(one -> one.answering().recordsPerSecond() != null);
  }

  private void architecture() {
    sections.add(
        new Section(
            "architecture",
            List.of(
                row("width", one -> Amounts.count(one.built().width())),
                row("attention layers", one -> Amounts.count(one.built().layers().size())),
                row("heads", one -> Amounts.count(one.built().heads())),
                row("  key dimensions", ComparisonTable::dimensions),
                row("other parts", one -> listed(one.built().others())),
                row("grown", ComparisonTable::grown))));
  }

  /** "8+6, 4": of two heads in the first layer, one in the second. */
  private static String dimensions(ComparedModel model) {
    return listed(
        model.built().layers().stream()
            .map(
                layer ->
                    layer.dimensions().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining("+")))
            .toList());
  }

  private static String listed(List<String> words) {
    return words.isEmpty() ? NONE : String.join(", ", words);
  }

  private static String grown(ComparedModel model) {
    if (!model.built().grows()) {
      return "fixed size";
    }
    return model.built().settledAtStep() == null
        ? "not settled"
        : "settled at step " + model.built().settledAtStep();
  }

  private void worths() {
    Set<String> names = new LinkedHashSet<>();
    models.forEach(model -> model.parts().forEach(part -> names.add(PartWords.name(part))));
    List<Row> rows = new ArrayList<>();
    names.forEach(name -> rows.add(row(name, model -> worth(model, name))));
    if (!rows.isEmpty()) {
      sections.add(new Section("what parts are worth to their runs' judges, nats", rows));
    }
  }

  private static String worth(ComparedModel model, String name) {
    return model.parts().stream()
        .filter(part -> PartWords.name(part).equals(name))
        .map(ComparisonTable::worth)
        .findFirst()
        .orElse(NONE);
  }

  private static String worth(Certificate.Part part) {
    String verdict =
        part.worthInterval().get(0) > 0
            ? ""
            : part.worthInterval().get(1) < 0 ? " (better without)" : " (unproven)";
    return four(part.worth()) + verdict;
  }

  private void origin() {
    sections.add(
        new Section(
            "origin",
            List.of(
                row(
                    "reads",
                    one ->
                        one.reads().kind() + (one.reads().bothStrands() ? ", both strands" : "")),
                row("  tokens", one -> one.reads().tokens()),
                row("  vocabulary", one -> Amounts.count(one.reads().vocabulary())),
                row("  most of a record", one -> Amounts.count(one.reads().maxTokens())),
                row("classes", one -> Amounts.count(one.labels().size())),
                row("linear model beside it", ComparisonTable::linear),
                row("records of its run", one -> digest(one.made().dataSha256())),
                row("seed", one -> String.valueOf(one.made().seed())),
                row("trained until (UTC)", one -> minute(one.made().finishedAt())),
                row("version", one -> known(one.made().version())),
                row("format", one -> String.valueOf(one.made().format())))));
  }

  private static String linear(ComparedModel model) {
    return model.linear() == null
        ? NONE
        : String.format(
            Locale.ROOT,
            "%.4f to its %.4f (%s)",
            model.linear().score(),
            model.linear().network(),
            model.linear().judges());
  }

  private static String digest(String sha256) {
    return sha256 == null || sha256.length() < DIGEST ? NONE : sha256.substring(0, DIGEST) + "…";
  }

  /** "2026-03-01 14:05" in UTC. */
  private static String minute(String instant) {
    return instant != null && instant.matches("[0-9-]{10}T[0-9:]{8}Z")
        ? instant.substring(0, 10) + " " + instant.substring(11, 16)
        : known(instant);
  }

  private static String known(String text) {
    return text == null || text.isEmpty() ? NONE : text;
  }

  private void settings() {
    List<Row> rows =
        comparison.settings().stream()
            .map(
                one ->
                    new Row(one.name(), one.values().stream().map(ComparisonTable::known).toList()))
            .toList();
    if (!rows.isEmpty()) {
      sections.add(new Section("settings that differ", rows));
    }
  }

  private static String four(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String interval(List<Double> ends) {
    return ends == null
        ? NONE
        : String.format(Locale.ROOT, "%.3f to %.3f", ends.get(0), ends.get(1));
  }
}
