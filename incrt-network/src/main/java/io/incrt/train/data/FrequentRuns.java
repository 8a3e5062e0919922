package io.incrt.train.data;

import io.incrt.data.ngrams.KeyCounts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The runs of tokens that several training records have. Counting takes two walks over the records
 * and memory for some times as many runs as are wanted; beyond that the rarest are forgotten, and
 * with them runs whose occurrences lie far apart.
 */
public final class FrequentRuns {

  /** In how many records a run must occur. */
  public static final int FEWEST = 2;

  private static final int COUNTED = 1 << 20;

  private final int longest;
  private final int gap;

  private FrequentRuns(int longest, int gap) {
    this.longest = longest;
    this.gap = gap;
  }

  /**
   * The runs of 2 and more tokens that occur in at least {@value #FEWEST} records; of too many,
   * those of the most records.
   *
   * @param longest the tokens of the longest runs
   * @param gap how far the tokens of a run stand apart
   * @param most how many runs are wanted
   */
  public static List<int[]> in(Examples records, int longest, int gap, int most) {
    return in(records, longest, gap, most, (int) Math.max(COUNTED, Math.min(4L * most, 1 << 26)));
  }

  /** The same with room for another number of runs while they are counted. */
  static List<int[]> in(Examples records, int longest, int gap, int most, int room) {
    FrequentRuns walk = new FrequentRuns(longest, gap);
    KeyCounts counts = new KeyCounts(room);
    records
        .tokens()
        .forEach(
            tokens -> {
              counts.nextRecord();
              walk.over(tokens, records.moves(), run -> counts.take(key(run)));
            });
    // Runs of as many records as the cut come in the order they are met, while there is room.
    int[] often = counts.often();
    int cut = often.length;
    int above = 0;
    while (cut > FEWEST && above + often[cut - 1] <= most) {
      cut--;
      above += often[cut];
    }
    int least = Math.max(FEWEST, cut - 1);
    int[] edge = {cut > FEWEST ? most - above : 0};
    int frequent = cut;
    List<int[]> first = new ArrayList<>();
    List<int[]> last = new ArrayList<>();
    Set<Long> taken = new HashSet<>();
    Consumer<int[]> each =
        run -> {
          long key = key(run);
          int count = counts.count(key);
          if (count >= frequent && taken.add(key)) {
            first.add(run.clone());
          } else if (count >= least && count < frequent && edge[0] > 0 && taken.add(key)) {
            last.add(run.clone());
            edge[0]--;
          }
        };
    records.tokens().forEach(tokens -> walk.over(tokens, records.moves(), each));
    first.addAll(last);
    return first;
  }

  private void over(int[] tokens, Moves moves, Consumer<int[]> each) {
    over(tokens, each);
    if (moves.strand() != null) {
      over(moves.strand().of(tokens), each);
    }
  }

  private void over(int[] tokens, Consumer<int[]> each) {
    for (int length = 2; length <= longest; length++) {
      int[] run = new int[length];
      for (int i = 0; i + (length - 1) * gap < tokens.length; i++) {
        for (int j = 0; j < length; j++) {
          run[j] = tokens[i + j * gap];
        }
        each.accept(run);
      }
    }
  }

  /** 64 bits of a run, in which two of some million hardly ever agree. */
  private static long key(int... run) {
    long key = run.length;
    for (int token : run) {
      key = (key ^ token) * 0x9E3779B97F4A7C15L;
      key = (key ^ (key >>> 30)) * 0xBF58476D1CE4E5B9L;
      key ^= key >>> 27;
    }
    return key;
  }
}
