package io.incrt.explain;

import io.incrt.data.records.LabelledSequence;
import io.incrt.explain.Faithfulness.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Measures the {@link Faithfulness} of the explanations of a model, always on the same records. */
final class Measurement {

  /** The orders drawn for a record. */
  private static final int DRAWS = 3;

  /** About how often the network is asked of a record, besides for ablation. */
  static final int ASKED = 400;

  private static final int FEWEST = 4;

  /** How often a record is chosen that may be there already. */
  private static final int TRIES = 8;

  private final Explainer explainer;
  private final Map<Method, List<Curves.Areas>> found = new LinkedHashMap<>();
  private final List<Curves.Areas> byChance = new ArrayList<>();

  Measurement(Explainer explainer) {
    this.explainer = explainer;
  }

  /**
   * Records at equal distances, as many as cost no more than a number of tokens that are computed.
   */
  static List<LabelledSequence> sample(
      List<LabelledSequence> records, int most, long tokens, Explainer explainer) {
    List<LabelledSequence> sample = new ArrayList<>();
    long cost = 0;
    int count = Math.min(most, records.size());
    // In an order in which every beginning is spread over the records.
    for (int i = 0; i < TRIES * count && sample.size() < count; i++) {
      LabelledSequence record = records.get((int) (spread(i) * records.size()));
      long own = explainer.cost(record);
      cost += own;
      if (cost > tokens && sample.size() >= FEWEST) {
        break;
      }
      if (own > 0 && !sample.contains(record)) {
        sample.add(record);
      }
    }
    return sample;
  }

  /** The numbers of van der Corput: 0, 1/2, 1/4, 3/4, 1/8 … */
  private static double spread(int i) {
    return (Integer.reverse(i) >>> 1) / (double) (1L << 31);
  }

  /** Measures on some records. */
  Faithfulness of(List<LabelledSequence> records, String sample) {
    for (int i = 0; i < records.size(); i++) {
      add(records.get(i), new Random(i));
    }
    List<Figures> figures = new ArrayList<>();
    Method chosen = explainer.methods().get(0);
    double most = 0;
    for (Map.Entry<Method, List<Curves.Areas>> entry : found.entrySet()) {
      figures.add(figures(entry.getKey().option(), entry.getValue()));
      Figures ahead = above("", entry.getValue(), found.get(explainer.methods().get(0)));
      if (ahead.gain() > Math.max(most, 2 * ahead.error())) {
        chosen = entry.getKey();
        most = ahead.gain();
      }
    }
    figures.add(figures(Faithfulness.RANDOM, byChance));
    Figures best = figures.get(explainer.methods().indexOf(chosen));
    boolean proven = best.gain() > 2 * best.error();
    return new Faithfulness(sample, records.size(), chosen, proven, figures);
  }

  private void add(LabelledSequence record, Random random) {
    int label = explainer.answer(record);
    Curves curves = explainer.curves(record, label);
    for (Method method : explainer.methods()) {
      double[] weights = explainer.weights(record, label, method);
      found.computeIfAbsent(method, key -> new ArrayList<>()).add(curves.of(weights));
    }
    double deletion = 0;
    double insertion = 0;
    for (int i = 0; i < DRAWS; i++) {
      Curves.Areas drawn = curves.of(random);
      deletion += drawn.deletion() / DRAWS;
      insertion += drawn.insertion() / DRAWS;
    }
    byChance.add(new Curves.Areas(deletion, insertion));
  }

  private Figures figures(String name, List<Curves.Areas> areas) {
    return above(name, areas, byChance);
  }

  /** The figures of a method, its gain that over another on the same records. */
  private static Figures above(String name, List<Curves.Areas> areas, List<Curves.Areas> others) {
    int count = areas.size();
    double deletion = 0;
    double insertion = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      Curves.Areas own = areas.get(i);
      double gain = own.difference() - others.get(i).difference();
      deletion += own.deletion() / count;
      insertion += own.insertion() / count;
      sum += gain;
      squares += gain * gain;
    }
    double mean = count == 0 ? 0 : sum / count;
    double variance = count < 2 ? 0 : Math.max(0, squares - sum * mean) / (count - 1);
    return new Figures(name, deletion, insertion, mean, Math.sqrt(variance / Math.max(1, count)));
  }
}
