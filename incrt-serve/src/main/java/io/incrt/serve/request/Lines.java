package io.incrt.serve.request;

import java.util.Arrays;

/**
 * Cuts bytes that come in pieces into lines. Keeps at most one line; a longer one than may be is
 * refused before its end is there.
 */
public final class Lines {

  private static final int FIRST = 256;

  private final int longest;
  private byte[] pending = new byte[0];
  private int length;
  private boolean begun;

  /** Lines of at most so many bytes. */
  public Lines(int longest) {
    this.longest = longest;
  }

  /** Receives lines without their ends. */
  @FunctionalInterface
  public interface Receiver {
    /** A line; the bytes are the receiver's until it returns. */
    void accept(byte[] bytes, int from, int to);
  }

  /** Whether a line holds nothing but blanks. */
  public static boolean isBlank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /** Takes the next bytes, and hands over every line that is whole. */
  public void add(byte[] bytes, int from, int to, Receiver receiver) {
    int start = from;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        if (length == 0) {
          requireShort(i - start);
          hand(bytes, start, i, receiver);
        } else {
          keep(bytes, start, i);
          hand(pending, 0, length, receiver);
          length = 0;
        }
        start = i + 1;
      }
    }
    keep(bytes, start, to);
  }

  /** Hands over what is left behind the last end of a line, if anything is. */
  public void finish(Receiver receiver) {
    if (length > 0) {
      hand(pending, 0, length, receiver);
      length = 0;
    }
  }

  private void hand(byte[] bytes, int from, int to, Receiver receiver) {
    int start = begun ? from : behindMark(bytes, from, to);
    begun = true;
    int end = to > start && bytes[to - 1] == '\r' ? to - 1 : to;
    receiver.accept(bytes, start, end);
  }

  /** Some programs begin a text with a mark of its byte order. */
  private static int behindMark(byte[] bytes, int from, int to) {
    boolean marked =
        to - from >= 3
            && bytes[from] == (byte) 0xef
            && bytes[from + 1] == (byte) 0xbb
            && bytes[from + 2] == (byte) 0xbf;
    return marked ? from + 3 : from;
  }

  private void keep(byte[] bytes, int from, int to) {
    int more = to - from;
    if (more == 0) {
      return;
    }
    requireShort((long) length + more);
    if (length + more > pending.length) {
      int wanted = (int) Math.min(longest, 2L * (length + more));
      pending = Arrays.copyOf(pending, Math.max(FIRST, wanted));
    }
    System.arraycopy(bytes, from, pending, length, more);
    length += more;
  }

  private void requireShort(long bytes) {
    if (bytes > longest) {
      throw RefusedException.large("a line has more than " + longest + " bytes");
    }
  }
}
