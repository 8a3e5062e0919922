package io.incrt.lab.rivals;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.ngrams.LinearModel;
import io.incrt.data.ngrams.SparseVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A linear support vector machine on tokens and pairs of neighbouring tokens, what the networks see
 * too: each record's counts as a vector of length 1, the cost chosen on the validation records.
 */
public final class LinearNgrams {

  private static final double[] COSTS = {0.1, 1, 10};
  private static final long SEED = 1;

  private final Map<Long, Integer> rows;
  private final LinearModel model;

  private LinearNgrams(Map<Long, Integer> rows, LinearModel model) {
    this.rows = rows;
    this.model = model;
  }

  /** Learns from a corpus's training records. */
  public static LinearNgrams learn(Corpus corpus) {
    TokenizedRecords train = corpus.train();
    List<String> labels = corpus.labels();
    Map<Long, Integer> rows = new HashMap<>();
    List<SparseVector> vectors = new ArrayList<>();
    int[] classes = new int[train.size()];
    for (int i = 0; i < train.size(); i++) {
      int[] tokens = train.tokens(i);
      for (long feature : NaiveBayes.features(tokens)) {
        rows.computeIfAbsent(feature, key -> rows.size());
      }
      vectors.add(vector(rows, tokens));
      classes[i] = labels.indexOf(train.get(i).label());
    }
    LinearNgrams best = null;
    int most = -1;
    for (double cost : COSTS) {
      LinearModel model = LinearModel.fit(vectors, classes, rows.size(), labels.size(), cost, SEED);
      LinearNgrams tried = new LinearNgrams(rows, model);
      int right = tried.right(corpus.valid(), labels);
      if (right > most) {
        most = right;
        best = tried;
      }
    }
    return best;
  }

  private int right(TokenizedRecords records, List<String> labels) {
    int right = 0;
    for (int i = 0; i < records.size(); i++) {
      String answer = labels.get(classify(records.tokens(i)));
      right += answer.equals(records.get(i).label()) ? 1 : 0;
    }
    return right;
  }

  private static SparseVector vector(Map<Long, Integer> rows, int... tokens) {
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    for (long feature : NaiveBayes.features(tokens)) {
      Integer row = rows.get(feature);
      if (row != null) {
        counts.merge(row, 1, Integer::sum);
      }
    }
    double squares = 0;
    for (int count : counts.values()) {
      squares += (double) count * count;
    }
    int[] own = new int[counts.size()];
    float[] weights = new float[counts.size()];
    int at = 0;
    for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
      own[at] = entry.getKey();
      weights[at++] = (float) (entry.getValue() / Math.sqrt(squares));
    }
    return new SparseVector(own, weights);
  }

  /** The number of the class on whose side a record is farthest. */
  public int classify(int... tokens) {
    float[] scores = model.scores(vector(rows, tokens));
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }

  /** Features times classes; of two classes one has the other's weights with the other sign. */
  public long parameters() {
    return (long) model.size() * (model.classes() == 2 ? 1 : model.classes());
  }
}
