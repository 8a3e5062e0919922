package io.incrt.serve.request;

/** A request that is not answered: says what was wrong and what would be right. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int LONGEST = 500;

  private final int status;

  /** With the status of HTTP. */
  public RefusedException(int status, String message) {
    // Without a trace: attackers bring them about by the thousand.
    super(inOneLine(message), null, false, false);
    this.status = status;
  }

  /** The request is not what it should be. */
  static RefusedException bad(String message) {
    return new RefusedException(400, message);
  }

  /** The request brings more than it may. */
  static RefusedException large(String message) {
    return new RefusedException(413, message);
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }

  /** What clients sent may be part of it. */
  private static String inOneLine(String message) {
    String line = message.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]+", " ");
    if (line.length() <= LONGEST) {
      return line;
    }
    // Half a character could not be written.
    boolean within = Character.isHighSurrogate(line.charAt(LONGEST - 1));
    return line.substring(0, within ? LONGEST - 1 : LONGEST) + "…";
  }
}
