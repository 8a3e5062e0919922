package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.RunningMean;
import io.incrt.geometry.gate.Gate;
import java.util.List;

/**
 * All a Homeostat remembers, as plain data: restored from it, it makes the same decisions to the
 * bit. Any mapper of records can write and read it.
 *
 * @param dimension d
 * @param step the last step observed, −1 before the first
 * @param nextHead the number the next head will get
 * @param nextLayer the number the next layer will get
 * @param settledAt the step it settled at, −1 while it is not settled
 * @param depth what level 3 remembers
 * @param layers the layers from bottom to top
 */
public record HomeostatState(
    int dimension,
    long step,
    int nextHead,
    int nextLayer,
    long settledAt,
    Depth depth,
    List<Layer> layers) {

  /** Copies the list. */
  public HomeostatState {
    layers = List.copyOf(layers);
  }

  /**
   * What level 3 remembers.
   *
   * @param closed whether a layer was removed as idle since the last birth
   * @param unexplained the average unexplained share of the loss, −1 before the first
   * @param best the lowest it was when it last made progress
   * @param progressAt the step of that progress
   * @param atLastLayer what it was when the last layer was added, −1 while none was
   */
  public record Depth(
      boolean closed, double unexplained, double best, long progressAt, double atLastLayer) {

    /** Before anything was seen. */
    public static final Depth FRESH = new Depth(false, -1, -1, 0, 1);
  }

  /**
   * One layer.
   *
   * @param id its number
   * @param bornAt the step it was added at
   * @param lastGrowth the step of its last birth, or of its own
   * @param idleSince since when it has been idle, −1 while it is not
   * @param residualEnergy Γ_res at the last check, −1 before the first
   * @param initialEnergy Γ_res⁽⁰⁾, 0 until an energy was seen
   * @param initialSpectrum the eigenvalues of B then
   * @param initialMotor M̄⁽⁰⁾, row by row; empty where no motors are seen
   * @param gram the average of G
   * @param outputGram the average of the output tokens' G
   * @param depthSignals the averages of input cone, output cone and relative change
   * @param basis the captured directions
   * @param heads the active heads in the order of birth
   * @param gate the gate
   */
  public record Layer(
      int id,
      long bornAt,
      long lastGrowth,
      long idleSince,
      double residualEnergy,
      double initialEnergy,
      DoubleArray initialSpectrum,
      DoubleArray initialMotor,
      RunningMean.State gram,
      RunningMean.State outputGram,
      RunningMean.State depthSignals,
      List<Column> basis,
      List<Head> heads,
      Gate.State gate) {
    /** Copies the lists. */
    public Layer {
      basis = List.copyOf(basis);
      heads = List.copyOf(heads);
    }
  }

  /**
   * One column of Q.
   *
   * @param head who owns it
   * @param direction the column
   */
  public record Column(int head, DoubleArray direction) {}

  /**
   * One active head.
   *
   * @param id its number
   * @param bornAt the step it was born at
   * @param lastGrowth the step it last got dimensions, or was born
   * @param weakSince since when Γ_h has been below φ_g, −1 while it is not
   * @param directions U_h, the orthonormal directions it was given
   */
  public record Head(
      int id, long bornAt, long lastGrowth, long weakSince, List<DoubleArray> directions) {
    /** Copies the list. */
    public Head {
      directions = List.copyOf(directions);
    }
  }
}
