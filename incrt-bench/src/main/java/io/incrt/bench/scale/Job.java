package io.incrt.bench.scale;

import java.util.List;

/**
 * What is trained, and how.
 *
 * @param profile of the network
 * @param batch the records of a step: of all processes together, or of each
 * @param each whether that is of each, so that the batch grows with their number (weak scaling)
 * @param change what is otherwise than it is built
 */
record Job(Profile profile, int batch, boolean each, Change change) {

  /** What could be otherwise. */
  enum Change {
    /** As it is built. */
    NONE("as built"),
    /** Gradients travel only once all are there. */
    NOT_OVERLAPPED("sums after the backward pass"),
    /** Sums by halving instead of a ring. */
    HALVING("sums by halving"),
    /** Gradients of two bytes. */
    BFLOAT16("gradients in bfloat16"),
    /** Checks and validations are seldom. */
    SELDOM("checks and validation half as often"),
    /** No step takes longer than another. */
    EVEN("no step slower than another"),
    /** Nobody looks at the records of the others. */
    OWN_RECORDS("none looks at the others' records"),
    /** A batch eight times as large. */
    LARGE("eight times the batch"),
    /** Processes meet at every hundredth step only. */
    LOCAL("sums at every hundredth step");

    private final String words;

    Change(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private static final int TIMES = 8;
  private static final int SELDOM = 2;
  private static final int LOCAL_STEPS = 100;

  /** A batch that is shared. */
  static Job shared(Profile profile, int batch) {
    return new Job(profile, batch, false, Change.NONE);
  }

  /** A batch for each. */
  static Job each(Profile profile, int batch) {
    return new Job(profile, batch, true, Change.NONE);
  }

  /** The same with something changed. */
  Job with(Change other) {
    return new Job(
        other == Change.OWN_RECORDS ? profile.withoutTheOthersRecords() : profile,
        other == Change.LARGE ? TIMES * batch : batch,
        each,
        other);
  }

  /** How much longer than the others a step may take, each as likely. */
  List<Double> ratios() {
    return change == Change.EVEN ? List.of() : profile.ratios();
  }

  boolean isOverlapped() {
    return change != Change.NOT_OVERLAPPED;
  }

  Way way() {
    return change == Change.HALVING ? Way.HALVING : Way.RING;
  }

  /** The bytes that gradients of so many bytes travel as. */
  double sent(double bytes) {
    return change == Change.BFLOAT16 ? bytes / 2 : bytes;
  }

  /** Whether the processes meet in this step. */
  boolean isSummed(long step) {
    return change != Change.LOCAL || step % LOCAL_STEPS == 0;
  }

  /** The records of a step of so many processes. */
  int records(int ranks) {
    return each ? batch * ranks : batch;
  }

  /** Those of one process: as {@code Collective} shares them, and at least one. */
  int share(int rank, int ranks) {
    long all = records(ranks);
    return (int) Math.max(1, all * (rank + 1) / ranks - all * rank / ranks);
  }

  private long times() {
    return change == Change.SELDOM ? SELDOM : 1;
  }

  boolean isCheck(long step) {
    return step % (profile.checkEvery() * times()) == 0;
  }

  List<Profile.Extra> extras(long step) {
    return profile.extras().stream()
        .filter(extra -> step % (extra.every() * times()) == 0)
        .toList();
  }
}
