package io.incrt.data.cache;

import java.util.Arrays;

/** A block that was read and found whole, with the places of its records. */
final class Block {

  private final byte[] data;
  private final int[] labels;
  private final int[] units;
  private final int[] places;
  private final int[] ends;
  private final boolean words;
  private int at;

  /**
   * Takes a block apart.
   *
   * @param words whether records are words; otherwise they are letters
   * @param known how many labels there are
   * @throws IllegalArgumentException if it does not hold so many records
   */
  Block(byte[] data, int records, boolean words, int known) {
    this.data = data;
    this.words = words;
    labels = new int[records];
    units = new int[records];
    places = new int[records];
    ends = new int[records];
    for (int i = 0; i < records; i++) {
      labels[i] = number();
      units[i] = number();
      int length = words ? number() : units[i];
      places[i] = at;
      if (labels[i] >= known) {
        throw new IllegalArgumentException("record " + i + " has a label that there is none for");
      }
      if (units[i] == 0 || length < units[i] || length > data.length - at) {
        throw new IllegalArgumentException("record " + i + " goes on behind its end");
      }
      at += length;
      ends[i] = at;
    }
    if (at != data.length) {
      throw new IllegalArgumentException("there is more in it than its records");
    }
  }

  private int number() {
    int number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at == data.length) {
        throw new IllegalArgumentException("it ends within a record");
      }
      int next = data[at++];
      number |= (next & 0x7f) << shift;
      if (next >= 0) {
        if (number < 0 || (shift == 28 && next > 7)) {
          break;
        }
        return number;
      }
    }
    throw new IllegalArgumentException("it holds a number that is too large");
  }

  int records() {
    return labels.length;
  }

  int label(int record) {
    return labels[record];
  }

  /** The letters or words of a record. */
  int units(int record) {
    return units[record];
  }

  /** The first letters of a record, at most so many. */
  byte[] letters(int record, int most) {
    int from = places[record];
    return Arrays.copyOfRange(data, from, from + Math.min(most, units[record]));
  }

  /** The provisional numbers of the first words of a record, at most so many. */
  int[] words(int record, int most) {
    int[] numbers = new int[Math.min(most, units[record])];
    int from = places[record];
    int end = ends[record];
    for (int i = 0; i < numbers.length; i++) {
      int number = 0;
      int shift = 0;
      int next;
      do {
        if (from == end || shift > 28) {
          throw new IllegalArgumentException("record " + record + " has a word without end");
        }
        next = data[from++];
        number |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      numbers[i] = number;
    }
    return numbers;
  }

  /** Requires that the words of a record can be read. */
  void require(int record) {
    if (words) {
      words(record, Integer.MAX_VALUE);
    }
  }

  /** Memory that it takes, about. */
  int size() {
    return data.length + 4 * 4 * labels.length;
  }
}
