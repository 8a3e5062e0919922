package io.incrt.serve.security;

import io.incrt.serve.settings.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/**
 * The files of a server's certificate and key, which are replaced every few weeks. Used by one
 * thread.
 */
public final class IdentityFiles {

  private final ServerSettings.Tls files;
  private List<String> tried;
  private List<String> seen;

  /** Files that were just read. */
  public IdentityFiles(ServerSettings.Tls files) {
    this.files = files;
    this.tried = state();
    this.seen = tried;
  }

  private List<String> state() {
    return List.of(state(files.certificate()), state(files.key()));
  }

  private static String state(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.size() + " " + now.lastModifiedTime() + " " + now.fileKey();
    } catch (IOException e) {
      return "not there";
    }
  }

  /**
   * What they hold, if they have changed and do not change any more: the one is written after the
   * other.
   *
   * @throws IOException or IllegalArgumentException if what they hold now cannot be used; the next
   *     look is quiet about it
   */
  public Optional<ServerIdentity> look() throws IOException {
    List<String> now = state();
    boolean settled = now.equals(seen);
    seen = now;
    if (!settled || now.equals(tried)) {
      return Optional.empty();
    }
    tried = now;
    return Optional.of(ServerIdentity.read(files));
  }
}
