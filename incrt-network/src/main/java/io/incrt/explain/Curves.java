package io.incrt.explain;

import io.incrt.data.ngrams.Floor;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import io.incrt.predict.Predictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The probability of a label as pieces of a record are taken away, and as they come. What is taken
 * away is unknown to the network, and to the linear model a letter that no record has.
 */
final class Curves {

  /** The points of a curve, besides its beginning. */
  static final int POINTS = 16;

  /** Stands where letters are gone. */
  private static final char GONE = '\uFFFD';

  private final Predictor predictor;
  private final Optional<Floor> floor;
  private final boolean alone;
  private final LabelledSequence record;
  private final int label;
  private final Pieces pieces;
  private final Units units;

  /**
   * Of a record.
   *
   * @param floor where the linear model is asked
   * @param alone whether the answer is the linear model's alone
   */
  Curves(
      Predictor predictor,
      Optional<Floor> floor,
      boolean alone,
      LabelledSequence record,
      Pieces pieces,
      Batch.Input input,
      int label) {
    this.predictor = predictor;
    this.floor = floor;
    this.alone = alone;
    this.record = record;
    this.label = label;
    this.pieces = pieces;
    this.units = new Units(pieces, input, Pieces.MOST);
  }

  /** The areas under the two curves. */
  record Areas(double deletion, double insertion) {
    double difference() {
      return insertion - deletion;
    }
  }

  /** The areas if pieces go and come in the order of their weights, the largest first. */
  Areas of(double... weights) {
    return of(
        IntStream.range(0, pieces.size())
            .boxed()
            .sorted(Comparator.comparingDouble(piece -> -weights[piece]))
            .toArray(Integer[]::new));
  }

  /** The same in an order that is drawn. */
  Areas of(Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, pieces.size()).boxed().toList());
    Collections.shuffle(order, random);
    return of(order.toArray(Integer[]::new));
  }

  private Areas of(Integer... order) {
    int points = Math.min(POINTS, order.length);
    List<Batch.Input> asked = new ArrayList<>();
    for (int point = 0; point <= points; point++) {
      int count = Math.round((float) order.length * point / points);
      asked.add(left(count, order, true));
      asked.add(left(count, order, false));
    }
    List<float[]> answers = predictor.answersTo(asked);
    double deletion = 0;
    double insertion = 0;
    for (int point = 0; point <= points; point++) {
      double share = (point == 0 || point == points ? 0.5 : 1.0) / points;
      deletion += share * answers.get(2 * point)[label];
      insertion += share * answers.get(2 * point + 1)[label];
    }
    return new Areas(deletion, insertion);
  }

  /** The record without the first pieces of an order, or with them alone. */
  private Batch.Input left(int count, Integer[] order, boolean without) {
    boolean[] gone = new boolean[order.length];
    Arrays.fill(gone, !without);
    for (int i = 0; i < count; i++) {
      gone[order[i]] = without;
    }
    float[] linear = floor.map(asked -> said(asked, gone)).orElse(null);
    if (alone) {
      // Whatever the network says of whatever record counts nothing.
      int[][] letters = units.hasLetters() ? new int[1][0] : null;
      return predictor.input(new int[] {Tokenizer.UNKNOWN}, linear, letters);
    }
    Units.Left left = units.without(gone);
    return predictor.input(left.tokens(), linear, left.letters());
  }

  private float[] said(Floor linear, boolean... gone) {
    char[] letters = record.sequence().toCharArray();
    for (int piece = 0; piece < gone.length; piece++) {
      if (gone[piece]) {
        Arrays.fill(letters, pieces.start(piece), pieces.end(piece), GONE);
      }
    }
    return linear.logProbabilities(String.valueOf(letters));
  }
}
