package io.incrt.data.ngrams;

import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Turns a record into the vector of its n-grams, weighted by TF-IDF: 1 + ln(count in the record),
 * times 1 + ln((1 + records) / (1 + records with it)). The n-grams of words, of letters, by place
 * and at the ends each form a block of length 1.
 *
 * <p>An n-gram is known by a 64-bit hash. Immutable.
 */
public final class NgramFeatures {

  /** As many n-grams are counted exactly; about 16 bytes each, twice over while the table grows. */
  private static final int COUNTED = 1 << 23;

  /** Less makes more of chance; more leaves more records whose end was changed misread. */
  private static final double FAR = 30;

  /** More than the rarity of what one of all the records in the world has. */
  private static final float RAREST = 100;

  private final NgramShape shape;
  private final long[] keys;
  private final float[] rarity;
  private final float rarest;
  // Rows by key, plus one, with linear probing; 0 where a place is free.
  private final int[] table;

  private NgramFeatures(NgramShape shape, long[] keys, float[] rarity) {
    this.shape = shape;
    this.keys = keys;
    this.rarity = rarity;
    float most = 0;
    for (float one : rarity) {
      most = Math.max(most, one);
    }
    // That of n-grams that no training record has; a record less makes ln 2.
    this.rarest = most + (float) Math.log(2);
    this.table = new int[Integer.highestOneBit(Math.max(1, keys.length)) * 4];
    for (int row = 0; row < keys.length; row++) {
      int at = (int) (keys[row] & (table.length - 1));
      while (table[at] != 0) {
        at = (at + 1) & (table.length - 1);
      }
      table[at] = row + 1;
    }
  }

  /** The n-grams of these records; of more than {@code most} those that most records have. */
  public static NgramFeatures learn(NgramShape shape, List<LabelledSequence> training, int most) {
    KeyCounts counts = new KeyCounts(COUNTED);
    NgramWalk walk = new NgramWalk(shape, counts);
    for (LabelledSequence sequence : training) {
      counts.nextRecord();
      walk.over(sequence.sequence());
    }
    long[] keys = counts.frequent(shape, most);
    float[] rarity = new float[keys.length];
    for (int row = 0; row < keys.length; row++) {
      rarity[row] =
          (float) (1 + Math.log((1.0 + training.size()) / (1.0 + counts.count(keys[row]))));
    }
    return new NgramFeatures(shape, keys, rarity);
  }

  /**
   * Features as they were stored.
   *
   * @param keys as {@link #keys()} gave them
   * @param rarity as {@link #rarity()} gave it
   */
  public static NgramFeatures restore(NgramShape shape, long[] keys, float[] rarity) {
    if (keys.length != rarity.length) {
      throw new IllegalArgumentException(
          "each n-gram needs its rarity, but there are "
              + keys.length
              + " n-grams and "
              + rarity.length
              + " rarities");
    }
    for (int row = 0; row < keys.length; row++) {
      if (keys[row] < 0 || keys[row] >>> NgramWalk.BLOCK_SHIFT >= NgramWalk.BLOCKS) {
        throw new IllegalArgumentException(
            "n-gram " + row + " has the impossible key " + keys[row]);
      }
      if (row > 0 && keys[row] <= keys[row - 1]) {
        throw new IllegalArgumentException(
            "keys of n-grams must ascend, but those of " + (row - 1) + " and " + row + " do not");
      }
      if (!(rarity[row] >= 1 && rarity[row] <= RAREST)) {
        throw new IllegalArgumentException(
            "n-gram "
                + row
                + " has the rarity "
                + rarity[row]
                + ", where 1 is that of all records");
      }
    }
    return new NgramFeatures(shape, keys.clone(), rarity.clone());
  }

  /** Which n-grams these are. */
  public NgramShape shape() {
    return shape;
  }

  /** The number of features. */
  public int size() {
    return keys.length;
  }

  /** The keys of the n-grams, ascending; with {@link #rarity()} all that is to be stored. */
  public long[] keys() {
    return keys.clone();
  }

  /** The second factor of each n-gram's weight. */
  public float[] rarity() {
    return rarity.clone();
  }

  /** In words: "words 1–2 and letters 2–5, 182 301 n-grams". */
  public String describe() {
    return shape.describe()
        + ", "
        + String.format(Locale.ROOT, "%,d", keys.length).replace(',', ' ')
        + " n-grams";
  }

  /**
   * The vector of a record. N-grams that no training record had are left out.
   *
   * <p>Where places count and it is longer or shorter than the training records, letters were put
   * or taken away at one of its ends. It is laid against them from its end, as what changes is
   * mostly where a record begins, unless what stands where is far more usual from its start.
   */
  public SparseVector encode(String sequence) {
    return encode(sequence, end(sequence));
  }

  /** The place behind a record's last letter. */
  private int end(String sequence) {
    int own = sequence.length();
    boolean fromStart =
        shape.placed() > 0
            && own != shape.length()
            && rarityByPlace(sequence, shape.length()) + FAR < rarityByPlace(sequence, own);
    return fromStart ? shape.length() : own;
  }

