package io.incrt.data.records;

/** A record or file that cannot be used: says where, what was found and what was expected. */
public final class BadRecordException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int LONGEST = 500;

  private final Flaw flaw;

  /** With the place as {@code file:line}. */
  public BadRecordException(String place, Flaw flaw, String problem) {
    super(place + ": " + inOneLine(problem));
    this.flaw = flaw;
  }

  private BadRecordException(Flaw flaw, String message) {
    super(message);
    this.flaw = flaw;
  }

  /** The same, with a note on what happened before. */
  public BadRecordException after(String before) {
    return new BadRecordException(flaw, getMessage() + " (" + before + ")");
  }

  /** Text from a file may hold anything; a message must be one line of printable characters. */
  private static String inOneLine(String problem) {
    String line = problem.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}]+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  /** What is wrong with it. */
  public Flaw flaw() {
    return flaw;
  }
}
