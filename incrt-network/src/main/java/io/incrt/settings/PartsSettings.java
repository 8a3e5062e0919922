package io.incrt.settings;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.List;

/**
 * The parts besides attention that a network starts with; each is born without effect.
 *
 * @param convolutions the widths of the convolutions before the first layer, as {@code 3 5}; empty
 *     for none
 * @param feedForward the units of the feed-forward block after the first layer, in multiples of the
 *     model dimension; 0 for none
 * @param ngramRows the rows of the table of the n-gram path, or the most of them; 0 for no such
 *     path
 * @param ngramLength the tokens of its longest n-grams
 * @param ngramTable which n-grams have a row of it: HASHED, all, and some share one; COUNTED, those
 *     of two training records and more, each its own
 * @param letters the rows of the hashed table of the letters of words, by which texts are read; 0
 *     for none
 * @param floor what is done with the linear model on n-grams
 */
@RecordBuilder
public record PartsSettings(
    String convolutions,
    int feedForward,
    int ngramRows,
    int ngramLength,
    NgramTable ngramTable,
    int letters,
    FloorUse floor)
    implements PartsSettingsBuilder.With {

  private static final int WIDEST = 63;
  private static final int MOST_ROWS = 1 << 24;
  private static final int LONGEST = 6;

  /** Which n-grams have a row of the n-gram path's table. */
  public enum NgramTable {
    /** Every one; some share one. */
    HASHED,
    /** Those that occur in at least two training records, each its own. */
    COUNTED
  }

  /** What is done with the linear model on n-grams. */
  public enum FloorUse {
    /** Added for bases and residues, mixed for text. */
    AUTO,
    /** The network learns what linear models leave of records they have not seen; then as MIXED. */
    ADDED,
    /** Its answers are mixed with the network's, by weights fitted on the validation records. */
    MIXED,
    /** It is fitted, and its score is given beside the network's. */
    BESIDE,
    /** There is none, nor a measure of what is like the training records. */
    NONE;

    /** Whether the answers are the two models' together. */
    public boolean isMixed() {
      return this != BESIDE && this != NONE;
    }
  }

  /** Checks the numbers. */
  public PartsSettings {
    for (int width : widths(convolutions)) {
      Ranges.require(
          "parts.convolutions", convolutions, width >= 1 && width <= WIDEST, "widths from 1 to 63");
    }
    Ranges.between("parts.feedForward", feedForward, 0, 64);
    Ranges.between("parts.ngramRows", ngramRows, 0, MOST_ROWS);
    Ranges.between("parts.ngramLength", ngramLength, 2, LONGEST);
    Ranges.require("parts.ngramTable", ngramTable, ngramTable != null, "HASHED or COUNTED");
    Ranges.between("parts.letters", letters, 0, MOST_ROWS);
    Ranges.require("parts.floor", floor, floor != null, "AUTO, ADDED, MIXED, BESIDE or NONE");
  }

  /** The widths of the convolutions. */
  public List<Integer> widths() {
    return widths(convolutions);
  }

  private static List<Integer> widths(String text) {
    try {
      return Arrays.stream(text.trim().split("[ ,]+"))
          .filter(width -> !width.isEmpty())
          .map(Integer::valueOf)
          .toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the setting parts.convolutions needs widths such as '3 5' but got '" + text + "'", e);
    }
  }

  /** The parts of the preset {@code default}. */
  public static PartsSettings defaults() {
    return PartsSettingsBuilder.builder()
        .convolutions("3 5")
        .feedForward(2)
        .ngramRows(0)
        .ngramLength(3)
        .ngramTable(NgramTable.HASHED)
        .letters(0)
        .floor(FloorUse.AUTO)
        .build();
  }

  /** Attention alone. */
  public static PartsSettings none() {
    return PartsSettingsBuilder.builder()
        .convolutions("")
        .feedForward(0)
        .ngramRows(0)
        .ngramLength(3)
        .ngramTable(NgramTable.HASHED)
        .letters(0)
        .floor(FloorUse.BESIDE)
        .build();
  }
}
