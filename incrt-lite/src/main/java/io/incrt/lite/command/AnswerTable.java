package io.incrt.lite.command;

import io.incrt.base.Decimals;
import io.incrt.base.Printable;
import io.incrt.data.records.BadRecordException;
import io.incrt.lite.LiteModel;
import io.incrt.lite.LitePrediction;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** The table that {@code incrt predict} writes: a tab-separated line for each record. */
final class AnswerTable implements LiteModel.Receiver {

  private static final String HEADER =
      "id\tlabel\tprobability\tprobabilities\tknown\twarning\terror\n";

  private final Writer out;
  private boolean begun;
  private long answered;
  private long refused;

  AnswerTable(Writer out) {
    this.out = out;
  }

  @Override
  public void accept(LitePrediction found) throws IOException {
    begin();
    StringBuilder line = new StringBuilder();
    line.append(plain(found.id())).append('\t').append(plain(found.label())).append('\t');
    line.append(Decimals.six(found.probability())).append('\t');
    String separator = "";
    for (Map.Entry<String, Double> entry : found.probabilities().entrySet()) {
      line.append(separator).append(plain(entry.getKey())).append('=');
      line.append(Decimals.six(entry.getValue()));
      separator = " ";
    }
    line.append('\t').append(Decimals.six(found.known())).append('\t');
    line.append(found.warning() == null ? "" : found.warning()).append("\t\n");
    out.append(line);
    answered++;
  }

  @Override
  public void refused(BadRecordException bad) throws IOException {
    begin();
    out.append(plain(bad.id())).append("\t\t\t\t\t\t").append(plain(bad.getMessage())).append('\n');
    refused++;
  }

  @Override
  public void caughtUp() throws IOException {
    out.flush();
  }

  /** The header, if nothing came that needed it. */
  void end() throws IOException {
    begin();
    out.flush();
  }

  /** Whether there were records, and none could be answered. */
  boolean allRefused() {
    return refused > 0 && answered == 0;
  }

  private void begin() throws IOException {
    if (!begun) {
      out.append(HEADER);
      begun = true;
    }
  }

  /** A text without characters that would break a table, or move a terminal's cursor. */
  private static String plain(String text) {
    return Printable.text(text.replaceAll("[\\t\\r\\n]+", " "));
  }
}
