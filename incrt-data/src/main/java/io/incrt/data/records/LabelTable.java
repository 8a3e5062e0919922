package io.incrt.data.records;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Labels (and groups) of FASTA records by name, from a table with a header. */
final class LabelTable {

  private final String name;
  private final Map<String, Entry> entries;

  private LabelTable(String name, Map<String, Entry> entries) {
    this.name = name;
    this.entries = entries;
  }

  /** The row of a record. */
  record Entry(String id, String label, String group) {}

  static LabelTable read(Path file, ReadOptions options) throws IOException {
    String name = file.toString();
    Map<String, Entry> entries = new HashMap<>();
    try (LineReader lines =
        new LineReader(
            name,
            TextSource.open(name, Files.newInputStream(file), options.settings()),
            options.settings().maxRecordLength())) {
      TableReader table = new TableReader(name, lines, options.settings());
      List<String> header = table.header();
      int id = table.require(List.of("id"));
      int label =
          table.require(options.labelColumn().map(List::of).orElse(List.of("label", "variant")));
      int group = table.find(List.of("group"));
      table.forEach(
          row -> {
            if (row.fields().get(id).isBlank() || row.fields().get(label).isBlank()) {
              throw new BadRecordException(
                  row.place(),
                  Flaw.NO_LABEL,
                  "an empty " + header.get(row.fields().get(id).isBlank() ? id : label));
            }
            Entry entry =
                new Entry(
                    row.fields().get(id).strip(),
                    row.fields().get(label).strip(),
                    group < 0 ? "" : row.fields().get(group).strip());
            Entry before = entries.put(entry.id(), entry);
            if (before != null && !before.equals(entry)) {
              throw new BadRecordException(
                  row.place(),
                  Flaw.FILE,
                  "record "
                      + entry.id()
                      + " has the label "
                      + entry.label()
                      + ", but an earlier line says "
                      + before.label());
            }
          },
          bad -> {
            throw bad;
          });
    }
    return new LabelTable(name, entries);
  }

  String name() {
    return name;
  }

  /**
   * The entry for a FASTA header: looks up the whole header, then what precedes the first blank,
   * then what precedes the first {@code |}; null if there is none.
   */
  Entry find(String header) {
    Entry entry = entries.get(header);
    String name = header;
    int blank = name.indexOf(' ');
    if (entry == null && blank > 0) {
      name = name.substring(0, blank);
      entry = entries.get(name);
    }
    int bar = name.indexOf('|');
    if (entry == null && bar > 0) {
      entry = entries.get(name.substring(0, bar).strip());
    }
    return entry;
  }
}
