package io.incrt.model.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Gives runs a row each, by hashing and shifting: runs fall into buckets, and every bucket, the
 * largest first, is shifted until all its runs meet free rows. A quarter more rows than runs, and
 * half as many buckets, keep the search short.
 */
final class RunPlaces {

  private final int[][] places;
  private final float[] shifts;

  /**
   * Places runs; of two with the same sum, which nothing can tell apart, the first.
   *
   * @param runs the numbers of each, those to keep first
   */
  RunPlaces(List<int[]> runs) {
    int slots = runs.size() + runs.size() / 4 + 1;
    // The last row is that of no run.
    places = new int[slots + 1][];
    // Odd where the rows are even, so that a sum's bucket says little of its row.
    int count = runs.size() / 2 + 1;
    shifts = new float[count % 2 == slots % 2 ? count + 1 : count];
    List<List<int[]>> buckets =
        IntStream.range(0, shifts.length).<List<int[]>>mapToObj(i -> new ArrayList<>()).toList();
    for (int[] run : runs) {
      buckets.get((int) (RunSums.sum(run) % shifts.length)).add(run);
    }
    IntStream.range(0, shifts.length)
        .boxed()
        .sorted(Comparator.comparing((Integer bucket) -> -buckets.get(bucket).size()))
        .forEach(bucket -> place(bucket, buckets.get(bucket)));
  }

  /** The most runs that fit into so many rows. */
  static int most(int rows) {
    return Math.max(0, (int) ((rows - 2L) * 4 / 5));
  }

  private void place(int bucket, List<int[]> runs) {
    List<int[]> left = new ArrayList<>(runs);
    while (!left.isEmpty()) {
      for (int shift = 0; shift < places.length - 1; shift++) {
        if (fits(left, shift)) {
          shifts[bucket] = shift;
          return;
        }
      }
      left.remove(left.size() - 1);
    }
  }

  /** Places all runs, or none. */
  private boolean fits(List<int[]> runs, int shift) {
    for (int i = 0; i < runs.size(); i++) {
      int row = row(runs.get(i), shift);
      if (places[row] != null) {
        for (int j = 0; j < i; j++) {
          places[row(runs.get(j), shift)] = null;
        }
        return false;
      }
      places[row] = runs.get(i);
    }
    return true;
  }

  private int row(int[] run, int shift) {
    return (int) ((RunSums.sum(run) + shift) % (places.length - 1));
  }

  int rows() {
    return places.length;
  }

  int buckets() {
    return shifts.length;
  }

  float[] shifts() {
    return shifts;
  }

  /** The numbers of the run in each row, filled up with 0. */
  float[] keys(int longest) {
    float[] keys = new float[places.length * longest];
    for (int row = 0; row < places.length; row++) {
      for (int j = 0; places[row] != null && j < places[row].length; j++) {
        keys[row * longest + j] = places[row][j];
      }
    }
    return keys;
  }
}
