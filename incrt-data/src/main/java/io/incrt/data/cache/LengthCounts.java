package io.incrt.data.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/** How many records have which length: exactly up to 4 095, beyond that to 1 in 64. */
final class LengthCounts {

  private static final int EXACT = 1 << 12;
  private static final int STEPS = 64;
  private static final int OCTAVES = 19;

  private final long[] counts = new long[EXACT + OCTAVES * STEPS];
  private long records;
  private long total;
  private int longest;

  void add(int length) {
    counts[bin(length)]++;
    records++;
    total += length;
    longest = Math.max(longest, length);
  }

  private static int bin(int length) {
    if (length < EXACT) {
      return length;
    }
    int octave = 31 - Integer.numberOfLeadingZeros(length);
    return EXACT + (octave - 12) * STEPS + (length >> (octave - 6)) - STEPS;
  }

  /** The shortest length of a bin. */
  private static int length(int bin) {
    if (bin < EXACT) {
      return bin;
    }
    int octave = (bin - EXACT) / STEPS;
    return (STEPS + (bin - EXACT) % STEPS) << (octave + 6);
  }

  /** How many records there are. */
  long records() {
    return records;
  }

  int longest() {
    return longest;
  }

  /** All lengths together. */
  long total() {
    return total;
  }

  /** How many records are longer. */
  long longerThan(int length) {
    long longer = 0;
    for (int bin = bin(length) + 1; bin < counts.length; bin++) {
      longer += counts[bin];
    }
    return longer;
  }

  /** The mean of a number that depends on a record's length. */
  double mean(IntToDoubleFunction of) {
    double sum = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      sum += counts[bin] == 0 ? 0 : counts[bin] * of.applyAsDouble(length(bin));
    }
    return records == 0 ? 0 : sum / records;
  }

  /** So many lengths that are spread as those of all records; of fewer records as many. */
  int[] spread(int most, IntUnaryOperator of) {
    int[] spread = new int[(int) Math.min(most, records)];
    int bin = 0;
    long below = counts[0];
    for (int i = 0; i < spread.length; i++) {
      long wanted = (long) ((i + 1.0) / spread.length * records);
      while (below < wanted) {
        below += counts[++bin];
      }
      spread[i] = of.applyAsInt(i == spread.length - 1 ? longest : length(bin));
    }
    return spread;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(longest);
    out.writeLong(total);
    out.writeInt((int) Arrays.stream(counts).filter(count -> count > 0).count());
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] > 0) {
        out.writeInt(bin);
        out.writeLong(counts[bin]);
      }
    }
  }

  static LengthCounts read(DataInput in) throws IOException {
    LengthCounts read = new LengthCounts();
    read.longest = in.readInt();
    read.total = in.readLong();
    int bins = in.readInt();
    for (int i = 0; i < bins; i++) {
      int bin = in.readInt();
      long count = in.readLong();
      if (bin < 0 || bin >= read.counts.length || read.counts[bin] != 0 || count < 1) {
        throw new IOException("length " + bin + " occurs " + count + " times");
      }
      read.counts[bin] = count;
      read.records += count;
    }
    return read;
  }
}
