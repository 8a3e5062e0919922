package io.incrt.explain;

import java.util.List;
import java.util.Objects;

/**
 * How far explanations of a model can be trusted, and by which method they are best. Pieces of a
 * record are taken away, those that spoke for the label most first: the faster its probability
 * falls, the smaller is the area under it (deletion). And they are put into a record of which
 * nothing is known, in the same order: the faster it rises, the larger is the area (insertion).
 * Orders drawn at random have the same area in both, on average, whatever the model is.
 *
 * @param sample what the records are, to follow "measured on"
 * @param records how many there were
 * @param chosen ablation, which is exact, unless another method has a larger gain on the same
 *     records by more than twice the standard error of the difference; then the best of those
 * @param proven whether its gain is above 0 by more than twice its standard error
 * @param methods those that were compared, the one by chance last
 */
public record Faithfulness(
    String sample, int records, Method chosen, boolean proven, List<Figures> methods) {

  /** Requires all of it, and copies the list. */
  public Faithfulness {
    Objects.requireNonNull(sample, "sample");
    Objects.requireNonNull(chosen, "chosen");
    methods = List.copyOf(methods);
  }

  /** The name of orders drawn at random. */
  public static final String RANDOM = "random";

  /**
   * The figures of a method, each a mean over the records.
   *
   * @param method its name
   * @param deletion the area under the probability as pieces are taken away; small is good
   * @param insertion the same as they come; large is good
   * @param gain insertion less deletion, above what random orders have; 0 is chance
   * @param error the standard error of the gain
   */
  public record Figures(
      String method, double deletion, double insertion, double gain, double error) {}
}
