package io.incrt.data;

/** A record or file that cannot be used: says where, what was found and what was expected. */
public final class BadRecordException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Flaw flaw;

  /** With the place as {@code file:line}. */
  public BadRecordException(String place, Flaw flaw, String problem) {
    super(place + ": " + problem);
    this.flaw = flaw;
  }

  /** What is wrong with it. */
  public Flaw flaw() {
    return flaw;
  }
}
