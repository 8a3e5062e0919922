package io.incrt.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Failures in one line a user can act on. */
final class Problems {

  private Problems() {}

  static String inOneLine(Throwable failure) {
    String text;
    if (failure instanceof FileAlreadyExistsException taken) {
      text = taken.getFile() + " is a file where a directory is needed; choose another --out";
    } else if (failure instanceof AccessDeniedException denied) {
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
