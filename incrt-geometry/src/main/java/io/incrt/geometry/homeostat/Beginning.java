package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Drift;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Spectrum;
import org.ejml.data.DMatrixRMaj;

/**
 * The initial figures of a layer: Γ_res⁽⁰⁾ with the spectrum of B then, and M̄⁽⁰⁾. Thresholds,
 * predictions and drift refer to it.
 */
final class Beginning {

  private double energy;
  private double[] spectrum = {};
  private Drift drift;

  Beginning() {}

  Beginning(HomeostatState.Layer state, int d) {
    energy = state.initialEnergy();
    spectrum = state.initialSpectrum().values();
    if (state.initialMotor().length() > 0) {
      drift = new Drift(new DMatrixRMaj(d, d, true, state.initialMotor().values()));
    }
  }

  /** Records the first energy that is not 0 and the first motor, which may be null. */
  void note(double residualEnergy, ResidualOperator residual, Motor motor) {
    if (energy == 0 && residualEnergy > 0) {
      energy = residualEnergy;
      spectrum = Spectrum.valuesOf(residual.directed().matrix());
    }
    if (drift == null && motor != null) {
      drift = new Drift(motor);
    }
  }

  /** Γ_res⁽⁰⁾, 0 until an energy was seen. */
  double energy() {
    return energy;
  }

  /** The eigenvalues of B then. */
  double[] spectrum() {
    return spectrum;
  }

  /** ε(t) for a motor; 0 where motors are not seen. */
  double driftOf(Motor motor) {
    return drift == null || motor == null ? 0 : drift.epsilon(motor);
  }

  /** M̄⁽⁰⁾, row by row; empty where no motors are seen. */
  DoubleArray motor() {
    return drift == null ? new DoubleArray() : new DoubleArray(drift.initial().data);
  }
}
