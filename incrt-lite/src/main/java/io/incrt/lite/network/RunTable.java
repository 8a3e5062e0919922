package io.incrt.lite.network;

/** Which row of a table each run has, by its sum h. */
interface RunTable {

  /** Stands for no row. */
  int NONE = -1;

  /** The row of a run, or {@link #NONE}. */
  int row(int[] sequence, long sum, int from, int length);

  /** Every run has a row, h mod R; runs may share one. */
  static RunTable hashed(int rows) {
    return (sequence, sum, from, length) -> (int) Math.floorMod(sum, (long) rows);
  }

  /**
   * Given runs have the row (h + shift of bucket h mod G) mod (R − 1); there stand the run's own
   * numbers, and a run that finds others has no row.
   *
   * @param rows R
   * @param keys the numbers of the run in each row, filled up with 0
   * @param shifts of the G buckets
   */
  static RunTable counted(int rows, Runs runs, float[] keys, float... shifts) {
    if (rows < 2) {
      throw new IllegalArgumentException("a table of n-grams cannot have only " + rows + " row");
    }
    int longest = runs.longest();
    return (sequence, sum, from, length) -> {
      long shift = (long) shifts[(int) Math.floorMod(sum, (long) shifts.length)];
      int row = (int) Math.floorMod(sum + shift, rows - 1L);
      for (int j = 0; j < longest; j++) {
        int number = j < length ? sequence[from + j * runs.gap()] : 0;
        if (keys[row * longest + j] != number) {
          return NONE;
        }
      }
      return row;
    };
  }
}
