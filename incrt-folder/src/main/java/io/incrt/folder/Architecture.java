package io.incrt.folder;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * The shape of a network: its layers, heads and key dimensions.
 *
 * @param layers the attention layers from bottom to top
 * @param blocks blocks of other kinds, in the order of their positions
 */
public record Architecture(
    List<Layer> layers, @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BlockShape> blocks) {

  /** The type of the block that mixes in the linear model. */
  public static final String FLOOR = "floor";

  /** The type of the block that reads the letters of words. */
  public static final String LETTERS = "letters";

  /** Only the embedding and the output layer. */
  public static final Architecture EMPTY = new Architecture(List.of());

  /** Copies the lists; files of models without other blocks lack the second. */
  public Architecture {
    layers = List.copyOf(layers);
    blocks = blocks == null ? List.of() : List.copyOf(blocks);
  }

  /** Attention layers alone. */
  public Architecture(List<Layer> layers) {
    this(layers, List.of());
  }

  /** Whether it has a block of that type. */
  public boolean has(String type) {
    return blocks.stream().anyMatch(block -> block.type().equals(type));
  }

  /** The key dimensions of every head of every layer. */
  public List<List<Integer>> dimensions() {
    return layers.stream()
        .map(layer -> layer.heads().stream().map(HeadShape::dimensions).toList())
        .toList();
  }

  /**
   * One layer.
   *
   * @param id its number
   * @param heads in the order of birth
   */
  public record Layer(int id, List<HeadShape> heads) {
    /** Copies the list. */
    public Layer {
      heads = List.copyOf(heads);
    }
  }

  /**
   * One head.
   *
   * @param id its number
   * @param bornAt the step it was born at
   * @param blocks the key dimensions of each block of columns, the one of its birth first
   */
  public record HeadShape(int id, long bornAt, List<Integer> blocks) {
    /** Copies the list. */
    public HeadShape {
      blocks = List.copyOf(blocks);
    }

    /** Its active key dimensions. */
    public int dimensions() {
      return blocks.stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * A block other than an attention layer.
   *
   * @param type the name of its block type
   * @param id its number among those of its type
   * @param position its place among all blocks, counted from 0
   * @param bornAt the step it was born at
   * @param sizes the sizes its type needs to rebuild it
   */
  public record BlockShape(
      String type, int id, int position, long bornAt, Map<String, Integer> sizes) {

    /** More than any part has of anything. */
    private static final int MOST = 1 << 28;

    /** Copies the map. */
    public BlockShape {
      if (position < 0) {
        throw new IllegalArgumentException("a block cannot stand at position " + position);
      }
      sizes = Map.copyOf(sizes);
    }

    /** One of its sizes, which must be there and positive. */
    public int size(String name) {
      Integer size = sizes.get(name);
      if (size == null || size < 1 || size > MOST) {
        throw new IllegalArgumentException(
            "a part of the type '" + type + "' cannot have the size " + name + " = " + size);
      }
      return size;
    }

    /** The same at another position. */
    public BlockShape at(int other) {
      return new BlockShape(type, id, other, bornAt, sizes);
    }
  }
}
