package io.incrt.lab.kernel;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.geometry.prediction.NtkConstants;
import io.incrt.lab.kernel.NtkExperiment.Chance;
import io.incrt.lab.kernel.NtkExperiment.Moment;
import io.incrt.lab.kernel.Snapshots.HeadMatrices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The heads of a network's first layer while it trains, each followed from the first snapshot it is
 * in: its part of the tangent kernel against the residual operator it was born on.
 */
final class BornHeads {

  private final String preset;
  private final List<Moment> moments = new ArrayList<>();
  private final List<Chance> chances = new ArrayList<>();
  private final Map<Integer, Birth> births = new LinkedHashMap<>();

  /**
   * What a head is compared with for the rest of training.
   *
   * @param motor its motor at birth
   * @param basis the directions that older heads had captured
   * @param a the residual operator it was born on
   * @param plane the eigenvectors at both ends of that operator
   */
  private record Birth(
      DMatrixRMaj motor, CapturedBasis basis, DMatrixRMaj a, List<double[]> plane) {}

  /**
   * None yet.
   *
   * @param preset the name of the settings that are trained with
   */
  BornHeads(String preset) {
    this.preset = preset;
  }

  /** Every head at every snapshot, in the order of the snapshots. */
  List<Moment> moments() {
    return moments;
  }

  /** One entry a head, in the order of birth. */
  List<Chance> chances() {
    return chances;
  }

  /** Compares every head's kernel with the operator it was born on. */
  void observe(Snapshots.Snapshot seen) {
    for (HeadMatrices head : seen.heads()) {
      Birth birth = births.computeIfAbsent(head.id(), id -> birth(head, seen));
      TangentKernel kernel =
          new TangentKernel(seen.tokens(), head.queries(), head.keys(), head.values());
      DMatrixRMaj f = projected(kernel.featureSpace(), birth.basis);
      DMatrixRMaj away = motor(head);
      CommonOps_DDRM.subtractEquals(away, birth.motor);
      int free = f.numRows - birth.basis.size();
      DMatrixRMaj traceless = f.copy();
      CommonOps_DDRM.addEquals(
          traceless, -CommonOps_DDRM.trace(f) / free, projector(birth.basis, f.numRows));
      double[] first = Spectrum.of(f).maxVector();
      double leading = 0;
      for (double[] direction : birth.plane) {
        leading += Math.pow(Vectors.dot(first, direction), 2);
      }
      moments.add(
          new Moment(
              preset,
              head.id(),
              seen.step(),
              Math.sqrt(TangentKernel.inner(away, away)),
              TangentKernel.cosine(f, birth.a),
              TangentKernel.cosine(traceless, birth.a),
              leading,
              TangentKernel.cosine(
                  TangentKernel.centred(kernel.sampleSpace()),
                  TangentKernel.centred(TangentKernel.asKernel(birth.a, seen.tokens()))),
              constant(f, birth.a, head, seen)));
    }
  }

  private static double constant(
      DMatrixRMaj f, DMatrixRMaj a, HeadMatrices head, Snapshots.Snapshot seen) {
    int dv = head.values().numCols;
    int n = seen.tokens().get(0).numRows;
    double variance = TangentKernel.inner(head.values(), head.values()) / dv;
    double c = NtkConstants.alignment(variance, dv, dv, n);
    double perToken = (double) n * seen.tokens().size();
    double energies = Math.sqrt(TangentKernel.inner(f, f) / TangentKernel.inner(a, a)) / perToken;
    return energies / c;
  }

  /** The operator a head was born on: without itself, outside what older heads captured. */
  private Birth birth(HeadMatrices head, Snapshots.Snapshot seen) {
    int d = head.values().numRows;
    List<HeadMatrices> older =
        seen.heads().stream().filter(other -> other.id() < head.id()).toList();
    List<HeadMatrices> mean = older.isEmpty() ? List.of(head) : older;
    DMatrixRMaj motor = new DMatrixRMaj(d, d);
    for (HeadMatrices one : mean) {
      CommonOps_DDRM.addEquals(motor, 1.0 / mean.size(), motor(one));
    }
    CapturedBasis basis = new CapturedBasis(d);
    for (HomeostatState.Column column : seen.captured()) {
      if (column.head() < head.id()) {
        basis.add(column.head(), column.direction().values());
      }
    }
    ResidualOperator a =
        new ResidualOperator(DirectedOperator.of(gram(seen.tokens()), Motor.of(motor)), basis);
    Spectrum spectrum = Spectrum.of(a);
    int free = d - basis.size();
    chances.add(
        new Chance(
            preset,
            head.id(),
            Math.sqrt(2 / (Math.PI * (free * (free + 1) / 2.0 - 1))),
            2.0 / free));
    return new Birth(
        motor(head), basis, a.matrix().copy(), List.of(spectrum.maxVector(), spectrum.minVector()));
  }

  private static DMatrixRMaj gram(List<DMatrixRMaj> tokens) {
    int d = tokens.get(0).numCols;
    DMatrixRMaj gram = new DMatrixRMaj(d, d);
    double count = 0;
    for (DMatrixRMaj x : tokens) {
      CommonOps_DDRM.multAddTransA(x, x, gram);
      count += x.numRows;
    }
    CommonOps_DDRM.scale(1 / count, gram);
    return gram;
  }

  /** M_a = (W_Q W_Kᵀ − W_K W_Qᵀ)/2. */
  private static DMatrixRMaj motor(HeadMatrices head) {
    int d = head.queries().numRows;
    DMatrixRMaj motor = new DMatrixRMaj(d, d);
    CommonOps_DDRM.multTransB(0.5, head.queries(), head.keys(), motor);
    CommonOps_DDRM.multAddTransB(-0.5, head.keys(), head.queries(), motor);
    return motor;
  }

  private static DMatrixRMaj projector(CapturedBasis basis, int d) {
    DMatrixRMaj p = CommonOps_DDRM.identity(d);
    if (basis.size() > 0) {
      CommonOps_DDRM.multAddTransB(-1, basis.matrix(), basis.matrix(), p);
    }
    return p;
  }

  private static DMatrixRMaj projected(DMatrixRMaj f, CapturedBasis basis) {
    DMatrixRMaj p = projector(basis, f.numRows);
    DMatrixRMaj half = new DMatrixRMaj(f.numRows, f.numRows);
    CommonOps_DDRM.mult(p, f, half);
    DMatrixRMaj whole = new DMatrixRMaj(f.numRows, f.numRows);
    CommonOps_DDRM.mult(half, p, whole);
    return DirectedOperator.symmetricPart(whole);
  }
}
