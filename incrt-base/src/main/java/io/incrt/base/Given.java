package io.incrt.base;

/** Refuses what is missing, in words. */
public final class Given {

  private Given() {}

  /**
   * The value itself.
   *
   * @param name what it is called where it was asked for
   * @throws NullPointerException if it is null: "records must not be null"
   */
  public static <T> T given(T value, String name) {
    if (value == null) {
      throw new NullPointerException(name + " must not be null");
    }
    return value;
  }

  /**
   * The values themselves.
   *
   * @param name what they are called where they were asked for
   * @throws NullPointerException if they or one of them are null: "records must not hold null, but
   *     the one at 3 is"
   */
  public static <T, C extends Iterable<T>> C all(C values, String name) {
    given(values, name);
    int at = 0;
    for (T value : values) {
      if (value == null) {
        throw new NullPointerException(name + " must not hold null, but the one at " + at + " is");
      }
      at++;
    }
    return values;
  }
}
