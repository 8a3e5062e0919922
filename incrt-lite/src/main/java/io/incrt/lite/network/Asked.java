package io.incrt.lite.network;

/**
 * What a network is asked of one record.
 *
 * @param tokens its token numbers, at least one and at most as many as the model takes
 * @param floor what the linear model says of it, one number for each output; null where it is not
 *     asked
 * @param letters the letters of each token's word; null where they are not read
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Asked(int[] tokens, float[] floor, int[][] letters) {

  /**
   * The positions of its stream.
   *
   * @param pooling the tokens of a position
   */
  int positions(int pooling) {
    return (tokens.length + pooling - 1) / pooling;
  }
}
