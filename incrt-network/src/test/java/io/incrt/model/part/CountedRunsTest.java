package io.incrt.model.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows for the runs that were given, and for no others. */
class CountedRunsTest {

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static List<int[]> random(int count, int vocabulary) {
    Random random = new Random(5);
    Set<List<Integer>> seen = new HashSet<>();
    List<int[]> runs = new ArrayList<>();
    while (runs.size() < count) {
      int[] run = random.ints(2 + random.nextInt(2), 1, vocabulary).toArray();
      if (seen.add(Arrays.stream(run).boxed().toList())) {
        runs.add(run);
      }
    }
    return runs;
  }

  /** The row of each run of every sequence, and −1 for runs that have none. */
  private static List<List<Long>> rows(CountedRuns counted, int length, List<int[]> sequences) {
    long[] flat = new long[sequences.size() * length];
    for (int i = 0; i < sequences.size(); i++) {
      for (int j = 0; j < sequences.get(i).length; j++) {
        flat[i * length + j] = sequences.get(i)[j];
      }
    }
    return Libtorch.scoped(
        () -> {
          RunRows.Found found = counted.in(Tensor.create(flat, sequences.size(), length));
          List<float[]> numbers = Libtorch.rows(found.numbers().to(torch.ScalarType.Float));
          List<float[]> real = Libtorch.rows(found.real().to(torch.ScalarType.Float));
          List<List<Long>> rows = new ArrayList<>();
          for (int i = 0; i < numbers.size(); i++) {
            List<Long> own = new ArrayList<>();
            for (int j = 0; j < numbers.get(i).length; j++) {
              float row = numbers.get(i)[j];
              boolean has = real.get(i)[j] > 0;
              assertEquals(!has, row == counted.rows() - 1, "the row of no run");
              own.add(has ? (long) row : -1L);
            }
            rows.add(own);
          }
          return rows;
        });
  }

  @Test
  void everyGivenRunHasARowOfItsOwn() {
    List<int[]> runs = random(5000, 3000);
    RunPlaces places = new RunPlaces(runs);
    assertTrue(runs.size() <= RunPlaces.most(places.rows()), places.rows() + " rows");
    CountedRuns counted = CountedRuns.born("test", new RunSums(2, 3, 1), places);
    List<List<Long>> rows = rows(counted, 3, runs);
    Set<Long> taken = new HashSet<>();
    for (int i = 0; i < runs.size(); i++) {
      // The runs of two come first, then those of three; both from every token on.
      long row = rows.get(i).get(runs.get(i).length == 2 ? 0 : 3);
      assertTrue(row >= 0 && taken.add(row), Arrays.toString(runs.get(i)) + " at " + row);
    }
    counted.parameters().forEach(Parameter::close);
  }

  @Test
  void otherRunsHaveNone() {
    List<int[]> runs = random(500, 40);
    CountedRuns counted = CountedRuns.born("test", new RunSums(2, 3, 1), new RunPlaces(runs));
    Set<List<Integer>> given = new HashSet<>();
    runs.forEach(run -> given.add(Arrays.stream(run).boxed().toList()));
    int[] sequence = new Random(6).ints(2000, 1, 40).toArray();
    List<Long> rows = rows(counted, sequence.length, List.of(sequence)).get(0);
    int found = 0;
    for (int i = 0; i < sequence.length; i++) {
      for (int length = 2; length <= 3; length++) {
        boolean has = rows.get((length - 2) * sequence.length + i) >= 0;
        boolean ends = i + length <= sequence.length;
        assertFalse(has && !ends, "beyond the end");
        if (ends) {
          List<Integer> run =
              Arrays.stream(Arrays.copyOfRange(sequence, i, i + length)).boxed().toList();
          assertEquals(given.contains(run), has, run.toString());
          found += has ? 1 : 0;
        }
      }
    }
    assertTrue(found > 100, found + " runs");
    counted.parameters().forEach(Parameter::close);
  }

  @Test
  void aSingleRunIsPlacedToo() {
    CountedRuns counted =
        CountedRuns.born("test", new RunSums(2, 3, 1), new RunPlaces(List.of(new int[] {7, 8})));
    List<Long> rows = rows(counted, 2, List.of(new int[] {7, 8})).get(0);
    assertTrue(rows.get(0) >= 0, rows.toString());
    assertEquals(List.of(-1L, -1L, -1L), rows.subList(1, 4));
    counted.parameters().forEach(Parameter::close);
  }
}
