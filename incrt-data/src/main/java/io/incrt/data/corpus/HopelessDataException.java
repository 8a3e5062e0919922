package io.incrt.data.corpus;

/** Data that nothing can be learned from; says why, and how to train on it all the same. */
public final class HopelessDataException extends RuntimeException {

  private static final long serialVersionUID = 1;

  HopelessDataException(Guards.Concern concern) {
    super(
        concern.words()
            + "; nothing sensible can be learned from that, use --force to train anyway");
  }
}
