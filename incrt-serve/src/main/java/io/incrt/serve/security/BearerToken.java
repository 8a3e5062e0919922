package io.incrt.serve.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The token that requests must bring, and where it comes from.
 *
 * @param text the token
 * @param warning what is unwise about it, in one line
 */
public record BearerToken(String text, Optional<String> warning) {

  private static final int MOST_BYTES = 4096;
  private static final int SHORT = 16;

  /** RFC 6750, 2.1: what may stand behind "Bearer". */
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final String HOW =
      "; a good one is made by: head -c 32 /dev/urandom | base64 | tr -d '=' ";

  @Override
  public String toString() {
    // Records are printed easily, tokens should not be.
    return "BearerToken[…]";
  }

  /**
   * The token in a file.
   *
   * @throws IllegalArgumentException if the file holds none
   */
  public static BearerToken of(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a folder; the token's file is expected");
    }
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          file
              + " has more than "
              + MOST_BYTES
              + " bytes; it must hold the token and nothing else");
    }
    BearerToken token = of(new String(bytes, StandardCharsets.UTF_8).strip(), file.toString());
    return isReadByOthers(file)
        ? new BearerToken(
            token.text,
            Optional.of(
                "every user of this machine can read " + file + "; chmod 600 keeps it to you"))
        : token;
  }

  /**
   * A token.
   *
   * @param source where it comes from, in words
   * @throws IllegalArgumentException if it is none
   */
  public static BearerToken of(String text, String source) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(source + " is empty" + HOW.stripTrailing());
    }
    if (!SANE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          source
              + " holds what cannot be sent as a token: one word of letters, digits and . _ ~ + / -"
              + " is expected"
              + HOW.stripTrailing());
    }
    return new BearerToken(
        text,
        text.length() < SHORT
            ? Optional.of(
                source
                    + " has only "
                    + text.length()
                    + " characters, which can be guessed"
                    + HOW.stripTrailing())
            : Optional.empty());
  }

  /** Whether everyone may read a file; false where the system cannot say. */
  static boolean isReadByOthers(Path file) throws IOException {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.OTHERS_READ);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }
}
