package io.incrt.serve.access;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The names of requests, by which a client finds its own in the log. */
public final class RequestIds {

  /** The header that brings and returns them. */
  public static final String HEADER = "X-Request-Id";

  /** What names of other programs look like: UUIDs, trace ids, paths of them. */
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@=+-]{0,127}");

  private RequestIds() {}

  /** The name a client gave, if it is one; else a new one. */
  public static String of(String given) {
    if (given != null && SANE.matcher(given).matches()) {
      return given;
    }
    // To be told apart, not to be kept secret.
    return String.format("%016x", ThreadLocalRandom.current().nextLong());
  }
}
