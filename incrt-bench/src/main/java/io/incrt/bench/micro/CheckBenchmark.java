package io.incrt.bench.micro;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualEnergies;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.gate.BidirectionalGate;
import io.incrt.geometry.gate.ExactGate;
import io.incrt.geometry.gate.GateReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the Homeostat costs a layer of dimension d with K heads that each own two directions: a gate
 * update at every batch, a check now and then, an eigensolve rarely.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC") // as ./incrt runs it
public class CheckBenchmark {

  /** The dimension. */
  @Param({"256"})
  public int d;

  /** The number of heads. */
  @Param({"64"})
  public int heads;

  private DMatrixRMaj gram;
  private List<Motor> motors;
  private Motor mean;
  private Motor denseMean;
  private CapturedBasis basis;
  private ResidualOperator formedA;
  private ResidualOperator formedB;
  private BidirectionalGate gateOnA;
  private BidirectionalGate gateOnB;
  private double energy;

  /** Draws a random layer. */
  @Setup
  public void setUp() {
    Random random = new Random(7);
    DMatrixRMaj x = new DMatrixRMaj(2 * d, d);
    RandomMatrices_DDRM.fillGaussian(x, 0, 1, random);
    gram = CommonOps_DDRM.multInner(x, null);
    CommonOps_DDRM.scale(0.5 / d, gram);
    motors = new ArrayList<>();
    basis = new CapturedBasis(d);
    for (int head = 0; head < heads; head++) {
      // Trained motors have left the planes their heads captured.
      motors.add(
          Motor.onPlane(
              Vectors.randomDirection(d, random), Vectors.randomDirection(d, random), 0.1));
      basis.add(head, Vectors.randomDirection(d, random));
      basis.add(head, Vectors.randomDirection(d, random));
    }
    mean = Motor.mean(motors);
    denseMean = Motor.of(mean.matrix());
    DirectedOperator b = DirectedOperator.of(gram, mean);
    b.matrix();
    formedB = new ResidualOperator(b, basis);
    // A given A: the projection is already in the matrix, so there is no basis to project by.
    formedA = new ResidualOperator(DirectedOperator.given(formedB.matrix()), new CapturedBasis(d));
    energy = ResidualEnergies.of(formedB).residual();
    gateOnA = new BidirectionalGate(formedA.basis(), 1, 1);
    gateOnB = new BidirectionalGate(basis, 1, 1);
  }

  /** Oja and EXIN on a given A. */
  @Benchmark
  public void gateUpdateOnA() {
    gateOnA.update(formedA, energy);
  }

  /** Oja and EXIN on P B P, A never formed. */
  @Benchmark
  public void gateUpdateMatrixFree() {
    gateOnB.update(formedB, energy);
  }

  /** Oja and EXIN from G and M̄ alone, neither A nor B formed. */
  @Benchmark
  public void gateUpdateFromGramAndMotor() {
    gateOnB.update(new ResidualOperator(DirectedOperator.of(gram, mean), basis), energy);
  }

  /** A whole check: the mean motor, B, Γ, Γ_res, every Γ_h and V_h, the gate's reading. */
  @Benchmark
  public GateReading check() {
    ResidualOperator a = new ResidualOperator(DirectedOperator.of(gram, Motor.mean(motors)), basis);
    if (ResidualEnergies.of(a).residual() < 0) {
      throw new IllegalStateException("an energy cannot be negative");
    }
    return gateOnB.read(a);
  }

  /** B from a Gram matrix and a dense motor, by the product kernel of the geometry. */
  @Benchmark
  public DMatrixRMaj formB() {
    return DirectedOperator.of(gram, denseMean).matrix();
  }

  /** The same product by EJML, to compare. */
  @Benchmark
  public DMatrixRMaj formBByEjml() {
    return CommonOps_DDRM.mult(gram, denseMean.matrix(), null);
  }

  /** The exact audit: every eigenpair of A on the range of P. */
  @Benchmark
  public GateReading exactAudit() {
    return ExactGate.readingOf(formedB);
  }

  /** The eigenvalues of B alone, for predictions. */
  @Benchmark
  public double[] eigenvalues() {
    return Spectrum.valuesOf(formedB.directed().matrix());
  }
}
