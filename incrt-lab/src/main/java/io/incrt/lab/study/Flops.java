package io.incrt.lab.study;

import io.incrt.data.corpus.Corpus;
import io.incrt.settings.RunSettings;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What training costs, counted and not measured: multiplications and additions of the products in
 * the layers and the classifier, three times the forward pass for a step (once forward, twice
 * backward). Embeddings, norms, the optimizer and the Homeostat are not counted.
 */
public final class Flops {

  private Flops() {}

  /**
   * One training step.
   *
   * @param heads the key dimensions of every head of every layer
   * @param d the model dimension
   * @param dk the value dimensions of a head
   * @param n tokens of a sequence
   * @param batch sequences of a step
   * @param classes the number of labels
   */
  public static double step(
      List<List<Integer>> heads, int d, int dk, double n, int batch, int classes) {
    double forward = 0;
    for (List<Integer> layer : heads) {
      for (int own : layer) {
        double projections = 2.0 * n * d * (2.0 * own + 2.0 * dk);
        double attention = 2.0 * n * n * (own + dk);
        forward += projections + attention;
      }
    }
    forward += 2.0 * 2 * d * classes;
    return 3 * batch * forward;
  }

  /** The same for settings and a corpus, with the mean length of its first records. */
  public static double step(List<List<Integer>> heads, RunSettings settings, Corpus corpus) {
    double n =
        IntStream.range(0, Math.min(1000, corpus.train().size()))
            .map(i -> corpus.train().tokens(i).length)
            .average()
            .orElse(1);
    return step(
        heads,
        settings.network().width(),
        settings.network().keyDimensions(),
        n,
        settings.training().batchSize(),
        corpus.labels().size());
  }
}
