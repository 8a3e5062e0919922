package io.incrt.compare;

import io.incrt.base.Statistics;
import io.incrt.objective.AnswerLog;
import io.incrt.objective.ClassCounts;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The paired bootstrap: records are drawn with replacement, the same ones for all models, so that
 * what makes a record hard for all of them does not blur how they differ. The draws depend on the
 * number of records alone.
 */
final class PairedBootstrap {

  private static final int MOST_ROUNDS = 10_000;
  private static final int FEWEST_ROUNDS = 500;
  private static final int MOST_HALVINGS = 100;
  private static final long DRAWS = 100_000_000;

  private final SharedAnswers answers;
  private final Map<Figure, double[]> whole;
  private final Map<Figure, double[][]> resampled = new EnumMap<>(Figure.class);

  /** Draws and computes every figure of every model. */
  PairedBootstrap(SharedAnswers answers) {
    this(answers, (int) Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, DRAWS / answers.records())));
  }

  /** The same with so many draws of all records. */
  PairedBootstrap(SharedAnswers answers, int rounds) {
    this.answers = answers;
    int n = answers.records();
    for (Figure figure : Figure.values()) {
      resampled.put(figure, new double[answers.models()][rounds]);
    }
    int[] drawn = new int[n];
    Arrays.setAll(drawn, i -> i);
    Sample sample = new Sample();
    whole = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      whole.put(figure, new double[answers.models()]);
    }
    for (int m = 0; m < answers.models(); m++) {
      sample.count(m, drawn);
      for (Figure figure : Figure.values()) {
        whole.get(figure)[m] = sample.figure(figure);
      }
    }
    SplittableRandom random = new SplittableRandom(n);
    for (int round = 0; round < rounds; round++) {
      Arrays.setAll(drawn, i -> random.nextInt(n));
      for (int m = 0; m < answers.models(); m++) {
        sample.count(m, drawn);
        for (Figure figure : Figure.values()) {
          resampled.get(figure)[m][round] = sample.figure(figure);
        }
      }
    }
  }

  /** How many times the records were drawn. */
  int rounds() {
    return resampled.get(Figure.ACCURACY)[0].length;
  }

  /** A model's figure on the records themselves. */
  double figure(Figure figure, int model) {
    return whole.get(figure)[model];
  }

  /** A 95 % interval of a model's figure. */
  List<Double> interval(Figure figure, int model) {
    List<Double> ends = interval(figure, figure(figure, model), resampled.get(figure)[model]);
    // None of the figures can be negative.
    return List.of(Math.max(0, ends.get(0)), Math.max(0, ends.get(1)));
  }

  /** A 95 % interval of the difference of two models' figures. */
  List<Double> interval(Figure figure, int first, int second) {
    return interval(figure, observed(figure, first, second), differences(figure, first, second));
  }

  /**
   * How often the drawn differences are as far from their mean as the observed one is from none:
   * what chance would show if there were no difference. Never 0, since the observed counts, too,
   * and never less than the signs of so many differences could show: of few records draws differ
   * too little.
   */
  double pValue(Figure figure, int first, int second) {
    double[] differences = differences(figure, first, second);
    double mean = Statistics.mean(differences);
    // Sums in another order differ in their last digits.
    double far = Math.abs(observed(figure, first, second)) * (1 - 1e-9);
    long extreme =
        Arrays.stream(differences).filter(value -> Math.abs(value - mean) >= far).count();
    double least = Math.scalb(1.0, 1 - Math.min(answers.records(), 1 + MOST_HALVINGS));
    return Math.max(least, (1.0 + extreme) / (1 + differences.length));
  }

  private double observed(Figure figure, int first, int second) {
    return figure(figure, first) - figure(figure, second);
  }

  /**
   * The middle 95 % of drawn values. Drawing adds noise to each confidence bin, which a sum of
   * absolute values does not forget: the calibration error is moved back by as much.
   */
  private static List<Double> interval(Figure figure, double observed, double... drawn) {
    double[] values = drawn.clone();
    Arrays.sort(values);
    int tail = values.length / 40;
    double bias = figure == Figure.CALIBRATION_ERROR ? Statistics.mean(values) - observed : 0;
    return List.of(values[tail] - bias, values[values.length - 1 - tail] - bias);
  }

  private double[] differences(Figure figure, int first, int second) {
    double[] own = resampled.get(figure)[first];
    double[] others = resampled.get(figure)[second];
    double[] differences = new double[own.length];
    Arrays.setAll(differences, round -> own[round] - others[round]);
    return differences;
  }

  /** The counts of one model on drawn records. */
  private final class Sample {

    private final int[] both = new int[answers.classes()];
    private final int[] right = new int[answers.classes()];
    private final double[] bins = new double[ClassCounts.BINS];
    private double loss;
    private int hits;
    private int records;

    void count(int model, int... drawn) {
      Arrays.fill(both, 0);
      Arrays.fill(right, 0);
      Arrays.fill(bins, 0);
      loss = 0;
      hits = 0;
      records = drawn.length;
      AnswerLog log = answers.logs().get(model);
      for (int i : drawn) {
        int truth = log.label(i);
        int said = log.answer(i);
        boolean hit = truth == said;
        both[truth]++;
        both[said]++;
        right[truth] += hit ? 1 : 0;
        hits += hit ? 1 : 0;
        loss += log.loss(i);
        float sure = log.confidence(i);
        bins[Math.min(ClassCounts.BINS - 1, (int) (sure * ClassCounts.BINS))] +=
            sure - (hit ? 1 : 0);
      }
    }

    double figure(Figure figure) {
      return switch (figure) {
        case ACCURACY -> (double) hits / records;
        case MACRO_F1 -> macroF1();
        case LOG_LOSS -> loss / records;
        case CALIBRATION_ERROR -> Arrays.stream(bins).map(Math::abs).sum() / records;
      };
    }

    /** Over the classes that occur, as {@link ClassCounts#macroF1()}. */
    private double macroF1() {
      double sum = 0;
      int occurring = 0;
      for (int c = 0; c < both.length; c++) {
        sum += both[c] == 0 ? 0 : 2.0 * right[c] / both[c];
        occurring += both[c] == 0 ? 0 : 1;
      }
      return sum / occurring;
    }
  }
}
