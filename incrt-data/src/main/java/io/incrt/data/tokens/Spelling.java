package io.incrt.data.tokens;

/**
 * The letters of a word as numbers: {@link #START}, the word's Unicode code points in lower case,
 * {@link #END}. Of a word of more than {@value #KEPT} letters the first half and the last half of
 * as many are kept: beginnings and endings say the most.
 */
public final class Spelling {

  /** Stands before the first letter. */
  public static final int START = 1;

  /** Stands after the last letter. */
  public static final int END = 2;

  /** The most letters that are kept; even. */
  public static final int KEPT = 18;

  private Spelling() {}

  /** The numbers of a word. */
  public static int[] of(String word) {
    int[] points = Words.lower(word).codePoints().toArray();
    int kept = Math.min(points.length, KEPT);
    int[] letters = new int[kept + 2];
    letters[0] = START;
    letters[kept + 1] = END;
    System.arraycopy(points, 0, letters, 1, kept);
    if (points.length > KEPT) {
      int half = KEPT / 2;
      System.arraycopy(points, points.length - half, letters, 1 + half, half);
    }
    return letters;
  }
}
