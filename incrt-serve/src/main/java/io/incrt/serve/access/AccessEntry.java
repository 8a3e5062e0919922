package io.incrt.serve.access;

import java.time.Instant;

/**
 * A request that has ended.
 *
 * @param time when it came
 * @param remote the address it came from
 * @param forwardedFor whom a proxy says it came for; null if none says so
 * @param method of HTTP
 * @param path as it was asked, without the query
 * @param route the route's path; {@link #NO_ROUTE} if it leads nowhere
 * @param status of HTTP; {@link #CLIENT_GONE} if the client left before it was answered
 * @param bytesIn of the body, as many as were read
 * @param bytesOut of the answer's body
 * @param records that were asked
 * @param milliseconds from the first look at the request to the end of its answer
 * @param model that was asked; null if none was
 * @param id the request's name
 * @param lines whether it was answered line by line, which takes as long as the client likes
 * @param cut whether the connection broke before the answer was whole
 */
public record AccessEntry(
    Instant time,
    String remote,
    String forwardedFor,
    String method,
    String path,
    String route,
    int status,
    long bytesIn,
    long bytesOut,
    long records,
    double milliseconds,
    String model,
    String id,
    boolean lines,
    boolean cut) {

  /** The route of what leads nowhere, and of what is no HTTP. */
  public static final String NO_ROUTE = "none";

  /** What others, too, write for a client that left; HTTP has no word for it. */
  public static final int CLIENT_GONE = 499;
}
