package io.incrt.serve.request;

import io.incrt.base.Ranges;

/**
 * How much a request may bring.
 *
 * @param bodyBytes the most bytes of a body that is one document
 * @param streamBytes the most bytes of a body of lines, which is answered as it comes
 * @param records the most records of a document
 * @param letters the most characters of a record
 */
public record Limits(int bodyBytes, long streamBytes, int records, int letters) {

  /** The most characters of an id, a name or a parameter. */
  static final int NAME = 1000;

  /** Checks the numbers. */
  public Limits {
    Ranges.atLeast("body bytes", bodyBytes, 1);
    Ranges.atLeast("stream bytes", streamBytes, 1);
    Ranges.atLeast("records", records, 1);
    Ranges.atLeast("letters", letters, 1);
  }

  /** The most bytes of a line of JSON: every letter may be written as an escape of six bytes. */
  public int lineBytes() {
    return (int) Math.min(Integer.MAX_VALUE - 8, 6L * (letters + 2L * NAME) + NAME);
  }
}
