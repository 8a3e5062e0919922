package io.incrt.train.data;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;

/** The tokens of records, wherever they are, and the order in which they are gone through. */
public interface TokenStore {

  /** How many records there are. */
  int size();

  /** The tokens of a record, truncated to the network's length; not to be changed. */
  int[] of(int record);

  /** How many these are. */
  int length(int record);

  /**
   * The records of each batch of an epoch: every record once, in an order that the seed and the
   * epoch alone determine, records of similar length side by side.
   */
  List<int[]> epoch(int batchSize, long seed, long epoch);

  /** Some different records by chance. */
  int[] some(int most, long seed);

  /** The mean of a number that depends on how many tokens a record has. */
  double mean(IntToDoubleFunction of);

  /** Visits the tokens of all records, in their order. */
  void forEach(Consumer<int[]> visitor);

  /**
   * Whether chance moves each record of a batch by a seed of its own, so that who has a share of a
   * batch need not know the tokens of the others.
   */
  boolean isMovedAlone();
}
