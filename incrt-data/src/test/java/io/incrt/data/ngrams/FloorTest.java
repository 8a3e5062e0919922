package io.incrt.data.ngrams;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FloorTest {

  private static final FloorSettings SETTINGS = FloorSettings.usual(1);

  /** Bases at random, with the class's motif somewhere, or at place 10 for all. */
  private static List<LabelledSequence> records(int count, boolean placed, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder bases = new StringBuilder();
      for (int j = 0; j < 40; j++) {
        bases.append("ACGT".charAt(random.nextInt(4)));
      }
      int label = i % 3;
      int at = placed ? 10 + label : random.nextInt(34);
      String motif = placed ? "GATT" : List.of("AAAAAA", "GGGGGG", "CTCTCT").get(label);
      bases.replace(at, at + motif.length(), motif);
      records.add(new LabelledSequence("r" + i, bases.toString(), "c" + label));
    }
    return records;
  }

  private static int[] labels(List<LabelledSequence> records) {
    return records.stream().mapToInt(record -> record.label().charAt(1) - '0').toArray();
  }

  private static double accuracy(Floor floor, List<LabelledSequence> records) {
    int right = 0;
    int[] labels = labels(records);
    for (int i = 0; i < labels.length; i++) {
      float[] scores = floor.scores(records.get(i).sequence());
      boolean best = true;
      for (float score : scores) {
        best &= score <= scores[labels[i]];
      }
      right += best ? 1 : 0;
    }
    return (double) right / labels.length;
  }

  private static FloorLearner.Learned learn(List<LabelledSequence> records) {
    return FloorLearner.learn(Kind.DNA, records, labels(records), 3, SETTINGS);
  }

  @Test
  void motifsAreLearned() {
    List<LabelledSequence> records = records(200, false, 1);
    FloorLearner.Learned learned = learn(records);
    assertTrue(accuracy(learned.floor(), records(100, false, 2)) > 0.95);
    assertTrue(learned.accuracy() > 0.9);
    assertEquals(records.size(), learned.outOfFold().length);
  }

  @Test
  void placesAreChosenWhereTheyTellTheClass() {
    FloorLearner.Learned learned = learn(records(200, true, 1));
    assertTrue(learned.floor().features().shape().placed() > 0);
    assertTrue(accuracy(learned.floor(), records(100, true, 2)) > 0.95);
  }

  @Test
  void aLetterPutAtEitherEndOrTakenAwayThereChangesLittle() {
    FloorLearner.Learned learned = learn(atOnePlace(300, 1));
    assertTrue(learned.floor().features().shape().placed() > 0);
    for (UnaryOperator<String> change :
        List.<UnaryOperator<String>>of(
            s -> "A" + s, s -> s + "A", s -> s.substring(1), s -> s.substring(0, 39))) {
      List<LabelledSequence> changed =
          atOnePlace(200, 2).stream()
              .map(r -> new LabelledSequence(r.id(), change.apply(r.sequence()), r.label()))
              .toList();
      assertTrue(accuracy(learned.floor(), changed) > 0.9);
    }
  }

  /** Bases at random, with the class's four letters at place 10 and at place 25. */
  private static List<LabelledSequence> atOnePlace(int count, long seed) {
    List<LabelledSequence> records = new ArrayList<>();
    for (LabelledSequence record : records(count, false, seed)) {
      String motif = List.of("ACCA", "GTTG", "TACT").get(record.label().charAt(1) - '0');
      StringBuilder bases = new StringBuilder(record.sequence());
      for (int at : new int[] {10, 25}) {
        bases.replace(at, at + 4, motif);
      }
      // The motif that tells the class wherever it is must not.
      String free = bases.toString().replaceAll("AAAAAA|GGGGGG|CTCTCT", "CCAGTT");
      records.add(new LabelledSequence(record.id(), free, record.label()));
    }
    return records;
  }

  @Test
  void twoRunsGiveTheSameFloor() {
    List<LabelledSequence> records = records(120, false, 3);
    FloorLearner.Learned one = learn(records);
    FloorLearner.Learned other = learn(records);
    assertArrayEquals(one.floor().model().weights(), other.floor().model().weights());
    assertArrayEquals(one.outOfFold(), other.outOfFold());
    assertEquals(one.floor().scale(), other.floor().scale());
  }

  @Test
  void scoresOutOfFoldKnowNothingOfTheRecord() {
    // Labels that nothing in the records tells of: only a model that saw a record gets it right.
    List<LabelledSequence> records = new ArrayList<>();
    Random random = new Random(5);
    for (LabelledSequence record : records(200, false, 5)) {
      records.add(new LabelledSequence(record.id(), record.sequence(), "c" + random.nextInt(3)));
    }
    FloorLearner.Learned learned = learn(records);
    assertTrue(learned.accuracy() < 0.45, "out of fold: " + learned.accuracy());
    assertTrue(learned.logLoss() >= Math.log(3) - 0.03);
  }

  @Test
  void eachFoldIsScoredByTheModelOfTheOthers() {
    List<LabelledSequence> records = records(60, false, 12);
    int[] labels = labels(records);
    NgramFeatures features = NgramFeatures.learn(NgramShape.of(Kind.DNA), records, 1000);
    List<SparseVector> vectors =
        records.stream().map(record -> features.encode(record.sequence())).toList();
    int[] folds = Folds.of(records, labels, 3, 2, 1);
    float[][] scores = CrossFit.scoresOutOfFold(vectors, labels, folds, features.size(), 3, 1, 1);
    LinearModel second = CrossFit.without(0, vectors, labels, folds, features.size(), 3, 1, 1);
    LinearModel first = CrossFit.without(1, vectors, labels, folds, features.size(), 3, 1, 1);
    for (int i = 0; i < labels.length; i++) {
      LinearModel other = folds[i] == 0 ? second : first;
      assertArrayEquals(other.scores(vectors.get(i)), scores[i]);
    }
  }

  @Test
  void recordsThatAreNotLearnedFromAreScoredToo() {
    List<LabelledSequence> records = records(200, false, 6);
    FloorSettings few = new FloorSettings(5, 1 << 25, 15_000, 4000, 1);
    FloorLearner.Learned learned = FloorLearner.learn(Kind.DNA, records, labels(records), 3, few);
    for (float[] scores : learned.outOfFold()) {
      assertEquals(3, scores.length);
    }
    assertTrue(learned.accuracy() > 0.7);
  }

  @Test
  void probabilitiesSumToOneAndTheScaleFitsThem() {
    List<LabelledSequence> records = new ArrayList<>(records(200, false, 7));
    // Some labels are wrong, so that the best scale is not a matter of rounding.
    for (int i = 0; i < 20; i++) {
      records.set(i, new LabelledSequence("w" + i, records.get(i).sequence(), "c" + i % 2));
    }
    FloorLearner.Learned learned = learn(records);
    double sum = 0;
    for (float log : learned.floor().logProbabilities("ACGTGGGGGGACGT")) {
      sum += Math.exp(log);
    }
    assertEquals(1, sum, 1e-5);
    int[] labels = labels(records);
    double scale = learned.floor().scale();
    for (double other : new double[] {scale / 2, scale * 2}) {
      assertTrue(Softmax.logLoss(learned.outOfFold(), labels, other) > learned.logLoss());
    }
  }

  @Test
  void recordsThatAreAllRightDoNotMakeItCertain() {
    float[][] scores = new float[100][];
    Arrays.fill(scores, new float[] {1, -1});
    double scale = Softmax.fitScale(scores, new int[100]);
    double doubt = Math.exp(Softmax.logProbabilities(scores[0], scale)[1]);
    assertEquals(0.5 / 102, doubt, 1e-4);
  }

  @Test
  void twoClassesHaveOppositeScores() {
    List<LabelledSequence> records =
        records(200, false, 8).stream().filter(record -> !record.label().equals("c2")).toList();
    FloorLearner.Learned learned =
        FloorLearner.learn(Kind.DNA, records, labels(records), 2, SETTINGS);
    float[] scores = learned.floor().scores("ACGTGGGGGGACGT");
    assertEquals(-scores[0], scores[1]);
    assertTrue(scores[1] > 0);
  }

  @Test
  void theSolverReachesTheMinimum() {
    // Two records at ±1 on one axis: by symmetry w = 4C / (1 + 4C) on it, and no bias.
    List<SparseVector> vectors =
        List.of(
            new SparseVector(new int[] {0}, new float[] {1}),
            new SparseVector(new int[] {0}, new float[] {-1}));
    double[] w = DualSolver.solve(vectors, new boolean[] {true, false}, 1, 10, 1, 1e-9);
    assertEquals(40.0 / 41, w[0], 1e-6);
    assertEquals(0, w[1], 1e-6);
  }

  @Test
  void recordsOfOneGroupOrSequenceStayInOneFold() {
    List<LabelledSequence> records = new ArrayList<>();
    int[] labels = new int[400];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i % 2;
      records.add(
          i < 200
              ? new LabelledSequence("r" + i, "S" + i, "", "g" + i / 4, "")
              : new LabelledSequence("r" + i, "S" + i / 4, ""));
    }
    int[] folds = Folds.of(records, labels, 2, 5, 1);
    int[][] counts = new int[2][5];
    for (int i = 0; i < labels.length; i++) {
      assertEquals(folds[i - i % 4], folds[i]);
      counts[labels[i]][folds[i]]++;
    }
    for (int[] ofClass : counts) {
      for (int count : ofClass) {
        assertEquals(40, count);
      }
    }
  }

  @Test
  void aFloorIsDescribedInWords() {
    Floor floor = learn(records(60, false, 9)).floor();
    assertTrue(
        floor.describe().matches("letters 1–.* n-grams, linear SVM, C = [0-9.]+"),
        floor.describe());
  }

  @Test
  void modelsAreRestoredAsTheyWere() {
    LinearModel model = learn(records(60, false, 10)).floor().model();
    LinearModel again = LinearModel.restore(model.weights(), model.bias());
    SparseVector vector = new SparseVector(new int[] {3, 5}, new float[] {0.5f, 0.25f});
    assertArrayEquals(model.scores(vector), again.scores(vector));
  }

  @Test
  void partsThatDoNotFitAreRefused() {
    List<LabelledSequence> records = records(60, false, 11);
    Floor floor = learn(records).floor();
    LinearModel small = LinearModel.restore(new float[6], new float[3]);
    assertThrows(IllegalArgumentException.class, () -> new Floor(floor.features(), small, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Floor(floor.features(), floor.model(), 1, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> LinearModel.restore(new float[5], new float[3]));
    assertThrows(
        IllegalArgumentException.class,
        () -> FloorLearner.learn(Kind.DNA, records, new int[3], 3, SETTINGS));
  }
}
