package io.incrt.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * Two models beside each other, the more accurate one first.
 *
 * @param first the name of one
 * @param second the name of the other
 * @param paired whether both answered the same records, and each answer is known
 * @param onlyFirst how many records the first alone got right; null where it is not paired
 * @param onlySecond how many the second alone got right; null where it is not paired
 * @param differences by the field of the {@link Figure}; where it is not paired, the accuracy alone
 * @param verdict what it says, in words
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Pair(
    String first,
    String second,
    boolean paired,
    Long onlyFirst,
    Long onlySecond,
    Map<String, Difference> differences,
    String verdict) {

  /** The difference in a figure; null where it is not known. */
  public Difference in(Figure figure) {
    return differences.get(figure.field());
  }
}
