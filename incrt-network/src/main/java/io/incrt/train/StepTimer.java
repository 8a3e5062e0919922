package io.incrt.train;

/** Called at the end of each phase of a training step, to measure it. */
@FunctionalInterface
public interface StepTimer {

  /** The phases of a step. */
  enum Phase {
    /** The batch: its records, their tokens, the tensors. */
    DATA,
    /** The network and the loss. */
    FORWARD,
    /** The Homeostat's observations and decisions. */
    WATCH,
    /** The gradients. */
    BACKWARD,
    /** AdamW. */
    UPDATE,
    /** Carrying out the decisions. */
    SURGERY
  }

  /** Measures nothing. */
  StepTimer NONE = phase -> {};

  /** A phase has ended, and the next begins. */
  void ended(Phase phase);
}
