package io.incrt.explain;

import io.incrt.data.records.LabelledSequence;
import java.util.List;
import java.util.Optional;

/**
 * What a model's answer to one record is made of. The logit of the class above the mean of the
 * others' is the sum of the weights and the bias.
 *
 * @param record the record
 * @param label the number of the class that is explained
 * @param probability its probability
 * @param method how the weights were found, in words
 * @param logit the logit of the class above the mean of the others'; over two strands the mean
 * @param bias what of the logit belongs to no piece
 * @param spans where each piece begins and ends in the record, one after the other
 * @param weights what each piece adds to the logit
 * @param parts what each part of the model adds to the logit, the largest first
 * @param note what the weights do not tell of, in one sentence
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record Attribution(
    LabelledSequence record,
    int label,
    double probability,
    String method,
    double logit,
    double bias,
    int[] spans,
    double[] weights,
    List<PartWeight> parts,
    Optional<String> note) {

  /**
   * What a part of the model adds.
   *
   * @param part in words
   * @param weight to the logit
   */
  public record PartWeight(String part, double weight) {}

  /** What stands at a piece. */
  public String text(int piece) {
    return record.sequence().substring(spans[2 * piece], spans[2 * piece + 1]);
  }
}
