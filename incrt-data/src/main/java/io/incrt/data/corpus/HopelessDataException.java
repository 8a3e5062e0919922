package io.incrt.data.corpus;

import java.util.List;
import java.util.stream.Collectors;

/** Data that nothing can be learned from; says why, and how to train on it all the same. */
public final class HopelessDataException extends RuntimeException {

  private static final long serialVersionUID = 1;

  HopelessDataException(List<Guards.Concern> concerns) {
    super(
        concerns.stream().map(Guards.Concern::words).collect(Collectors.joining("; "))
            + "; nothing sensible can be learned from that, use --force to train anyway");
  }
}
