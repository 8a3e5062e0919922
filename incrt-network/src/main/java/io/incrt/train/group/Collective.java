package io.incrt.train.group;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.TensorVector;

/**
 * The processes that train one network jointly. Each computes its share of every batch; the results
 * are summed, so that all make the same update, see the same Gram matrices and decide the same.
 * Usually there is a single member. All members exchange the same things in the same order.
 */
public interface Collective extends AutoCloseable {

  /** A single member: nothing is exchanged. */
  Collective ALONE =
      new Collective() {
        @Override
        public int rank() {
          return 0;
        }

        @Override
        public int size() {
          return 1;
        }

        @Override
        public Summing beginSum(TensorVector tensors) {
          // The sum over one member is what it has.
          return () -> {};
        }

        @Override
        public double sum(double value) {
          return value;
        }

        @Override
        public boolean any(boolean wish) {
          return wish;
        }

        @Override
        public byte[][] all(byte... own) {
          return new byte[][] {own};
        }

        @Override
        public byte[] ofFirst(byte... own) {
          return own;
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };

  /** A sum that is on its way. */
  @FunctionalInterface
  interface Summing {
    /** Waits until the tensors are the sums. */
    void await();
  }

  /** This member's number, from 0 on. */
  int rank();

  /** How many members there are. */
  int size();

  /**
   * Begins to replace tensors (gradients, Gram matrices) by their sums over all members, in the
   * list they are given in. Until it is awaited nobody may use them.
   */
  Summing beginSum(TensorVector tensors);

  /** A number (a loss, a count of tokens) summed over all members. */
  double sum(double value);

  /** Whether the flag is set for any member: a request to stop, for example. */
  boolean any(boolean wish);

  /** What each member has, in the order of their numbers; all have equally many bytes. */
  byte[][] all(byte... own);

  /** What the first member has; what the others give is not asked for. */
  byte[] ofFirst(byte... own);

  /** Whether this member is the one that writes. */
  default boolean isFirst() {
    return rank() == 0;
  }

  /** A seed of this member's own, for what each draws for its records. */
  default long own(long seed) {
    return seed + rank() * 0x9E3779B97F4A7C15L;
  }

  /** Replaces tensors by their sums over all members, in the list they are given in. */
  default void sum(TensorVector tensors) {
    beginSum(tensors).await();
  }

  /** Where this member's share of so many records begins. */
  default int first(int records) {
    return (int) ((long) records * rank() / size());
  }

  /** Where it ends. */
  default int end(int records) {
    return (int) ((long) records * (rank() + 1) / size());
  }

  /**
   * This member's share of the records of a batch: contiguous, and of nearly equal size; none if
   * there are fewer records than members.
   */
  default int[] share(int... records) {
    return size() == 1
        ? records
        : Arrays.copyOfRange(records, first(records.length), end(records.length));
  }

  /**
   * The rows of all members, one after the other.
   *
   * @param own this member's, {@link #first} to {@link #end} of all
   * @param columns the numbers of a row
   */
  default List<float[]> together(List<float[]> own, int records, int columns) {
    if (size() == 1) {
      return own;
    }
    int most = (records + size() - 1) / size();
    ByteBuffer mine = ByteBuffer.allocate(Float.BYTES * most * columns);
    own.forEach(
        row -> {
          for (float value : row) {
            mine.putFloat(value);
          }
        });
    List<float[]> rows = new ArrayList<>();
    byte[][] all = all(mine.array());
    for (int member = 0; member < size(); member++) {
      ByteBuffer theirs = ByteBuffer.wrap(all[member]);
      long count = (long) records * (member + 1) / size() - (long) records * member / size();
      for (long i = 0; i < count; i++) {
        float[] row = new float[columns];
        for (int c = 0; c < columns; c++) {
          row[c] = theirs.getFloat();
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  void close();
}
