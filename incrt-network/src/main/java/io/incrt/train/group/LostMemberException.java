package io.incrt.train.group;

/** A process of a group does not take part any more, so that the others cannot go on. */
public final class LostMemberException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  LostMemberException(String message, Throwable cause) {
    super(message, cause);
  }
}
