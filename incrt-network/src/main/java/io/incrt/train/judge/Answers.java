package io.incrt.train.judge;

import io.incrt.model.Network;
import io.incrt.objective.ClassCounts;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import java.util.ArrayList;
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
    return evaluate(network, objective, records, batchSize, Collective.ALONE);
  }

  /** The same by several processes. */
  public static Scores evaluate(
      Network network,
      Objective objective,
      Examples records,
      int batchSize,
      Collective collective) {
    Scores scores = objective.scores();
    if (scores instanceof ClassCounts counts) {
      counts.remembering();
    }
    List<float[]> answers = of(network, records, objective::decode, batchSize, collective);
    for (int i = 0; i < answers.size(); i++) {
      scores.add(answers.get(i), records.targets(), i);
    }
    return scores;
  }

  /** A network's answers to records. */
  public static List<float[]> of(
      Network network, Examples records, UnaryOperator<Tensor> decode, int batchSize) {
    return of(network, records, decode, batchSize, Collective.ALONE);
  }

  /** The same by several processes, of which each asks its share. */
  public static List<float[]> of(
      Network network,
      Examples records,
      UnaryOperator<Tensor> decode,
      int batchSize,
      Collective collective) {
    List<float[]> answers = new ArrayList<>();
    int end = collective.end(records.size());
    for (int from = collective.first(records.size()); from < end; from += batchSize) {
      int[] chosen = IntStream.range(from, Math.min(end, from + batchSize)).toArray();
      answers.addAll(network.answers(() -> records.batch(chosen), decode));
    }
    return collective.together(answers, records.size(), network.shape().classes());
  }
}
