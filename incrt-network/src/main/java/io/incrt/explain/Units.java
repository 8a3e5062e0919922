package io.incrt.explain;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import java.util.Arrays;
import java.util.Optional;

/**
 * The units in which a record is taken from the network: neighbouring pieces, where there are too
 * many to take each alone. A unit is taken away by making every token that has a letter of it
 * unknown.
 */
final class Units {

  private final Pieces pieces;
  private final Batch.Input input;
  private final int read;
  private final int each;

  /**
   * The units of a record.
   *
   * @param input what the network is asked
   * @param most the most units
   */
  Units(Pieces pieces, Batch.Input input, int most) {
    this.pieces = pieces;
    this.input = input;
    this.read = pieces.within(input.tokens().length);
    this.each = Math.max(1, (read + most - 1) / most);
  }

  /** Whether the network reads letters of words. */
  boolean hasLetters() {
    return input.letters() != null;
  }

  /** How many there are. */
  int size() {
    return (read + each - 1) / each;
  }

  /** The pieces that the network reads. */
  int read() {
    return read;
  }

  /** The first piece of a unit. */
  int first(int unit) {
    return unit * each;
  }

  /** The piece behind the last of a unit. */
  int last(int unit) {
    return Math.min(read, (unit + 1) * each);
  }

  /**
   * What is left of a record.
   *
   * @param tokens with unknown ones where something is gone
   * @param letters the letters of each token's word, none where it is gone; null where they are not
   *     read
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Left(int[] tokens, int[][] letters) {}

  /** The record without one unit; empty where the network knew nothing of it. */
  Optional<Left> without(int unit) {
    int[] tokens = input.tokens().clone();
    int[][] letters = input.letters() == null ? null : input.letters().clone();
    return take(first(unit), last(unit), tokens, letters)
        ? Optional.of(new Left(tokens, letters))
        : Optional.empty();
  }

  /** The record without the pieces that are marked. */
  Left without(boolean... gone) {
    int[] tokens = input.tokens().clone();
    int[][] letters = input.letters() == null ? null : input.letters().clone();
    for (int piece = 0; piece < read; piece++) {
      if (gone[piece]) {
        take(piece, piece + 1, tokens, letters);
      }
    }
    return new Left(tokens, letters);
  }

  /**
   * Makes the tokens that have a letter of some pieces unknown.
   *
   * @return whether any was known
   */
  private boolean take(int first, int last, int[] tokens, int[][] letters) {
    boolean known = false;
    int from = pieces.start(first);
    int to = pieces.end(last - 1);
    for (int t = firstThatEndsAfter(from); t < tokens.length && pieces.tokenStart(t) < to; t++) {
      known |= tokens[t] != Tokenizer.UNKNOWN || (letters != null && letters[t].length > 0);
      tokens[t] = Tokenizer.UNKNOWN;
      if (letters != null) {
        letters[t] = new int[0];
      }
    }
    return known;
  }

  private int firstThatEndsAfter(int place) {
    int low = 0;
    int high = input.tokens().length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pieces.tokenEnd(middle) > place) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Gives each piece its part of what its unit weighs. */
  double[] spread(double... units) {
    double[] weights = new double[pieces.size()];
    for (int unit = 0; unit < size(); unit++) {
      int own = last(unit) - first(unit);
      Arrays.fill(weights, first(unit), last(unit), units[unit] / own);
    }
    return weights;
  }
}
