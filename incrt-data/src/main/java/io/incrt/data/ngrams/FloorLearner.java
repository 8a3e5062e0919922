package io.incrt.data.ngrams;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Learns a floor: chooses n-grams that suit the records, then the cost, both by the log loss of
 * records that the scoring model had not seen; fits the scale on these scores and the model on all
 * records.
 */
public final class FloorLearner {

  /** Records encoded before it is asked again whether there are enough. */
  private static final int AT_ONCE = 32;

  private static final double FIRST_COST = 1;
  private static final double[] LARGER_COSTS = {3, 10};
  private static final double[] SMALLER_COSTS = {0.3, 0.1};

  private final List<LabelledSequence> training;
  private final int[] labels;
  private final int classes;
  private final FloorSettings settings;
  private final int[] folds;

  /**
   * What was learned.
   *
   * @param outOfFold the scores of each training record by a model that had not seen it, for
   *     whoever learns from them
   * @param logLoss of these, with the floor's scale
   * @param accuracy of these
   */
  @SuppressWarnings("ArrayRecordComponent") // scores of all records, handed over, not compared
  public record Learned(Floor floor, float[][] outOfFold, double logLoss, double accuracy) {}

  /** Scores of some folds with one choice of n-grams and cost. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Trial(Encoded encoded, double cost, float[][] scores, double logLoss) {}

  /** The records' vectors; null where a record is not learned from. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Encoded(NgramFeatures features, SparseVector[] vectors) {}

  private FloorLearner(
      List<LabelledSequence> training, int[] labels, int classes, FloorSettings settings) {
    if (training.isEmpty() || training.size() != labels.length) {
      throw new IllegalArgumentException(
          "a floor needs records with a label each, but there are "
              + training.size()
              + " records and "
              + labels.length
              + " labels");
    }
    this.training = training;
    this.labels = labels;
    this.classes = classes;
    this.settings = settings;
    this.folds = Folds.of(training, labels, classes, settings.folds(), settings.seed());
  }

  /**
   * Learns from training records.
   *
   * @param labels the class of each record, from 0
   */
  public static Learned learn(
      Kind kind,
      List<LabelledSequence> training,
      int[] labels,
      int classes,
      FloorSettings settings) {
    return learn(kind, false, training, labels, classes, settings);
  }

  /**
   * The same.
   *
   * @param bothStrands whether an n-gram of DNA and its reverse complement are one feature
   */
  public static Learned learn(
      Kind kind,
      boolean bothStrands,
      List<LabelledSequence> training,
      int[] labels,
      int classes,
      FloorSettings settings) {
    FloorLearner learner = new FloorLearner(training, labels, classes, settings);
    return learner.learn(
        NgramShape.of(kind).ofBothStrands(bothStrands),
        NgramShape.changes(kind, bothStrands, training));
  }

  /** Learns with these n-grams; only the cost is chosen. */
  public static Learned learn(
      NgramShape shape,
      List<LabelledSequence> training,
      int[] labels,
      int classes,
      FloorSettings settings) {
    return new FloorLearner(training, labels, classes, settings).learn(shape, List.of());
  }

  /** The same floor, fitted to more records with the n-grams, the cost and the scale it has. */
  public static Floor refit(
      Floor floor, List<LabelledSequence> records, int[] labels, FloorSettings settings) {
    int classes = floor.model().classes();
    FloorLearner learner = new FloorLearner(records, labels, classes, settings);
    Encoded encoded = learner.encode(floor.features().shape());
    return new Floor(
        encoded.features(), learner.fit(-1, encoded, floor.cost()), floor.cost(), floor.scale());
  }

  private Learned learn(NgramShape usual, List<UnaryOperator<NgramShape>> changes) {
    Trial best = attempt(encode(usual), FIRST_COST);
    for (UnaryOperator<NgramShape> change : changes) {
      NgramShape changed = change.apply(best.encoded().features().shape());
      Trial trial = attempt(encode(changed), FIRST_COST);
      if (trial.logLoss() < best.logLoss()) {
        best = trial;
      }
    }
    Trial larger = climb(best, LARGER_COSTS);
    return finish(larger.cost() == best.cost() ? climb(best, SMALLER_COSTS) : larger);
  }

