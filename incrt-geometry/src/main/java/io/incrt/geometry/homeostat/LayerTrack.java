package io.incrt.geometry.homeostat;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.HeadOperator;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualEnergies;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.RunningMean;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.ExactGate;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.LabelGate;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.DepthMeasurement;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.LayerView;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.growth.Reason;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.ejml.data.DMatrixRMaj;

/** The Homeostat's state of one layer, and the figures of the current batch. */
final class LayerTrack implements LayerView {

  private final int id;
  private final HomeostatSettings settings;
  private final IntSupplier numbers;
  private final CapturedBasis basis;
  private final List<HeadTrack> heads = new ArrayList<>();
  private final LayerGate gate;
  private final long bornAt;
  private final RunningMean gram;
  private final DepthTrack depth;
  private final Beginning beginning;
  private long lastGrowth;
  private double residualEnergy = -1;

  // Figures of the current batch; rebuilt by every see().
  private ResidualOperator residual;
  private Motor motor;
  private List<HeadMotor> motors = List.of();
  private Optional<DMatrixRMaj> slope = Optional.empty();
  private GateReading reading;
  private LayerMeasurement measurement;

  /**
   * A new layer with its seed head.
   *
   * @param numbers gives every head its number
   */
  LayerTrack(int id, int d, long bornAt, HomeostatSettings settings, IntSupplier numbers) {
    this.id = id;
    this.bornAt = bornAt;
    this.lastGrowth = bornAt;
    this.settings = settings;
    this.numbers = numbers;
    this.basis = new CapturedBasis(d);
    this.gram = new RunningMean(d * d, settings.gramDecay());
    this.depth = new DepthTrack(d, settings);
    this.beginning = new Beginning();
    this.gate = new LayerGate(id, basis, settings);
    heads.add(new HeadTrack(numbers.getAsInt(), bornAt, gate.seedPlane()));
  }

  LayerTrack(HomeostatState.Layer state, int d, HomeostatSettings settings, IntSupplier numbers) {
    this.id = state.id();
    this.bornAt = state.bornAt();
    this.lastGrowth = state.lastGrowth();
    this.residualEnergy = state.residualEnergy();
    this.settings = settings;
    this.numbers = numbers;
    this.gram = new RunningMean(state.gram(), settings.gramDecay());
    this.depth = new DepthTrack(state, settings);
    this.basis = state.restoreBasis(d);
    state.heads().forEach(head -> heads.add(new HeadTrack(head)));
    this.beginning = new Beginning(state, d);
    this.gate = new LayerGate(state, basis, settings);
  }

  /** Observes a batch: averages the Gram matrix and sets up A_res. */
  void see(LayerObservation observation) {
    if (observation instanceof LayerObservation.Tokens tokens) {
      gram.add(DirectedOperator.symmetricPart(tokens.gram().copy()).data);
      depth.see(tokens.depth());
      motor = tokens.meanMotor();
      motors = tokens.heads();
      slope = tokens.slope();
      residual = new ResidualOperator(DirectedOperator.of(averageGram(), motor), basis);
    } else if (observation instanceof LayerObservation.GivenOperator given) {
      depth.see(Optional.empty());
      motor = null;
      motors = List.of();
      slope = Optional.empty();
      residual = new ResidualOperator(DirectedOperator.given(given.b()), basis);
    }
    reading = null;
    measurement = null;
  }

  private DMatrixRMaj averageGram() {
    int d = basis.dimension();
    return new DMatrixRMaj(d, d, true, gram.value());
  }

  /** Moves the gate one step; between checks the step is scaled by the last Γ_res measured. */
  void updateGate() {
    if (residualEnergy < 0) {
      residualEnergy = ResidualEnergies.of(residual).residual();
    }
    gate.update(residual, residualEnergy);
  }

  /** The check of a layer: all energies, the gate's reading, the thresholds. */
  LayerMeasurement measure(long step) {
    ResidualEnergies energies = ResidualEnergies.of(residual);
    residualEnergy = energies.residual();
    beginning.note(residualEnergy, residual, motor);
    double thetaW =
        settings.width().tau()
            * (settings.width().reference() == Reference.INITIAL
                ? beginning.energy()
                : energies.directed());
    reading = gate.read(residual);
    measurement =
        new LayerMeasurement(
            step,
            id,
            energies.directed(),
            energies.residual(),
            thetaW,
            settings.width().pruneThreshold(thetaW, basis.dimension()),
            reading.plus().map(Probe::rayleigh).orElse(0.0),
            reading.minus().map(Probe::rayleigh).orElse(0.0),
            reading.plus().map(Probe::certificate).orElse(0.0),
            reading.minus().map(Probe::certificate).orElse(0.0),
            energies.heads(),
            energies.lyapunov(),
            basis.orthogonalityError(),
            beginning.driftOf(motor));
    return measurement;
  }

