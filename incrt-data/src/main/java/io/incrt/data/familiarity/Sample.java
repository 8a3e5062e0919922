package io.incrt.data.familiarity;

import io.incrt.data.records.LabelledSequence;
import java.util.List;

/**
 * Which letters of many records are looked at: all of them up to a limit, else a piece of every
 * record, and of very many records only some. Depends on the seed and on the records alone.
 */
final class Sample {

  private static final int SHORTEST_PIECE = 2_000;

  private final long seed;
  private final int piece;
  private final double share;

  private Sample(long seed, int piece, double share) {
    this.seed = seed;
    this.piece = piece;
    this.share = share;
  }

  /** The pieces that have at most about {@code most} letters in all. */
  static Sample of(List<LabelledSequence> records, long most, long seed) {
    if (letters(records, Integer.MAX_VALUE) <= most) {
      return new Sample(seed, Integer.MAX_VALUE, 1);
    }
    int low = SHORTEST_PIECE;
    int high = Integer.MAX_VALUE;
    while (low < high) {
      int middle = low + (high - low + 1) / 2;
      if (letters(records, middle) <= most) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    long letters = letters(records, low);
    return new Sample(seed, low, letters <= most ? 1 : (double) most / letters);
  }

  private static long letters(List<LabelledSequence> records, int piece) {
    long letters = 0;
    for (LabelledSequence sequence : records) {
      letters += Math.min(piece, sequence.sequence().length());
    }
    return letters;
  }

  /** Where the piece of a record begins. */
  int from(int record, int length) {
    return length <= piece
        ? 0
        : (int) Math.floorMod(Mixing.mix(seed + 2L * record), (long) length - piece + 1);
  }

  /** Where the piece of a record ends; where it begins if the record is left out. */
  int to(int record, int length) {
    if (share < 1 && Mixing.unit(Mixing.mix(seed + 2L * record + 1)) >= share) {
      return from(record, length);
    }
    return length <= piece ? length : from(record, length) + piece;
  }
}
