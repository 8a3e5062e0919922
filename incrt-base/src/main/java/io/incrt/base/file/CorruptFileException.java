package io.incrt.base.file;

/** A file is not what it should be: truncated, changed, or of another format. */
public final class CorruptFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With a message that says what is wrong. */
  public CorruptFileException(String message) {
    super(message);
  }
}
