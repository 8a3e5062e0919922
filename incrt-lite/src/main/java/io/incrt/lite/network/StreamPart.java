package io.incrt.lite.network;

/** A part that adds to the stream of tokens. */
@FunctionalInterface
interface StreamPart {

  /**
   * Adds to the stream.
   *
   * @param x one position per row, n×d
   */
  void add(float[][] x, Asked asked);
}
