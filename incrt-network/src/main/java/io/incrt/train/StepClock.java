package io.incrt.train;

/** Is told when a part of a training step has ended; for measurements. */
@FunctionalInterface
public interface StepClock {

  /** The parts of a step, in their order. */
  enum Phase {
    /** The batch: its records, their tokens, the tensors. */
    DATA,
    /** The network and the loss. */
    FORWARD,
    /** What the Homeostat is shown, and what it makes of it. */
    WATCH,
    /** The gradients. */
    BACKWARD,
    /** AdamW. */
    UPDATE,
    /** What was decided is carried out. */
    SURGERY
  }

  /** Nobody measures. */
  StepClock NONE = phase -> {};

  /** A part has ended, and the next begins. */
  void ended(Phase phase);
}
