package io.incrt.explain;

import io.incrt.model.Batch;
import io.incrt.predict.Predictor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Exact ablation: the weight of a piece is by how much the network's logit falls when every token
 * that has a letter of it becomes unknown. Records of many pieces are taken apart in at most
 * {@value #MOST_UNITS} units.
 */
final class Ablation implements NetworkWeights {

  /** The most units of a record. */
  static final int MOST_UNITS = 512;

  /** The most tokens that wait to be computed at once. */
  private static final int MOST_TOKENS = 1 << 20;

  private final Predictor predictor;

  Ablation(Predictor predictor) {
    this.predictor = predictor;
  }

  @Override
  public String inWords() {
    return "ablation";
  }

  @Override
  public Found of(Pieces pieces, Batch.Input input, int label) {
    Units units = new Units(pieces, input, MOST_UNITS);
    double[] weights = new double[units.size()];
    int chunk = Math.max(2, MOST_TOKENS / input.tokens().length);
    int next = 0;
    while (next < weights.length) {
      List<Batch.Input> asked = new ArrayList<>(List.of(input));
      List<Integer> gone = new ArrayList<>();
      for (; next < weights.length && asked.size() < chunk; next++) {
        Optional<Units.Left> left = units.without(next);
        if (left.isPresent()) {
          asked.add(predictor.input(left.get().tokens(), null, left.get().letters()));
          gone.add(next);
        }
      }
      // The whole record is in every batch: sums of another order have other last bits.
      List<float[]> outputs = predictor.outputsTo(asked);
      double whole = Logits.above(outputs.get(0), label);
      for (int i = 0; i < gone.size(); i++) {
        weights[gone.get(i)] = whole - Logits.above(outputs.get(i + 1), label);
      }
    }
    return new Found(units.spread(weights), Optional.empty());
  }
}
