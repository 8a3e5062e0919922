package io.incrt.train.judge;

import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.train.data.Examples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** What networks say of records. */
public final class Answers {

  private Answers() {}

  /** Evaluates a network on records. */
  public static Scores evaluate(
      Network network, Objective objective, Examples records, int batchSize) {
    Scores scores = objective.scores();
    List<float[]> answers = of(network, records, objective::decode, batchSize);
    for (int i = 0; i < answers.size(); i++) {
      scores.add(answers.get(i), records.targets(), i);
    }
    return scores;
  }

  /** A network's answers to records. */
  public static List<float[]> of(
      Network network, Examples records, UnaryOperator<Tensor> decode, int batchSize) {
    int[] all = IntStream.range(0, records.size()).toArray();
    return of(network, records, all, decode, batchSize);
  }

  /**
   * The same to some of the records.
   *
   * @param chosen which
   * @param without parts that are left out
   */
  public static List<float[]> of(
      Network network,
      Examples records,
      int[] chosen,
      UnaryOperator<Tensor> decode,
      int batchSize,
      Part... without) {
    List<float[]> answers = new ArrayList<>();
    for (int from = 0; from < chosen.length; from += batchSize) {
      int[] batch = Arrays.copyOfRange(chosen, from, Math.min(chosen.length, from + batchSize));
      answers.addAll(network.answers(() -> records.batch(batch), decode, without));
    }
    return answers;
  }
}
