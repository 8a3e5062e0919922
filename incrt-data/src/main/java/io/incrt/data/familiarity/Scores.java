package io.incrt.data.familiarity;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The scores of many records with their lengths, and of their beginnings. */
final class Scores {

  private double[] lengths = new double[64];
  private double[] means = new double[64];
  private boolean[] whole = new boolean[64];
  private int count;
  private int records;

  /**
   * Adds a record and its beginnings.
   *
   * @param letters its length; if 0, nothing is added
   * @param score of the record
   * @param cuts scores of its first 16, 32, 64 … letters
   */
  void add(int letters, double score, double[] cuts) {
    if (letters == 0) {
      return;
    }
    double length = Chain.Walk.SHORTEST_CUT;
    for (double cut : cuts) {
      add(length, cut, false);
      length *= 2;
    }
    add(letters, score, true);
    records++;
  }

  private void add(double length, double mean, boolean complete) {
    if (count == means.length) {
      lengths = Arrays.copyOf(lengths, 2 * count);
      means = Arrays.copyOf(means, 2 * count);
      whole = Arrays.copyOf(whole, 2 * count);
    }
    lengths[count] = length;
    means[count] = mean;
    whole[count++] = complete;
  }

  /** How many records were added. */
  int records() {
    return records;
  }

  /** The places of the whole records as {@code scale} has them, lowest first. */
  double[] places(Scale scale) {
    double[] places = new double[records];
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (whole[i]) {
        places[at++] = scale.place(means[i], lengths[i]);
      }
    }
    Arrays.sort(places);
    return places;
  }

  /** Both together, lowest first. */
  static double[] sorted(double[] some, double[] others) {
    double[] all = Arrays.copyOf(some, some.length + others.length);
    System.arraycopy(others, 0, all, some.length, others.length);
    Arrays.sort(all);
    return all;
  }

  /** Judges a score by the length of its record. */
  interface Judgement {
    boolean of(double score, double length);
  }

  /** The share of whole records that are judged so; 0 if there are none. */
  double share(Judgement judgement) {
    int judged = 0;
    for (int i = 0; i < count; i++) {
      judged += whole[i] && judgement.of(means[i], lengths[i]) ? 1 : 0;
    }
    return records == 0 ? 0 : (double) judged / records;
  }

  /**
   * The records or beginnings of about the same length.
   *
   * @param inverse the mean of 1 / length
   * @param median their median score
   * @param square the square of the deviation that their lower twentieth suggests
   * @param weight how much they count
   */
  record Group(double inverse, double median, double square, double weight) {}

  private static final int FEWEST = 10;
  private static final int SIZES = 128;
  private static final double NORMAL_TWENTIETH = 1.645;
  // What will be judged is whole records, so their spread matters more than that of beginnings.
  private static final double WHOLE_WEIGHT = 4;

  /** Groups of about equal length that are large enough to have a spread. */
  Group[] groups() {
    int[] sizes = new int[SIZES];
    for (int i = 0; i < count; i++) {
      sizes[group(i)]++;
    }
    return IntStream.range(0, SIZES)
        .filter(group -> sizes[group] >= FEWEST)
        .mapToObj(group -> group(group, sizes[group]))
        .toArray(Group[]::new);
  }

  private int group(int i) {
    int octave = Math.getExponent(lengths[i]);
    return whole[i] ? SIZES / 2 + octave : octave;
  }

  private Group group(int group, int size) {
    double[] members = new double[size];
    double inverse = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (group(i) == group) {
        members[at++] = means[i];
        inverse += 1 / lengths[i];
      }
    }
    Arrays.sort(members);
    double median = members[size / 2];
    double deviation = (median - members[size / 20]) / NORMAL_TWENTIETH;
    double weight = group < SIZES / 2 ? size : WHOLE_WEIGHT * size;
    return new Group(inverse / size, median, deviation * deviation, weight);
  }
}
