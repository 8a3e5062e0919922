package io.incrt.bench;

/** A part of a document that a command writes, between two comments. */
enum DocsSection {
  /** All but the server. */
  BENCH("bench: begin, written by ./incrt bench --write-docs", "bench: end"),
  /** The server. */
  SERVING("serving: begin, written by ./incrt bench --only serving --write-docs", "serving: end"),
  /** Several processes; in a document of its own. */
  SCALE("scale: begin, written by ./incrt bench --only scale --write-docs", "scale: end");

  private final String begin;
  private final String end;

  DocsSection(String begin, String end) {
    this.begin = "<!-- " + begin + " -->";
    this.end = "<!-- " + end + " -->";
  }

  /** The document that it is in. */
  String document() {
    return this == SCALE ? "scale.md" : "performance.md";
  }

  String begin() {
    return begin;
  }

  String end() {
    return end;
  }

  /**
   * The document with another section.
   *
   * @param name of the document, for messages
   */
  String replace(String name, String document, String section) {
    int from = document.indexOf(begin);
    int to = document.indexOf(end);
    if (from < 0
        || to < from
        || document.indexOf(begin, from + 1) >= 0
        || document.indexOf(end, to + 1) >= 0) {
      throw new IllegalArgumentException(
          name + " must hold the lines '" + begin + "' and '" + end + "' once each, in that order");
    }
    return document.substring(0, from + begin.length())
        + "\n\n"
        + section.strip()
        + "\n\n"
        + document.substring(to);
  }
}
