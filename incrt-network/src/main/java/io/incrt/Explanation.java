package io.incrt;

import io.incrt.explain.Attribution;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What in a record spoke for and against its label. Weights are shares of the logit of the label
 * above the mean of the other labels': {@code logit} is the sum of the weights of all pieces and
 * {@code bias}. docs/explaining.md says what they mean.
 *
 * @param id the record's name
 * @param label the class that is explained, the model's answer
 * @param probability its probability
 * @param method how the weights were found
 * @param pieces the pieces of the record that the model read, in their order
 * @param parts the parts of the model that decided, the one that mattered most first
 * @param logit the logit of the label above the mean of the other labels'
 * @param bias what of it is said whatever the record holds, or by no single piece
 * @param note what the weights do not tell of, in one sentence; null if they tell of everything
 */
public record Explanation(
    String id,
    String label,
    double probability,
    String method,
    List<Piece> pieces,
    List<PartShare> parts,
    double logit,
    double bias,
    String note) {

  /** How many neighbours of a piece are kept with it. */
  private static final int BESIDE = 8;

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

  /** The same with the pieces of the largest weights alone, for or against; 0 keeps all. */
  public Explanation top(int most) {
    if (most <= 0 || pieces.size() <= most) {
      return this;
    }
    List<Piece> chosen =
        IntStream.range(0, pieces.size())
            .boxed()
            .sorted(
                (i, j) ->
                    Double.compare(
                        Math.abs(pieces.get(j).weight()), Math.abs(pieces.get(i).weight())))
            .limit(most)
            .sorted()
            .map(pieces::get)
            .toList();
    return new Explanation(id, label, probability, method, chosen, parts, logit, bias, note);
  }

  /**
   * The same with the pieces of the largest weights and a few beside each, so that what they are
   * part of can be read.
   *
   * @param most the most pieces
   */
  public Explanation excerpt(int most) {
    if (pieces.size() <= most) {
      return this;
    }
    boolean[] kept = new boolean[pieces.size()];
    int count = 0;
    int[] order =
        IntStream.range(0, kept.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.abs(pieces.get(i).weight())))
            .mapToInt(i -> i)
            .toArray();
    for (int i = 0; i < order.length && count < most; i++) {
      int to = Math.min(kept.length - 1, order[i] + BESIDE);
      for (int j = Math.max(0, order[i] - BESIDE); j <= to && count < most; j++) {
        count += kept[j] ? 0 : 1;
        kept[j] = true;
      }
    }
    List<Piece> chosen =
        IntStream.range(0, kept.length).filter(i -> kept[i]).mapToObj(pieces::get).toList();
    return new Explanation(id, label, probability, method, chosen, parts, logit, bias, note);
  }

  static Explanation of(Attribution found, List<String> labels) {
    int[] spans = found.spans();
    List<Piece> pieces =
        IntStream.range(0, found.weights().length)
            .mapToObj(
                i -> new Piece(spans[2 * i], spans[2 * i + 1], found.text(i), found.weights()[i]))
            .toList();
    return new Explanation(
        found.record().id(),
        labels.get(found.label()),
        found.probability(),
        found.method(),
        pieces,
        found.parts().stream().map(part -> new PartShare(part.part(), part.weight())).toList(),
        found.logit(),
        found.bias(),
        found.note().orElse(null));
  }
}
