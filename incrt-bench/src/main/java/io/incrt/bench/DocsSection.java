package io.incrt.bench;

/** The part of a document that a command writes, between two comments. */
final class DocsSection {

  static final String BEGIN = "<!-- bench: begin, written by ./incrt bench --write-docs -->";
  static final String END = "<!-- bench: end -->";

  private DocsSection() {}

  /**
   * The document with another section.
   *
   * @param name of the document, for messages
   */
  static String replace(String name, String document, String section) {
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    if (begin < 0
        || end < begin
        || document.indexOf(BEGIN, begin + 1) >= 0
        || document.indexOf(END, end + 1) >= 0) {
      throw new IllegalArgumentException(
          name + " must hold the lines '" + BEGIN + "' and '" + END + "' once each, in that order");
    }
    return document.substring(0, begin + BEGIN.length())
        + "\n\n"
        + section.strip()
        + "\n\n"
        + document.substring(end);
  }
}
