package io.incrt.data;

/** A record that cannot be used: says where it is, what was found and what was expected. */
public final class BadRecordException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With the place as {@code file:line}. */
  public BadRecordException(String place, String problem) {
    super(place + ": " + problem);
  }
}
