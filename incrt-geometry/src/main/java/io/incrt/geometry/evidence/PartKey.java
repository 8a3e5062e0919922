package io.incrt.geometry.evidence;

import java.util.Comparator;
import java.util.Optional;

/**
 * Which part of a network is meant.
 *
 * @param kind what it is, such as {@code head} or {@code convolution}
 * @param layer the layer it belongs to; −1 for none
 * @param id its number among those of its kind, or that of the head whose dimensions are meant
 * @param beyond the strongest dimensions that it leaves out; 0 where it is a part of its own
 */
public record PartKey(String kind, int layer, int id, int beyond) implements Comparable<PartKey> {

  /** The kind of an attention head. */
  public static final String HEAD = "head";

  /** The kind of a head's weaker key dimensions. */
  public static final String DIMENSIONS = "dimensions";

  private static final Comparator<PartKey> ORDER =
      Comparator.comparing(PartKey::kind)
          .thenComparingInt(PartKey::layer)
          .thenComparingInt(PartKey::id)
          .thenComparingInt(PartKey::beyond);

  /** A part of its own. */
  public PartKey(String kind, int layer, int id) {
    this(kind, layer, id, 0);
  }

  /** A head. */
  public static PartKey head(int layer, int id) {
    return new PartKey(HEAD, layer, id);
  }

  /** The key dimensions of a head beyond its strongest ones. */
  public static PartKey dimensions(int layer, int head, int beyond) {
    return new PartKey(DIMENSIONS, layer, head, beyond);
  }

  /** The head that it is a share of. */
  public Optional<PartKey> owner() {
    return kind.equals(DIMENSIONS) ? Optional.of(head(layer, id)) : Optional.empty();
  }

  @Override
  public int compareTo(PartKey other) {
    return ORDER.compare(this, other);
  }

  /** "head 3 of layer 0", "dimensions beyond 8 of head 3 of layer 0", "convolution 1". */
  public String describe() {
    if (owner().isPresent()) {
      return "dimensions beyond " + beyond + " of " + owner().get().describe();
    }
    return kind + " " + id + (layer < 0 ? "" : " of layer " + layer);
  }
}
