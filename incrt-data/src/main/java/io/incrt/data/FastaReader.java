package io.incrt.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * FASTA: a header line {@code >id|label}, then the sequence over any number of lines. The label
 * stands after the last {@code |}; what is before it is the record's name. Letters of any case,
 * {@code *} and {@code -} are taken as they are; blank lines count for nothing.
 */
final class FastaReader {

  private static final Pattern LETTERS = Pattern.compile("[A-Za-z*-]+");

  private FastaReader() {}

  /** Whether a file whose first line with something on it is this one is FASTA. */
  static boolean startsWith(String line) {
    return line.startsWith(">");
  }

  static void forEach(
      String name, BufferedReader reader, boolean labelled, Consumer<LabelledSequence> receiver)
      throws IOException {
    String header = null;
    long headerLine = 0;
    StringBuilder letters = new StringBuilder();
    long line = 0;
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      String stripped = text.strip();
      if (startsWith(stripped)) {
        if (header != null) {
          receiver.accept(record(name, headerLine, header, letters, labelled));
        }
        header = stripped;
        headerLine = line;
        letters.setLength(0);
      } else if (!stripped.isEmpty()) {
        if (header == null) {
          throw new BadRecordException(
              name + ":" + line, "a header line that starts with > was expected");
        }
        if (!LETTERS.matcher(stripped).matches()) {
          throw new BadRecordException(
              name + ":" + line,
              "a sequence may hold letters, * and -, but this line has '"
                  + LETTERS.matcher(stripped).replaceAll("").charAt(0)
                  + "'");
        }
        letters.append(stripped);
      }
    }
    if (header != null) {
      receiver.accept(record(name, headerLine, header, letters, labelled));
    }
  }

  private static LabelledSequence record(
      String name, long line, String header, StringBuilder letters, boolean labelled) {
    String place = name + ":" + line;
    int bar = header.lastIndexOf('|');
    String label = bar < 0 ? "" : header.substring(bar + 1).strip();
    String id = (bar < 0 ? header.substring(1) : header.substring(1, bar)).strip();
    if (labelled && label.isEmpty()) {
      throw new BadRecordException(
          place, "a label after the last | of the header was expected, but it is " + header);
    }
    if (id.isEmpty()) {
      throw new BadRecordException(place, "the record has no name; a header is >name|label");
    }
    if (letters.isEmpty()) {
      throw new BadRecordException(place, "the sequence of " + id + " is empty");
    }
    return new LabelledSequence(id, letters.toString(), label);
  }
}
