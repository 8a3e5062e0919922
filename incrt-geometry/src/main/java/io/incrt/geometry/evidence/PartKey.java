package io.incrt.geometry.evidence;

import java.util.Comparator;

/**
 * Which part of a network is meant.
 *
 * @param kind what it is, such as {@code head} or {@code convolution}
 * @param layer the layer it belongs to; −1 for none
 * @param id its number among those of its kind
 */
public record PartKey(String kind, int layer, int id) implements Comparable<PartKey> {

  /** The kind of an attention head. */
  public static final String HEAD = "head";

  private static final Comparator<PartKey> ORDER =
      Comparator.comparing(PartKey::kind)
          .thenComparingInt(PartKey::layer)
          .thenComparingInt(PartKey::id);

  /** A head. */
  public static PartKey head(int layer, int id) {
    return new PartKey(HEAD, layer, id);
  }

  @Override
  public int compareTo(PartKey other) {
    return ORDER.compare(this, other);
  }

  /** "head 3 of layer 0", "convolution 1". */
  public String describe() {
    return kind + " " + id + (layer < 0 ? "" : " of layer " + layer);
  }
}
