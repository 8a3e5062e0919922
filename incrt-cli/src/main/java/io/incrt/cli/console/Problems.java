package io.incrt.cli.console;

import io.incrt.base.Printable;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Failures as one line that a user can act on. */
public final class Problems {

  private static final int LONGEST_CHAIN = 20;

  private Problems() {}

  public static String inOneLine(Throwable failure) {
    return Printable.line(text(failure).replaceAll("\\R+", " "));
  }

  private static String text(Throwable failure) {
    if (cause(failure, OutOfMemoryError.class).isPresent()) {
      return "out of memory: the Java heap is full at "
          + (Runtime.getRuntime().maxMemory() >> 20)
          + " MB; JAVA_TOOL_OPTIONS=-Xmx8g gives it 8 GB";
    }
    if (failure instanceof AccessDeniedException denied) {
      return denied.getFile() + " may not be read or written by this user";
    }
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + " does not exist";
    }
    if (failure instanceof FileSystemException system) {
      return system.getFile() + ": " + system.getReason();
    }
    if (failure instanceof CharacterCodingException) {
      return "a text is not UTF-8; other encodings have to be converted first";
    }
    String message = failure.getMessage();
    if (message == null) {
      return failure.getClass().getSimpleName() + " (--verbose shows where)";
    }
    if (message.contains("DefaultCPUAllocator") || message.contains("std::bad_alloc")) {
      return "out of memory: libtorch got no more ("
          + message.replaceAll("(?s).*(you tried to allocate [0-9]+ bytes).*", "$1")
          + "); a smaller training.batchSize or network.maxLength needs less";
    }
    // What follows is a trace of C++ calls.
    return message.replaceAll("(?s)\\s*Exception raised from .*", "");
  }

  /** The first failure of a kind among a failure and its causes. */
  public static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> kind) {
    Throwable at = failure;
    for (int i = 0; at != null && i < LONGEST_CHAIN; i++) {
      if (kind.isInstance(at)) {
        return Optional.of(kind.cast(at));
      }
      at = at.getCause();
    }
    return Optional.empty();
  }
}
