package io.incrt.data.tokens;

import java.util.Arrays;

/**
 * How long sequences are laid out: how many letters share a position of the network, and how many
 * letters a token has.
 *
 * @param pooling the tokens that are averaged into one position; 1 for none
 * @param window the letters of a token
 */
public record Positions(int pooling, int window) {

  /**
   * The share of the records that must fit: a handful of very long ones must not blur all others.
   */
  private static final double NEARLY_ALL = 0.95;

  /** Records of no more letters have a position for each. */
  private static final int SHORT = 256;

  /** The positions that longer records are laid out on; more are slower and no better. */
  private static final int LAID_OUT = 128;

  private static final int WIDEST_WINDOW = 6;

  /**
   * The layout of sequences of these lengths.
   *
   * @param most the most positions there may be
   */
  public static Positions of(int[] lengths, int most) {
    if (lengths.length == 0) {
      return new Positions(1, 1);
    }
    int[] sorted = lengths.clone();
    Arrays.sort(sorted);
    int length = sorted[(int) Math.ceil(NEARLY_ALL * sorted.length) - 1];
    if (length <= Math.min(SHORT, most)) {
      return new Positions(1, 1);
    }
    int positions = Math.min(LAID_OUT, most);
    int pooling = (length + positions - 1) / positions;
    // The order of tokens that share a position is lost, so they must carry it.
    return new Positions(pooling, Math.min(pooling, WIDEST_WINDOW));
  }
}
