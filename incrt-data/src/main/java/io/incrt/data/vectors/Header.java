package io.incrt.data.vectors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a word2vec file.
 *
 * @param count how many words the file says it has; nothing is allocated on its word
 * @param dimension how many numbers each has
 */
record Header(long count, int dimension) {

  /** More than anybody has trained; a larger number is a damaged one. */
  static final int MOST_DIMENSIONS = 4096;

  private static final Pattern LINE = Pattern.compile("(\\d{1,18})[ \\t]+(\\d{1,18})[ \\t\\r]*");
  private static final int LONGEST = 64;

  /** The header, if the file begins with one; its line is then the last one read. */
  static Optional<Header> read(ByteInput in) throws IOException {
    int length = in.before('\n', LONGEST);
    int end = length < 0 ? in.end() : in.at() + length;
    if (end - in.at() > LONGEST) {
      return Optional.empty();
    }
    String line = new String(in.bytes(), in.at(), end - in.at(), StandardCharsets.ISO_8859_1);
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    in.line();
    in.skipLine();
    long count = Long.parseLong(matcher.group(1));
    if (count == 0) {
      throw in.badLine("the header says that there are 0 words; at least one was expected");
    }
    return Optional.of(
        new Header(count, dimension(Long.parseLong(matcher.group(2)), "the header", in)));
  }

  /** Checks a dimension that {@code who} says. */
  static int dimension(long said, String who, ByteInput in) {
    if (said < 1 || said > MOST_DIMENSIONS) {
      throw in.bad(
          who + " says that vectors have " + said + " dimensions; 1 to 4096 were expected");
    }
    return (int) said;
  }

  /** Whether numbers follow as bytes: what comes after the first blank is then no text. */
  boolean binary(ByteInput in) throws IOException {
    int word = in.before(' ', ByteInput.LONGEST_WORD);
    if (word < 0) {
      return false;
    }
    in.has(word + 1 + dimension * Float.BYTES);
    int from = in.at() + word + 1;
    int to = Math.min(in.end(), from + dimension * Float.BYTES);
    for (int i = from; i < to; i++) {
      byte one = in.bytes()[i];
      if (one >= 0 && one < ' ' && one != '\t' && one != '\r' && one != '\n') {
        return true;
      }
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(dimension * Float.BYTES);
    // The last character may be cut in two, so this is not the end of the text.
    return decoder.decode(ByteBuffer.wrap(in.bytes(), from, to - from), text, false).isError();
  }
}
