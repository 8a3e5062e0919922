package io.incrt.cli.explain;

import io.incrt.Explanation;
import io.incrt.Incrt;
import io.incrt.data.motifs.Motif;
import io.incrt.data.motifs.MotifFinder;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.records.RecordSink;
import io.incrt.explain.Faithfulness;
import io.incrt.explain.Method;
import io.incrt.report.ExplainPage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Explains records as they come. Where the methods have to be measured first, the first records
 * wait until that is done.
 */
public final class Explaining implements RecordSink {

  /** The most records that wait. */
  private static final int WAITING = 20_000;

  /** The fewest records that say something about methods. */
  private static final int FEWEST = 4;

  private final Incrt model;
  private final RecordReader reader;
  private final Wanted wanted;
  private final Optional<PrintWriter> lines;
  private final Optional<MotifFinder> motifs;
  private Optional<PlantedSites> sites = Optional.empty();
  private final List<Object> waiting = new ArrayList<>();
  private final List<ExplainPage.Shown> shown = new ArrayList<>();
  private boolean begun;
  private Method method;
  private long explained;
  private long errors;

  /**
   * What is wanted.
   *
   * @param method how weights are found
   * @param label the label to explain; without it each record's answer
   * @param top only so many pieces of a record; 0 for all
   * @param measured on how many records the methods are measured first; 0 if that is not asked for
   * @param shown how many records the page shows
   */
  public record Wanted(Method method, Optional<String> label, int top, int measured, int shown) {}

  /**
   * Explains with a model.
   *
   * @param reader what reads the records; counts those that are left out
   * @param lines where lines go; without it they are kept for a page
   */
  public Explaining(Incrt model, RecordReader reader, Wanted wanted, Optional<PrintWriter> lines) {
    this.model = model;
    this.reader = reader;
    this.wanted = wanted;
    this.lines = lines;
    Kind kind = model.config().tokenizer().kind();
    this.motifs = kind == Kind.TEXT ? Optional.empty() : Optional.of(new MotifFinder(kind));
  }

  /** The records are those of the motif task: counts how often its sites are found. */
  public void countSites() {
    sites = Optional.of(new PlantedSites());
  }

  /** How often planted sites were found, in words; empty if there were none. */
  public String sitesInWords() {
    return sites.map(PlantedSites::words).orElse("");
  }

  private boolean measures() {
    boolean open = wanted.method == Method.AUTO && model.explainer().methods().size() > 1;
    return wanted.measured > 0 || (open && model.explainer().measured().isEmpty());
  }

  @Override
  public void accept(LabelledSequence record, Map<String, Object> others) {
    add(record);
  }

  @Override
  public void refused(BadRecordException bad, Map<String, Object> others) {
    add(bad);
  }

  private void add(Object found) {
    waiting.add(found);
    if (begun || !measures() || waiting.size() >= WAITING) {
      begin();
    }
  }

  @Override
  public void waits(boolean begins) {
    // Who asked for a measurement waits for all; others get their answers.
    if (begins && wanted.measured == 0) {
      begin();
    }
    if (begins) {
      lines.ifPresent(PrintWriter::flush);
    }
  }

  /** Handles all that waits, and from now on everything at once. */
  private void begin() {
    if (waiting.isEmpty()) {
      return;
    }
    if (!begun) {
      begun = true;
      List<LabelledSequence> records = usable();
      if (measures() && records.size() >= FEWEST) {
        if (wanted.measured > 0) {
          model.measureFaithfulness(records, wanted.measured);
        } else {
          model.measureFaithfulness(records);
        }
      }
      method = model.explainer().chosen(wanted.method);
    }
    for (Object found : waiting) {
      if (found instanceof LabelledSequence record) {
        explain(record);
      } else {
        refuse((BadRecordException) found);
      }
    }
    waiting.clear();
  }

  private List<LabelledSequence> usable() {
    return waiting.stream()
        .filter(LabelledSequence.class::isInstance)
        .map(LabelledSequence.class::cast)
        .filter(record -> model.config().tokenizer().encode(record.sequence()).length > 0)
        .toList();
  }

  private void explain(LabelledSequence record) {
    Explanation explanation;
    try {
      explanation = explained(record);
    } catch (BadRecordException e) {
      if (!reader.skip(e)) {
        refuse(e.of(record.id()));
      }
      return;
    }
    explained++;
    gather(explanation);
    sites.ifPresent(found -> found.add(record, explanation));
    if (lines.isPresent()) {
      lines.get().println(ExplanationLines.of(explanation.top(wanted.top), record.label()));
    } else if (shown.size() < wanted.shown) {
      shown.add(new ExplainPage.Shown(explanation, record.label()));
    }
  }

  private Explanation explained(LabelledSequence record) {
    List<LabelledSequence> one = List.of(record);
    return wanted
        .label
        .map(label -> model.explain(one, method, label))
        .orElseGet(() -> model.explain(one, method))
        .get(0);
  }

  private void refuse(BadRecordException bad) {
    errors++;
    lines.ifPresent(out -> out.println(ExplanationLines.of(bad)));
  }

  private void gather(Explanation explanation) {
    List<Explanation.Piece> pieces = explanation.pieces();
    // Of the longest sequences letters share pieces; there is nothing to align then.
    if (motifs.isPresent() && pieces.stream().allMatch(piece -> piece.text().length() == 1)) {
      StringBuilder letters = new StringBuilder();
      pieces.forEach(piece -> letters.append(piece.text()));
      motifs
          .get()
          .add(
              explanation.label(),
              letters.toString(),
              pieces.stream().mapToDouble(Explanation.Piece::weight).toArray());
    }
  }

  /**
   * Explains what still waits, and sums up.
   *
   * @param name what the model is called
   * @param data what the records are called
   */
  public ExplainPage.Summary end(String name, String data) {
    begin();
    List<Motif> found = motifs.map(MotifFinder::motifs).orElse(List.of());
    Optional<Faithfulness> faithfulness = model.explainer().measured();
    Method used = method == null ? model.explainer().chosen(wanted.method) : method;
    ExplainPage.Summary summary =
        new ExplainPage.Summary(name, data, explained, errors, used, faithfulness, found);
    lines.ifPresent(
        out -> {
          out.println(ExplanationLines.of(summary));
          out.flush();
        });
    return summary;
  }

  /** The records of the page. */
  public List<ExplainPage.Shown> shown() {
    return List.copyOf(shown);
  }
}
