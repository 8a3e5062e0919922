package io.incrt.geometry.homeostat;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualEnergies;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.RunningMean;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** How a layer changes its tokens, averaged over batches, for level 3. */
final class DepthTrack {

  private final double tau;
  private final RunningMean outputGram;
  private final RunningMean signals;
  private Optional<Double> unexplained = Optional.empty();

  DepthTrack(int d, HomeostatSettings settings) {
    this.tau = settings.depth().tau();
    this.outputGram = new RunningMean(d * d, settings.gramDecay());
    this.signals = new RunningMean(3, settings.gramDecay());
  }

  DepthTrack(HomeostatState.Layer state, HomeostatSettings settings) {
    this.tau = settings.depth().tau();
    this.outputGram = new RunningMean(state.outputGram(), settings.gramDecay());
    this.signals = new RunningMean(state.depthSignals(), settings.gramDecay());
  }

  /** Adds the signal of a batch, if it has one. */
  void see(Optional<DepthSignal> shown) {
    unexplained = shown.map(DepthSignal::unexplained);
    shown.ifPresent(
        signal -> {
          outputGram.add(DirectedOperator.symmetricPart(signal.outputGram().copy()).data);
          signals.add(
              new double[] {signal.inputCone(), signal.outputCone(), signal.relativeChange()});
        });
  }

  /** The unexplained share of the loss on the current batch, if observed. */
  Optional<Double> unexplained() {
    return unexplained;
  }

  Optional<Double> relativeChange() {
    return signals.isEmpty() ? Optional.empty() : Optional.of(signals.value()[2]);
  }

  /** The figures of level 3 for the layer's current motor, if observed, and Q. */
  Optional<DepthMeasurement> measure(Motor motor, CapturedBasis basis, double unexplainedShare) {
    if (outputGram.isEmpty() || motor == null) {
      return Optional.empty();
    }
    int d = basis.dimension();
    DMatrixRMaj out = new DMatrixRMaj(d, d, true, outputGram.value());
    ResidualEnergies energies =
        ResidualEnergies.of(new ResidualOperator(DirectedOperator.of(out, motor), basis));
    double[] averages = signals.value();
    return Optional.of(
        new DepthMeasurement(
            energies.residual(),
            tau * energies.directed(),
            Math.abs(averages[1] - averages[0]),
            averages[2],
            unexplainedShare));
  }

  RunningMean.State outputGram() {
    return outputGram.state();
  }

  RunningMean.State signals() {
    return signals.state();
  }
}