  /**
   * Spreads numbers of a record's n-grams over the letters they cover: every occurrence of an
   * n-gram has the same part of its number, and every letter of an occurrence the same part of
   * that. Blanks have none where letters share with them.
   *
   * @param vector what {@link #encode(String)} gives for the record
   * @param numbers one for each of its rows
   * @return one number for every letter; their sum is that of the numbers
   */
  public double[] spread(String sequence, SparseVector vector, double... numbers) {
    int[] rows = vector.rows();
    int[] counts = new int[rows.length];
    int end = end(sequence);
    new NgramWalk(
            shape,
            (key, from, to) -> {
              int row = row(key);
              if (row >= 0) {
                counts[Arrays.binarySearch(rows, row)]++;
              }
            })
        .over(sequence, end);
    double[] letters = new double[sequence.length()];
    new NgramWalk(
            shape,
            (key, from, to) -> {
              int row = row(key);
              if (row >= 0) {
                int at = Arrays.binarySearch(rows, row);
                spread(sequence, from, to, numbers[at] / counts[at], letters);
              }
            })
        .over(sequence, end);
    return letters;
  }

  private static void spread(String sequence, int from, int to, double number, double... letters) {
    if (to <= from) {
      // Of a blank that was thought.
      letters[Math.max(0, Math.min(to, letters.length - 1))] += number;
    }
    int own = 0;
    for (int i = from; i < to; i++) {
      own += NgramWalk.blank(sequence.charAt(i)) ? 0 : 1;
    }
    for (int i = from; i < to; i++) {
      if (own == 0) {
        letters[i] += number / (to - from);
      } else if (!NgramWalk.blank(sequence.charAt(i))) {
        letters[i] += number / own;
      }
    }
  }

  /** How rare a record's n-grams are in their places, all together. */
  private double rarityByPlace(String sequence, int end) {
    double[] sum = new double[1];
    NgramWalk.Taker add =
        (key, from, to) -> {
          if (key >>> NgramWalk.BLOCK_SHIFT == NgramWalk.PLACED) {
            int row = row(key);
            sum[0] += row < 0 ? rarest : rarity[row];
          }
        };
    new NgramWalk(shape, add).over(sequence, end);
    return sum[0];
  }

  private SparseVector encode(String sequence, int end) {
    RowCounts counts = new RowCounts();
    new NgramWalk(shape, (key, from, to) -> counts.add(row(key))).over(sequence, end);
    long[] found = counts.sorted();
    int[] rows = new int[found.length];
    float[] weights = new float[found.length];
    double[] squares = new double[NgramWalk.BLOCKS];
    for (int i = 0; i < found.length; i++) {
      rows[i] = (int) (found[i] >>> Integer.SIZE);
      double weight = (1 + Math.log((int) found[i])) * rarity[rows[i]];
      weights[i] = (float) weight;
      squares[block(rows[i])] += weight * weight;
    }
    for (int i = 0; i < found.length; i++) {
      weights[i] /= (float) Math.sqrt(squares[block(rows[i])]);
    }
    return new SparseVector(rows, weights);
  }

  private int block(int row) {
    return (int) (keys[row] >>> NgramWalk.BLOCK_SHIFT);
  }

  /** The row of a key, or −1. */
  private int row(long key) {
    int at = (int) (key & (table.length - 1));
    while (table[at] != 0) {
      if (keys[table[at] - 1] == key) {
        return table[at] - 1;
      }
      at = (at + 1) & (table.length - 1);
    }
    return -1;
  }

  /** How often each row occurs in one record; as large as its different rows. */
  private static final class RowCounts {

    private int[] rows = new int[256];
    private int[] counts = new int[256];
    private int size;

    void add(int row) {
      if (row < 0) {
        return;
      }
      int at = place(row);
      if (counts[at]++ == 0) {
        rows[at] = row;
        size++;
        if (size > rows.length / 2) {
          grow();
        }
      }
    }

    private int place(int row) {
      int at = ((row * 0x9E3779B9) >>> 7) & (rows.length - 1);
      while (counts[at] != 0 && rows[at] != row) {
        at = (at + 1) & (rows.length - 1);
      }
      return at;
    }

    private void grow() {
      int[] oldRows = rows;
      int[] oldCounts = counts;
      rows = new int[oldRows.length * 2];
      counts = new int[oldRows.length * 2];
      for (int i = 0; i < oldRows.length; i++) {
        if (oldCounts[i] > 0) {
          int at = place(oldRows[i]);
          rows[at] = oldRows[i];
          counts[at] = oldCounts[i];
        }
      }
    }

    /** Row and count of each, packed, ascending by row. */
    long[] sorted() {
      long[] packed = new long[size];
      int found = 0;
      for (int i = 0; i < rows.length; i++) {
        if (counts[i] > 0) {
          packed[found++] = (long) rows[i] << Integer.SIZE | counts[i];
        }
      }
      Arrays.sort(packed);
      return packed;
    }
  }
}