  private Trial climb(Trial from, double... costs) {
    Trial best = from;
    for (double cost : costs) {
      Trial trial = attempt(best.encoded(), cost);
      if (trial.logLoss() >= best.logLoss()) {
        return best;
      }
      best = trial;
    }
    return best;
  }

  /** In an order drawn by the seed, until there are as many entries as may be held. */
  private Encoded encode(NgramShape shape) {
    NgramFeatures features = NgramFeatures.learn(shape, training, settings.mostFeatures(classes));
    SparseVector[] vectors = new SparseVector[training.size()];
    int[] order = new int[vectors.length];
    SplittableRandom random = new SplittableRandom(settings.seed());
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    long entries = 0;
    for (int from = 0; from < order.length && entries < settings.mostEntries(); from += AT_ONCE) {
      int to = Math.min(order.length, from + AT_ONCE);
      entries +=
          IntStream.range(from, to)
              .parallel()
              .mapToLong(
                  i -> {
                    vectors[order[i]] = features.encode(training.get(order[i]).sequence());
                    return vectors[order[i]].rows().length;
                  })
              .sum();
    }
    return new Encoded(features, vectors);
  }

  /** Scores as many folds as it takes to compare. */
  private Trial attempt(Encoded encoded, double cost) {
    float[][] scores = new float[labels.length][];
    int asked = 0;
    for (int scored = 0; asked < settings.folds() && scored < settings.enough(); asked++) {
      scored += learnedFrom(asked, encoded);
    }
    atOnce(IntStream.range(0, asked), encoded)
        .forEach(fold -> score(fold, encoded, cost, scores, false));
    return new Trial(
        encoded, cost, scores, Softmax.logLoss(scores, labels, Softmax.fitScale(scores, labels)));
  }

  /** Scores a fold's records, those that are not learned from only where they are asked for. */
  private void score(int fold, Encoded encoded, double cost, float[][] scores, boolean all) {
    LinearModel model = fit(fold, encoded, cost);
    for (int i = 0; i < labels.length; i++) {
      SparseVector vector = encoded.vectors()[i];
      if (folds[i] == fold && (vector != null || all)) {
        scores[i] =
            model.scores(
                vector != null ? vector : encoded.features().encode(training.get(i).sequence()));
      }
    }
  }

  /**
   * Folds side by side, as each one's scores are its own, whichever is ready first; one after the
   * other where all their weights together would be more than one model may have.
   */
  private IntStream atOnce(IntStream some, Encoded encoded) {
    long weights = (long) settings.folds() * classes * encoded.features().size();
    return weights <= settings.mostWeights() ? some.parallel() : some;
  }

  /** A fold's records that others learn from. */
  private int learnedFrom(int fold, Encoded encoded) {
    int count = 0;
    for (int i = 0; i < labels.length; i++) {
      count += folds[i] == fold && encoded.vectors()[i] != null ? 1 : 0;
    }
    return count;
  }

  /** A model of all folds but one; of all with fold −1. */
  private LinearModel fit(int without, Encoded encoded, double cost) {
    return CrossFit.without(
        without,
        Arrays.asList(encoded.vectors()),
        labels,
        folds,
        encoded.features().size(),
        classes,
        cost,
        settings.seed());
  }

  private Learned finish(Trial chosen) {
    float[][] scores = chosen.scores();
    atOnce(
            IntStream.range(0, settings.folds()).filter(fold -> !complete(fold, scores)),
            chosen.encoded())
        .forEach(fold -> score(fold, chosen.encoded(), chosen.cost(), scores, true));
    double scale = Softmax.fitScale(scores, labels);
    Floor floor =
        new Floor(
            chosen.encoded().features(),
            fit(-1, chosen.encoded(), chosen.cost()),
            chosen.cost(),
            scale);
    int right = 0;
    for (int i = 0; i < labels.length; i++) {
      right += largest(scores[i]) == labels[i] ? 1 : 0;
    }
    return new Learned(
        floor, scores, Softmax.logLoss(scores, labels, scale), (double) right / labels.length);
  }

  private boolean complete(int fold, float[][] scores) {
    for (int i = 0; i < labels.length; i++) {
      if (folds[i] == fold && scores[i] == null) {
        return false;
      }
    }
    return true;
  }

  private static int largest(float[] scores) {
    int best = 0;
    for (int c = 1; c < scores.length; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }
}
