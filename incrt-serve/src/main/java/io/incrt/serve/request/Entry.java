package io.incrt.serve.request;

/**
 * A record of a request.
 *
 * @param id its name, or its number from 1
 * @param text the record; null if it cannot be used
 * @param problem why it cannot be used; null if it can
 */
public record Entry(String id, String text, String problem) {

  static Entry of(String id, String text) {
    return new Entry(id, text, null);
  }

  static Entry bad(String id, String problem) {
    return new Entry(id, null, problem);
  }
}