  ResidualOperator residual() {
    return residual;
  }

  Beginning beginning() {
    return beginning;
  }

  List<Integer> headNumbers() {
    return heads.stream().map(HeadTrack::id).toList();
  }

  private HeadTrack head(int head) {
    return heads.stream()
        .filter(track -> track.id() == head)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "layer " + id + " has no head " + head + "; it has " + headNumbers()));
  }

  Plane seedPlane() {
    return gate.seedPlane();
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public int dimension() {
    return basis.dimension();
  }

  @Override
  public long lastGrowth() {
    return lastGrowth;
  }

  @Override
  public List<HeadTrack> heads() {
    return Collections.unmodifiableList(heads);
  }

  @Override
  public LayerMeasurement measurement() {
    requireMeasured();
    return measurement;
  }

  @Override
  public GateReading reading() {
    requireMeasured();
    return reading;
  }

  private void requireMeasured() {
    if (measurement == null) {
      throw new IllegalStateException("the last batch was not checked");
    }
  }

  @Override
  public GateReading exactReading() {
    return ExactGate.readingOf(residual);
  }

  @Override
  public GateReading randomReading() {
    return gate.randomReading(residual);
  }

  @Override
  public Optional<GateReading> labelReading() {
    return slope.map(ofLoss -> LabelGate.readingOf(ofLoss, residual));
  }

  @Override
  public Spectrum spectrum() {
    return Spectrum.of(residual);
  }

  @Override
  public long gateUpdates() {
    return gate.updates();
  }

  @Override
  public Optional<HeadOperator> operatorOf(int head) {
    return motors.stream()
        .filter(candidate -> candidate.head() == head)
        .findFirst()
        .map(
            candidate ->
                new HeadOperator(averageGram(), candidate.motor(), head(head).directions()));
  }

  @Override
  public Optional<Double> relativeChange() {
    return depth.relativeChange();
  }

  @Override
  public Optional<Double> unexplained() {
    return depth.unexplained();
  }

  @Override
  public Optional<DepthMeasurement> depth(double unexplained) {
    return depth.measure(motor, basis, unexplained);
  }

  @Override
  public Decision.GiveBirth giveBirth(
      long step, GateReading read, List<Probe> captured, double balance, Reason reason) {
    LayerMeasurement before = measurement();
    Plane plane = gate.planeOf(read);
    HeadTrack head = new HeadTrack(numbers.getAsInt(), step, plane);
    List<DoubleArray> directions = captured.stream().map(Probe::direction).toList();
    directions.forEach(direction -> basis.add(head.id(), direction.values()));
    heads.add(head);
    lastGrowth = step;
    gate.reset();
    return new Decision.GiveBirth(
        step, id, head.id(), plane, directions, balance, read.exact(), before, reason);
  }

  @Override
  public Decision.Prune prune(long step, int head, Reason reason) {
    if (heads.size() == 1) {
      throw new IllegalStateException("layer " + id + " must keep its last head, " + headNumbers());
    }
    LayerMeasurement before = measurement();
    heads.remove(head(head));
    basis.remove(head);
    measure(step);
    double energy = before.headEnergies().getOrDefault(head, 0.0);
    return new Decision.Prune(step, id, head, energy, before, reason);
  }

  @Override
  public Decision.AddDimension widen(
      long step, int head, Plane plane, double uncapturedShare, Reason reason) {
    HeadTrack widened = head(head);
    widened.give(plane, step);
    return new Decision.AddDimension(
        step, id, head, plane, widened.dimensions(), uncapturedShare, reason);
  }

  HomeostatState.Layer state() {
    return new HomeostatState.Layer(
        id,
        bornAt,
        lastGrowth,
        residualEnergy,
        beginning.energy(),
        new DoubleArray(beginning.spectrum()),
        beginning.motor(),
        gram.state(),
        depth.outputGram(),
        depth.signals(),
        HomeostatState.Column.allOf(basis),
        heads.stream().map(HeadTrack::state).toList(),
        gate.state());
  }
}
