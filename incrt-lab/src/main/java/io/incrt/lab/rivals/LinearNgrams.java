package io.incrt.lab.rivals;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import io.incrt.data.corpus.Corpus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Logistic regression on tokens and pairs of neighbouring tokens, by LIBLINEAR: each record's
 * counts as a vector of length 1, the regularisation chosen on the validation records.
 */
public final class LinearNgrams {

  private static final double[] COSTS = {1, 10, 100};
  private static final double TOLERANCE = 0.01;

  private final Map<Long, Integer> numbers;
  private final Model model;
  private final List<String> labels;

  private LinearNgrams(Map<Long, Integer> numbers, Model model, List<String> labels) {
    this.numbers = numbers;
    this.model = model;
    this.labels = labels;
  }

  /** Learns from a corpus's training records. */
  public static LinearNgrams learn(Corpus corpus) {
    Linear.disableDebugOutput();
    Map<Long, Integer> numbers = new HashMap<>();
    Problem problem = new Problem();
    problem.l = corpus.train().size();
    problem.x = new Feature[problem.l][];
    problem.y = new double[problem.l];
    for (int i = 0; i < problem.l; i++) {
      int[] tokens = corpus.train().tokens(i);
      for (long feature : NaiveBayes.features(tokens)) {
        numbers.computeIfAbsent(feature, key -> numbers.size() + 1);
      }
      problem.x[i] = vector(numbers, tokens);
      problem.y[i] = corpus.labels().indexOf(corpus.train().get(i).label());
    }
    problem.n = numbers.size();
    LinearNgrams best = null;
    long most = -1;
    for (double cost : COSTS) {
      Model model = Linear.train(problem, new Parameter(SolverType.L2R_LR_DUAL, cost, TOLERANCE));
      LinearNgrams tried = new LinearNgrams(numbers, model, corpus.labels());
      long right =
          IntStream.range(0, corpus.valid().size())
              .filter(
                  i ->
                      corpus
                          .labels()
                          .get(tried.classify(corpus.valid().tokens(i)))
                          .equals(corpus.valid().get(i).label()))
              .count();
      if (right > most) {
        most = right;
        best = tried;
      }
    }
    return best;
  }

  private static Feature[] vector(Map<Long, Integer> numbers, int... tokens) {
    TreeMap<Integer, Double> counts = new TreeMap<>();
    for (long feature : NaiveBayes.features(tokens)) {
      Integer number = numbers.get(feature);
      if (number != null) {
        counts.merge(number, 1.0, Double::sum);
      }
    }
    double norm = Math.sqrt(counts.values().stream().mapToDouble(count -> count * count).sum());
    return counts.entrySet().stream()
        .map(entry -> new FeatureNode(entry.getKey(), entry.getValue() / norm))
        .toArray(Feature[]::new);
  }

  /** The number of the most probable class. */
  public int classify(int... tokens) {
    return (int) Linear.predict(model, vector(numbers, tokens));
  }

  /** Features times classes. */
  public long parameters() {
    return (long) numbers.size() * (labels.size() == 2 ? 1 : labels.size());
  }
}
