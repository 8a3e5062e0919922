package io.incrt.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Failures as one line that a user can act on. */
final class Problems {

  private Problems() {}

  static String inOneLine(Throwable failure) {
    String text;
    if (failure instanceof AccessDeniedException denied) {
      text = denied.getFile() + " may not be read or written by this user";
    } else if (failure instanceof NoSuchFileException missing) {
      text = missing.getFile() + " does not exist";
    } else if (failure instanceof FileSystemException system) {
      text = system.getFile() + ": " + system.getReason();
    } else if (failure.getMessage() == null) {
      text = failure.getClass().getSimpleName() + " (--verbose shows where)";
    } else {
      text = failure.getMessage();
    }
    return text.replaceAll("\\R+", " ");
  }
}
