package io.incrt.geometry.homeostat;

import io.incrt.geometry.CapturedBasis;
import io.incrt.geometry.DirectedOperator;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Drift;
import io.incrt.geometry.Motor;
import io.incrt.geometry.ResidualEnergies;
import io.incrt.geometry.ResidualOperator;
import io.incrt.geometry.RunningMean;
import io.incrt.geometry.Shapes;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.BidirectionalGate;
import io.incrt.geometry.gate.ExactGate;
import io.incrt.geometry.gate.Gate;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.PcaGate;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.policy.GatePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.geometry.policy.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/**
 * One layer as the Homeostat knows it: what it remembers, and what it sees of the current batch.
 */
final class LayerTrack {

  final int id;
  final CapturedBasis basis;
  final List<HeadTrack> heads = new ArrayList<>();
  final Gate gate;
  long lastGrowth;
  long idleSince = -1;

  private final HomeostatSettings settings;
  private final long bornAt;
  private final RunningMean gram;
  private final RunningMean outputGram;
  private final RunningMean depthSignals;
  private double residualEnergy = -1;
  private double initialEnergy;
  private double[] initialSpectrum = {};
  private Drift drift;

  // What the current batch shows; rebuilt by every see().
  private ResidualOperator residual;
  private Motor motor;
  private List<HeadMotor> motors = List.of();
  private GateReading reading;
  private LayerMeasurement measurement;
  private Optional<Double> unexplained = Optional.empty();

  LayerTrack(int id, int d, long bornAt, HomeostatSettings settings) {
    this.id = id;
    this.bornAt = bornAt;
    this.lastGrowth = bornAt;
    this.settings = settings;
    this.basis = new CapturedBasis(d);
    this.gram = new RunningMean(d * d, settings.gramDecay());
    this.outputGram = new RunningMean(d * d, settings.gramDecay());
    this.depthSignals = new RunningMean(3, settings.gramDecay());
    GatePolicy policy = settings.gate();
    this.gate =
        switch (policy.kind()) {
          case BIDIRECTIONAL -> new BidirectionalGate(basis, policy.stepScale(), gateSeed());
          case PCA -> new PcaGate(basis, policy.stepScale(), gateSeed());
          case EXACT -> new ExactGate();
        };
  }

  LayerTrack(HomeostatState.Layer state, int d, HomeostatSettings settings) {
    this.id = state.id();
    this.bornAt = state.bornAt();
    this.lastGrowth = state.lastGrowth();
    this.idleSince = state.idleSince();
    this.residualEnergy = state.residualEnergy();
    this.initialEnergy = state.initialEnergy();
    this.initialSpectrum = state.initialSpectrum().values();
    this.settings = settings;
    this.gram = new RunningMean(state.gram(), settings.gramDecay());
    this.outputGram = new RunningMean(state.outputGram(), settings.gramDecay());
    this.depthSignals = new RunningMean(state.depthSignals(), settings.gramDecay());
    this.basis = new CapturedBasis(d);
    state.basis().forEach(column -> basis.restore(column.head(), column.direction().values()));
    state.heads().forEach(head -> heads.add(new HeadTrack(head)));
    if (state.initialMotor().length() > 0) {
      this.drift = new Drift(new DMatrixRMaj(d, d, true, state.initialMotor().values()));
    }
    GatePolicy policy = settings.gate();
    this.gate =
        switch (policy.kind()) {
          case BIDIRECTIONAL -> new BidirectionalGate(state.gate(), policy.stepScale(), gateSeed());
          case PCA -> new PcaGate(state.gate(), policy.stepScale(), gateSeed());
          case EXACT -> new ExactGate(state.gate());
        };
  }

  private long gateSeed() {
    return settings.seed() * 1_000_003 + id;
  }

  /** Refuses what could not be taken in, before anything is. */
  void require(LayerObservation seen) {
    int d = basis.dimension();
    String layer = "layer " + id + ": ";
    if (seen instanceof LayerObservation.Tokens tokens) {
      Shapes.requireSymmetric(
          tokens.gram(), d, layer + "the Gram matrix G", Shapes.SINGLE_PRECISION);
      if (tokens.meanMotor().dimension() != d) {
        throw new IllegalArgumentException(
            layer
                + "the mean motor must have dimension "
                + d
                + " but has "
                + tokens.meanMotor().dimension());
      }
      tokens
          .depth()
          .ifPresent(
              signal ->
                  Shapes.requireSymmetric(
                      signal.outputGram(),
                      d,
                      layer + "the output Gram matrix",
                      Shapes.SINGLE_PRECISION));
    } else if (seen instanceof LayerObservation.GivenOperator given) {
      Shapes.requireSymmetric(given.b(), d, layer + "the operator B");
    }
  }

