package io.incrt.data.cache;

/** Hears how far the building of a cache is. */
@FunctionalInterface
public interface CacheProgress {

  /** Hears nothing. */
  CacheProgress NONE = at -> {};

  /**
   * How far it is.
   *
   * @param records read so far
   * @param bytes of the file read so far
   * @param of the bytes of the file
   * @param again whether these were read before, when building was interrupted
   */
  record At(long records, long bytes, long of, boolean again) {}

  /** Called some times a second. */
  void reached(At at);
}
