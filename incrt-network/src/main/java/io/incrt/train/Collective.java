package io.incrt.train;

import java.util.Arrays;
import org.bytedeco.pytorch.TensorVector;

/**
 * The processes that train one network jointly. Each computes its share of every batch; the results
 * are summed, so that all make the same update, see the same Gram matrices and decide the same.
 * Usually there is a single member.
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
        public void sum(TensorVector tensors) {
          // The sum over one member is what it has.
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
        public void close() {
          // Nothing is open.
        }
      };

  /** This member's number, from 0 on. */
  int rank();

  /** How many members there are. */
  int size();

  /** Replaces tensors (gradients, Gram matrices) by their sums over all members, in place. */
  void sum(TensorVector tensors);

  /** A number (a loss, a count of tokens) summed over all members. */
  double sum(double value);

  /** Whether the flag is set for any member: a request to stop, for example. */
  boolean any(boolean wish);

  /** Where this member's share of so many records begins. */
  default int first(int records) {
    return (int) ((long) records * rank() / size());
  }

  /**
   * This member's share of the records of a batch: contiguous, and of nearly equal size.
   *
   * @throws IllegalArgumentException if there are fewer records than members
   */
  default int[] share(int... records) {
    if (records.length < size()) {
      throw new IllegalArgumentException(
          "a batch of "
              + records.length
              + " records cannot be shared by "
              + size()
              + " processes; training.batchSize and the training records must be at least as many");
    }
    int from = first(records.length);
    int to = (int) ((long) records.length * (rank() + 1) / size());
    return size() == 1 ? records : Arrays.copyOfRange(records, from, to);
  }

  @Override
  void close();
}
