package io.incrt.bench;

import io.incrt.bench.cache.CacheTimes;
import io.incrt.lab.experiment.MarkdownTable;

/** What was measured of caches of records, as Markdown. */
final class CacheTables {

  private CacheTables() {}

  static String of(CacheTimes.Measured measured) {
    MarkdownTable table =
        new MarkdownTable(
            "records",
            "how many",
            "MB",
            "reading (MB/s)",
            "building (MB/s)",
            "share",
            "cache (MB)");
    for (CacheTimes.Build build : measured.builds()) {
      table.row(
          build.form(),
          build.records(),
          Tables.f(build.megabytes(), 0),
          Tables.f(build.reading(), 0),
          Tables.f(build.building(), 0),
          Tables.f(100 * build.share(), 0) + " %",
          Tables.f(build.cache(), 0));
    }
    CacheTimes.Step step = measured.step();
    return "\n### Caches of records\n\n"
        + "Texts of 22 words and genes of 3 800 bases, made up, in turns: read by one thread, nothing done with them; and built into a\n"
        + "cache that is whole and on the disk. Then a step of the default, 32 such texts, without a Homeostat.\n\n"
        + table
        + "\nA step takes "
        + Tables.f(step.memory(), 2)
        + " ms with records in memory and "
        + Tables.f(step.cached(), 2)
        + " ms with the same records in a cache.\n";
  }
}
