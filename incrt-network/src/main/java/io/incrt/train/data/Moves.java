package io.incrt.train.data;

import io.incrt.data.tokens.OtherStrand;
import java.util.Arrays;
import java.util.Random;

/**
 * How training moves records of bases or residues, so that the model does not depend on where a
 * record begins and ends or on the strand it is read from: what stands before and behind the part
 * that matters is a matter of chance.
 *
 * @param most the most tokens that are put at one end or taken away there, in half of the cases; 0
 *     for none
 * @param strand reads the other strand, in half of the cases; null where that is not done
 * @param longest the most tokens a record may have
 */
public record Moves(int most, OtherStrand strand, int longest) {

  /** Records as they are. */
  public static final Moves NONE = new Moves(0, null, Integer.MAX_VALUE);

  /** A record as it is seen this time; draws nothing where nothing is moved. */
  int[] apply(int[] own, Random random) {
    int[] read = strand != null && random.nextBoolean() ? strand.of(own) : own;
    return most > 0 && random.nextBoolean() ? moved(read, random) : read;
  }

  private int[] moved(int[] own, Random random) {
    int by = 1 + random.nextInt(most);
    boolean front = random.nextBoolean();
    if (random.nextBoolean() && own.length > 2 * by) {
      int from = front ? by : 0;
      return Arrays.copyOfRange(own, from, from + own.length - by);
    }
    // Tokens of its own are of the right alphabet.
    int[] longer = new int[own.length + by];
    System.arraycopy(own, 0, longer, front ? by : 0, own.length);
    for (int i = 0; i < by; i++) {
      longer[front ? i : own.length + i] = own[random.nextInt(own.length)];
    }
    return longer.length > longest ? Arrays.copyOf(longer, longest) : longer;
  }
}
