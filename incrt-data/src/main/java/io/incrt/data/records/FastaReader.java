package io.incrt.data.records;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * FASTA: a header line {@code >name|label}, then the sequence over any number of lines. The label
 * follows the last {@code |}, the record's name precedes it; or a table gives the labels by name.
 * Letters of any case, {@code *} and {@code -} are kept as they are; blank lines are ignored.
 */
final class FastaReader {

  private final LineReader lines;
  private final DataSettings limits;
  private final Optional<LabelTable> labels;
  private final boolean labelled;

  FastaReader(
      LineReader lines, DataSettings limits, Optional<LabelTable> labels, boolean labelled) {
    this.lines = lines;
    this.limits = limits;
    this.labels = labels;
    this.labelled = labelled;
  }

  void forEach(Consumer<LabelledSequence> receiver, Consumer<BadRecordException> bad)
      throws IOException {
    String header = null;
    String place = "";
    BadRecordException flaw = null;
    StringBuilder letters = new StringBuilder();
    while (true) {
      String text = null;
      boolean more = true;
      try {
        text = lines.next();
        more = text != null;
      } catch (BadRecordException e) {
        if (!e.flaw().skippable()) {
          throw e;
        }
        flaw = flaw == null ? e : flaw;
        continue;
      }
      String line = more ? text.strip() : "";
      if (!more || (!line.isEmpty() && line.charAt(0) == '>')) {
        if (header != null) {
          finish(place, header, letters, flaw, receiver, bad);
        } else if (flaw != null) {
          bad.accept(flaw);
        }
        if (!more) {
          return;
        }
        header = line;
        place = lines.place();
        flaw = headerFlaw(line, place);
        letters.setLength(0);
      } else if (!line.isEmpty() && flaw == null) {
        if (header == null) {
          flaw =
              new BadRecordException(
                  lines.place(), Flaw.NO_NAME, "a header line that starts with > was expected");
        } else {
          flaw = append(line, letters);
        }
      }
    }
  }

  private BadRecordException headerFlaw(String header, String place) {
    if (header.length() <= limits.maxHeaderLength()) {
      return null;
    }
    return new BadRecordException(
        place,
        Flaw.HEADER,
        "the header has "
            + header.length()
            + " characters; it may have "
            + limits.maxHeaderLength()
            + " (data.maxHeaderLength)");
  }

  private BadRecordException append(String line, StringBuilder letters) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '*' || c == '-';
      if (!letter) {
        return new BadRecordException(
            lines.place(),
            Flaw.LETTER,
            "a sequence may hold letters, * and -, but column " + (i + 1) + " has " + shown(c));
      }
    }
    if (letters.length() + line.length() > limits.maxRecordLength()) {
      return new BadRecordException(
          lines.place(),
          Flaw.LENGTH,
          "the sequence has more than "
              + limits.maxRecordLength()
              + " letters (data.maxRecordLength)");
    }
    letters.append(line);
    return null;
  }

  /** A character as a message can show it. */
  static String shown(char c) {
    return c >= ' ' && c != 0x7f
        ? "'" + c + "'"
        : String.format(Locale.ROOT, "the character U+%04X", (int) c);
  }

  private void finish(
      String place,
      String header,
      StringBuilder letters,
      BadRecordException flaw,
      Consumer<LabelledSequence> receiver,
      Consumer<BadRecordException> bad) {
    String named = header.substring(1).strip();
    LabelledSequence record;
    try {
      if (flaw != null) {
        throw flaw;
      }
      record = record(place, named, letters.toString());
    } catch (BadRecordException e) {
      int bar = labels.isPresent() ? -1 : named.lastIndexOf('|');
      bad.accept(e.of(shortened(bar < 0 ? named : named.substring(0, bar))));
      return;
    }
    receiver.accept(record);
  }

  private LabelledSequence record(String place, String header, String letters) {
    if (labels.isPresent()) {
      LabelTable.Entry entry = labels.get().find(header);
      if (entry == null && labelled) {
        throw new BadRecordException(
            place,
            Flaw.NO_LABEL,
            "record " + shortened(header) + " is not in " + labels.get().name());
      }
      requireLetters(place, header, letters);
      return entry == null
          ? new LabelledSequence(header, letters, "", "", place)
          : new LabelledSequence(entry.id(), letters, entry.label(), entry.group(), place);
    }
    int bar = header.lastIndexOf('|');
    String label = bar < 0 ? "" : header.substring(bar + 1).strip();
    String id = bar < 0 ? header : header.substring(0, bar).strip();
    if (labelled && label.isEmpty()) {
      throw new BadRecordException(
          place,
          Flaw.NO_LABEL,
          "a label after the last | of the header was expected, but it is >" + shortened(header));
    }
    if (id.isEmpty()) {
      throw new BadRecordException(
          place, Flaw.NO_NAME, "the record has no name; a header is >name|label");
    }
    requireLetters(place, id, letters);
    return new LabelledSequence(id, letters, label, "", place);
  }

  private static void requireLetters(String place, String id, String letters) {
    if (letters.isEmpty()) {
      throw new BadRecordException(
          place, Flaw.NO_SEQUENCE, "the sequence of " + shortened(id) + " is empty");
    }
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }
}
