package io.incrt.train.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.objective.ClassTargets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which runs of tokens recur. */
class FrequentRunsTest {

  private static Examples examples(int[]... tokens) {
    return new Examples(tokens, new ClassTargets(new int[tokens.length], 2));
  }

  private static List<String> in(Examples records, int longest, int gap, int most) {
    return FrequentRuns.in(records, longest, gap, most).stream().map(Arrays::toString).toList();
  }

  @Test
  void runsOfSeveralRecordsAreFoundAndThoseOfOneAreNot() {
    Examples records =
        examples(new int[] {2, 3, 4, 9, 9, 9, 9}, new int[] {5, 2, 3, 4}, new int[] {3});
    assertEquals(List.of("[2, 3]", "[3, 4]", "[2, 3, 4]"), in(records, 3, 1, 100));
    assertEquals(List.of("[2, 3]", "[3, 4]"), in(records, 2, 1, 100));
  }

  @Test
  void tokensOfARunMayStandApart() {
    Examples records = examples(new int[] {2, 7, 3}, new int[] {2, 8, 3});
    assertEquals(List.of("[2, 3]"), in(records, 3, 2, 100));
    assertEquals(List.of(), in(records, 3, 1, 100));
  }

  @Test
  void ofTooManyThoseOfTheMostRecordsAreKept() {
    Examples records =
        examples(
            new int[] {2, 3, 4, 5}, new int[] {4, 5, 6}, new int[] {2, 3, 4, 5}, new int[] {4, 5});
    assertEquals(List.of("[4, 5]"), in(records, 2, 1, 1));
    assertEquals(List.of("[4, 5]", "[2, 3]"), in(records, 2, 1, 2));
    assertEquals(List.of("[2, 3]", "[3, 4]", "[4, 5]"), in(records, 2, 1, 3));
    assertEquals(List.of(), in(records, 2, 1, 0));
  }

  @Test
  void memoryIsBoundedAndWhatIsFrequentIsFoundAllTheSame() {
    Random random = new Random(3);
    int[][] tokens = new int[2000][];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = random.ints(12, 10, 1_000_000).toArray();
      tokens[i][4] = 2;
      tokens[i][5] = 3;
    }
    List<int[]> found = FrequentRuns.in(examples(tokens), 3, 1, 10, 1000);
    assertTrue(found.size() <= 10, found.size() + " runs");
    assertEquals("[2, 3]", Arrays.toString(found.get(0)));
  }
}
