package io.incrt.model;

import java.util.List;

/**
 * The shape a network has grown into.
 *
 * @param layers from bottom to top
 */
public record Architecture(List<Layer> layers) {

  /** Copies the list. */
  public Architecture {
    layers = List.copyOf(layers);
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
   * @param blocks the key dimensions of each block it was given, birth first
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
}
