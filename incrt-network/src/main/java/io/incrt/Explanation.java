package io.incrt;

import java.util.List;

/**
 * What in a record spoke for and against its label.
 *
 * @param id the record's name
 * @param label the class that is explained, the model's answer
 * @param probability its probability
 * @param method how the weights were found
 * @param pieces the pieces of the record that the model read, in their order
 * @param parts the parts of the model that decided, the one that mattered most first
 */
public record Explanation(
    String id,
    String label,
    double probability,
    String method,
    List<Piece> pieces,
    List<PartShare> parts) {

  /** Copies the lists. */
  public Explanation {
    pieces = List.copyOf(pieces);
    parts = List.copyOf(parts);
  }

  /**
   * A piece of the record, such as a word or a base.
   *
   * @param start its first character in the record
   * @param end the character behind its last
   * @param text what stands there
   * @param weight how much it spoke for the label (positive) or against it (negative)
   */
  public record Piece(int start, int end, String text, double weight) {}

  /**
   * A part of the model.
   *
   * @param part in words
   * @param weight how much it spoke for the label
   */
  public record PartShare(String part, double weight) {}
}
