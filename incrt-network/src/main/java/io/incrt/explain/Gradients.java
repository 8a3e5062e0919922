package io.incrt.explain;

import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import io.incrt.model.gradient.IntegratedGradients;
import io.incrt.predict.Predictor;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * {@link IntegratedGradients} from a record of which every token is unknown; what a token weighs
 * belongs to its letters in equal parts. Steps are doubled until the sum misses what it must be by
 * less than a hundredth.
 */
final class Gradients implements NetworkWeights {

  private static final int STEPS = 32;
  private static final int MOST_STEPS = 256;
  private static final double ERROR = 0.01;

  private final Predictor predictor;

  Gradients(Predictor predictor) {
    this.predictor = predictor;
  }

  @Override
  public String inWords() {
    return "integrated gradients";
  }

  @Override
  public Found of(Pieces pieces, Batch.Input input, int label) {
    int[] nothing = input.tokens().clone();
    Arrays.fill(nothing, Tokenizer.UNKNOWN);
    int[][] letters = input.letters() == null ? null : new int[nothing.length][0];
    Batch.Input unknown = predictor.input(nothing, null, letters);
    float[] times = Logits.times(predictor.config().objective().outputs(), label);
    IntegratedGradients.Found found =
        predictor.withNetwork(
            network -> {
              IntegratedGradients gradients = new IntegratedGradients(network, times);
              int steps = STEPS;
              IntegratedGradients.Found now = gradients.of(input, unknown, steps);
              while (now.error() > ERROR && steps < MOST_STEPS) {
                steps *= 2;
                now = gradients.of(input, unknown, steps);
              }
              return now;
            });
    double[] weights = new double[pieces.size()];
    pieces.addTokens(found.tokens(), weights);
    return new Found(weights, note(found.error()));
  }

  private static Optional<String> note(double error) {
    return error <= ERROR
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the integrated gradients miss the network's logit by %.0f %% of what they add up;"
                    + " the rest is in the bias",
                100 * error));
  }
}
