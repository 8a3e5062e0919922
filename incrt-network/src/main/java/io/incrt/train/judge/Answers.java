package io.incrt.train.judge;

import io.incrt.model.Network;
import io.incrt.objective.ClassCounts;
import io.incrt.objective.Objective;
import io.incrt.objective.Scores;
import io.incrt.train.data.Examples;
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
    Scores scores = objective.scores();
    if (scores instanceof ClassCounts counts) {
      counts.remembering();
    }
    List<float[]> answers = of(network, records, objective::decode, batchSize);
    for (int i = 0; i < answers.size(); i++) {
      scores.add(answers.get(i), records.targets(), i);
    }
    return scores;
  }

  /** A network's answers to records. */
  public static List<float[]> of(
      Network network, Examples records, UnaryOperator<Tensor> decode, int batchSize) {
    List<float[]> answers = new ArrayList<>();
    for (int from = 0; from < records.size(); from += batchSize) {
      int[] chosen = IntStream.range(from, Math.min(records.size(), from + batchSize)).toArray();
      answers.addAll(network.answers(() -> records.batch(chosen), decode));
    }
    return answers;
  }
}
