package io.incrt.lab.rivals;

import io.incrt.data.corpus.Corpus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Multinomial naive Bayes on tokens and pairs of neighbouring tokens, add-one smoothing: the floor
 * under every classifier of sequences. A log P(c) + Σ log P(f | c) over the features of a record.
 */
public final class NaiveBayes {

  private final List<String> labels;
  private final Map<Long, int[]> counts = new HashMap<>();
  private final double[] prior;
  private final double[] total;

  private NaiveBayes(List<String> labels) {
    this.labels = labels;
    this.prior = new double[labels.size()];
    this.total = new double[labels.size()];
  }

  /** Learns from a corpus's training records. */
  public static NaiveBayes learn(Corpus corpus) {
    NaiveBayes model = new NaiveBayes(corpus.labels());
    for (int i = 0; i < corpus.train().size(); i++) {
      int label = model.labels.indexOf(corpus.train().get(i).label());
      model.prior[label]++;
      for (long feature : features(corpus.train().tokens(i))) {
        model.counts.computeIfAbsent(feature, key -> new int[model.labels.size()])[label]++;
        model.total[label]++;
      }
    }
    for (int c = 0; c < model.prior.length; c++) {
      model.prior[c] = Math.log(model.prior[c] / corpus.train().size());
    }
    return model;
  }

  /** A record's tokens and pairs of neighbouring tokens, as numbers. */
  static long[] features(int... tokens) {
    long[] features = new long[Math.max(0, 2 * tokens.length - 1)];
    for (int i = 0; i < tokens.length; i++) {
      features[i] = tokens[i];
      if (i > 0) {
        features[tokens.length + i - 1] = (((long) tokens[i - 1] + 1) << 32) | tokens[i];
      }
    }
    return features;
  }

  /** The number of the most probable class. */
  public int classify(int... tokens) {
    double[] scores = prior.clone();
    for (long feature : features(tokens)) {
      int[] seen = counts.get(feature);
      if (seen != null) {
        for (int c = 0; c < scores.length; c++) {
          scores[c] += Math.log((seen[c] + 1.0) / (total[c] + counts.size()));
        }
      }
    }
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }
}
