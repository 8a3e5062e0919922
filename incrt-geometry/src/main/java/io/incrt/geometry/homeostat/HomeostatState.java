package io.incrt.geometry.homeostat;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.RunningMean;
import io.incrt.geometry.gate.Gate;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.RuleState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The state of a Homeostat as plain data: restored from it, a Homeostat makes the same decisions to
 * the bit. Any mapper of records can write and read it, given {@link GrowthRules#stateTypes}.
 *
 * @param dimension d
 * @param step the last step observed, −1 before the first
 * @param nextHead the number the next head will get
 * @param nextLayer the number the next layer will get
 * @param settledAt the step it settled at, −1 while it is not settled
 * @param rules the states of the rules that have one, by name
 * @param layers the layers from bottom to top
 */
public record HomeostatState(
    int dimension,
    long step,
    int nextHead,
    int nextLayer,
    long settledAt,
    Map<String, RuleState> rules,
    List<Layer> layers) {

  /** Copies list and map. */
  public HomeostatState {
    rules = Collections.unmodifiableMap(new LinkedHashMap<>(rules));
    layers = List.copyOf(layers);
  }

  /**
   * One layer.
   *
   * @param id its number
   * @param bornAt the step it was added at
   * @param lastGrowth the step of its last birth, or of its own
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

    /** Restores Q; refuses columns that are not orthonormal. */
    CapturedBasis restoreBasis(int d) {
      CapturedBasis restored = new CapturedBasis(d);
      basis.forEach(column -> restored.restore(column.head(), column.direction().values()));
      if (restored.orthogonalityError() > 1e-8) {
        throw new IllegalArgumentException(
            "the state's captured directions in layer " + id + " are not orthonormal");
      }
      return restored;
    }
  }

  /**
   * One column of Q.
   *
   * @param head its owner
   * @param direction the column
   */
  public record Column(int head, DoubleArray direction) {

    static List<Column> allOf(CapturedBasis basis) {
      return IntStream.range(0, basis.size())
          .mapToObj(i -> new Column(basis.owner(i), new DoubleArray(basis.column(i))))
          .toList();
    }
  }

  /**
   * One active head.
   *
   * @param id its number
   * @param bornAt the step it was born at
   * @param lastGrowth the step it last got dimensions, or was born
   * @param directions U_h, the orthonormal directions it was given
   */
  public record Head(int id, long bornAt, long lastGrowth, List<DoubleArray> directions) {
    /** Copies the list. */
    public Head {
      directions = List.copyOf(directions);
    }
  }
}
