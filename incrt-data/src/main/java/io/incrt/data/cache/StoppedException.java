package io.incrt.data.cache;

/** The building of a cache was stopped as it was wished, and can be gone on with. */
public final class StoppedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  StoppedException(String message) {
    super(message);
  }
}