  /** Takes in a batch: averages the Gram matrix and sets up A_res. */
  void see(LayerObservation seen) {
    if (seen instanceof LayerObservation.Tokens tokens) {
      unexplained = tokens.depth().map(DepthSignal::unexplained);
      gram.add(DirectedOperator.symmetricPart(tokens.gram().copy()).data);
      tokens.depth().ifPresent(this::see);
      motor = tokens.meanMotor();
      motors = tokens.heads();
      residual = new ResidualOperator(DirectedOperator.of(averageGram(), motor), basis);
    } else if (seen instanceof LayerObservation.GivenOperator given) {
      unexplained = Optional.empty();
      motor = null;
      motors = List.of();
      residual = new ResidualOperator(DirectedOperator.given(given.b()), basis);
    }
    reading = null;
    measurement = null;
  }

  private void see(DepthSignal signal) {
    outputGram.add(DirectedOperator.symmetricPart(signal.outputGram().copy()).data);
    depthSignals.add(
        new double[] {signal.inputCone(), signal.outputCone(), signal.relativeChange()});
  }

  DMatrixRMaj averageGram() {
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
    if (initialEnergy == 0 && energies.residual() > 0) {
      initialEnergy = energies.residual();
      initialSpectrum = Spectrum.valuesOf(residual.directed().matrix());
    }
    if (drift == null && motor != null) {
      drift = new Drift(motor);
    }
    double thetaW =
        settings.width().tau()
            * (settings.width().reference() == Reference.INITIAL
                ? initialEnergy
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
            drift == null || motor == null ? 0 : drift.epsilon(motor));
    return measurement;
  }

  ResidualOperator residual() {
    return residual;
  }

  LayerMeasurement measurement() {
    return measurement;
  }

  GateReading reading() {
    return reading;
  }

  List<HeadMotor> motors() {
    return motors;
  }

  double[] initialSpectrum() {
    return initialSpectrum;
  }

  double initialEnergy() {
    return initialEnergy;
  }

  boolean hasHead(int head) {
    return headNumbers().contains(head);
  }

  HeadTrack head(int head) {
    return heads.stream()
        .filter(track -> track.id == head)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "layer " + id + " has no head " + head + "; it has " + headNumbers()));
  }

  List<Integer> headNumbers() {
    return heads.stream().map(track -> track.id).toList();
  }

  /** The random plane of the layer's seed head, the same at every call. */
  Plane drawSeedPlane() {
    Random random = new Random(gateSeed() * 17 + 1);
    CapturedBasis empty = new CapturedBasis(basis.dimension());
    double[] first = empty.randomOutside(random);
    double[] second = empty.randomOutside(random, first);
    return new Plane(
        new DoubleArray(first),
        second == null ? new DoubleArray(new double[first.length]) : new DoubleArray(second));
  }

  /**
   * The second direction of a motor's plane where the gate follows one end only: random outside Q
   * and u, or, where nothing is left outside, a captured direction; zero in one dimension.
   */
  double[] companionOf(double[] u) {
    double[] outside = basis.randomOutside(new Random(gateSeed() * 31 + gate.state().resets()), u);
    if (outside != null) {
      return outside;
    }
    return basis.size() > 0 ? basis.column(basis.size() - 1) : new double[u.length];
  }

  /** The unexplained share of the loss on the current batch, where it is shown. */
  Optional<Double> unexplained() {
    return unexplained;
  }

  /** The figures of level 3, where the layer has shown its output. */
  Optional<DepthMeasurement> depth(double unexplainedShare) {
    if (outputGram.isEmpty() || motor == null) {
      return Optional.empty();
    }
    int d = basis.dimension();
    DMatrixRMaj out = new DMatrixRMaj(d, d, true, outputGram.value());
    ResidualEnergies energies =
        ResidualEnergies.of(new ResidualOperator(DirectedOperator.of(out, motor), basis));
    double[] signals = depthSignals.value();
    return Optional.of(
        new DepthMeasurement(
            energies.residual(),
            settings.depth().tau() * energies.directed(),
            Math.abs(signals[1] - signals[0]),
            signals[2],
            unexplainedShare));
  }

  /** How much the layer changes its tokens, where it has shown that. */
  Optional<Double> relativeChange() {
    return depthSignals.isEmpty() ? Optional.empty() : Optional.of(depthSignals.value()[2]);
  }

  HomeostatState.Layer state() {
    List<HomeostatState.Column> columns = new ArrayList<>();
    for (int i = 0; i < basis.size(); i++) {
      columns.add(new HomeostatState.Column(basis.owner(i), new DoubleArray(basis.column(i))));
    }
    return new HomeostatState.Layer(
        id,
        bornAt,
        lastGrowth,
        idleSince,
        residualEnergy,
        initialEnergy,
        new DoubleArray(initialSpectrum),
        drift == null ? new DoubleArray() : new DoubleArray(drift.initial().data),
        gram.state(),
        outputGram.state(),
        depthSignals.state(),
        columns,
        heads.stream().map(HeadTrack::state).toList(),
        gate.state());
  }
}
