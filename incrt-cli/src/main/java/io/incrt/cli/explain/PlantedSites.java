package io.incrt.cli.explain;

import io.incrt.Explanation;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tasks.MotifTask;
import java.util.Comparator;

/**
 * Counts in how many records of the motif task the explanation names the site: at least half of the
 * letters with the largest weights, as many as the site has, are letters of it.
 */
final class PlantedSites {

  private int records;
  private int found;

  void add(LabelledSequence record, Explanation explanation) {
    int place = MotifTask.place(record);
    if (place < 0) {
      return;
    }
    int length = MotifTask.site(record.label()).length();
    long within =
        explanation.pieces().stream()
            .sorted(Comparator.comparingDouble(piece -> -piece.weight()))
            .limit(length)
            .filter(piece -> piece.start() >= place && piece.start() < place + length)
            .count();
    records++;
    found += 2 * within >= length ? 1 : 0;
  }

  /** In words; empty if no record had a site. */
  String words() {
    return records == 0
        ? ""
        : "at least half of the heaviest letters are of the planted site in "
            + found
            + " of "
            + records
            + " records that have one";
  }
}
