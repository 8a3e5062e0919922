package io.incrt.base.file;

/** A file is not what it should be: cut short, changed, or never one of ours. */
public final class CorruptFileException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With what was found. */
  public CorruptFileException(String message) {
    super(message);
  }
}
