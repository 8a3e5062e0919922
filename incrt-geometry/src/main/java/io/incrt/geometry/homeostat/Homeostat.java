package io.incrt.geometry.homeostat;

import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Spectrum;
import io.incrt.geometry.gate.ExactGate;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.policy.Criterion;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Algorithm 1 (alg:incrt) without the training: shown every batch, it answers with what to grow,
 * what to prune and when the architecture is settled.
 *
 * <pre>
 *   for each batch, each layer:
 *     A_res ← P ½(G M̄ − M̄ G) P                          line 5    see
 *     Oja step on u⁺, MCA EXIN step on u⁻, γ*              6, 7      updateGate
 *     if insufficient and T_conv steps since last growth:  8 – 10    birth
 *       add a head on (u⁺, u⁻), update Q, reset probes
 *     prune heads with Γ_h &lt; φ_g for T_prune steps         11 – 13   prune
 *     a plane for each head whose residual asks            level 2   DimensionRule
 *   a layer on top, an idle layer out                      level 3   deepen
 *   stop: minimal and sufficient                           15 – 17   settle
 * </pre>
 *
 * <p>Departures from the print, each with its reason in docs/paper-and-us.md: the policies of
 * {@link io.incrt.geometry.policy}, births only on a converged gate (or, past a patience, an
 * eigensolve), and a seed head that owns no direction, so it is neither judged nor pruned.
 *
 * <p>The same stream, settings and seed give the same decisions. Not for use by several threads.
 */
public final class Homeostat {

  private final HomeostatSettings settings;
  private final DimensionRule dimensions;
  private final DepthRule depth;
  private final int d;
  private final List<LayerTrack> layers = new ArrayList<>();
  private long lastStep = -1;
  private int nextHead;
  private int nextLayer;
  private long settledAt = -1;

  /** A Homeostat for one layer of dimension d with one seed head, number 0. */
  public Homeostat(int d, HomeostatSettings settings) {
    this.settings = settings;
    this.dimensions = new DimensionRule(settings.dimensions());
    this.depth = new DepthRule(settings.depth(), settings.gramDecay(), HomeostatState.Depth.FRESH);
    this.d = d;
    addLayer(0);
  }

  /** A Homeostat that goes on from a state, with the settings it had. */
  public Homeostat(HomeostatState state, HomeostatSettings settings) {
    this.settings = settings;
    this.dimensions = new DimensionRule(settings.dimensions());
    this.depth = new DepthRule(settings.depth(), settings.gramDecay(), state.depth());
    this.d = state.dimension();
    this.lastStep = state.step();
    this.nextHead = state.nextHead();
    this.nextLayer = state.nextLayer();
    this.settledAt = state.settledAt();
    state.layers().forEach(layer -> layers.add(new LayerTrack(layer, d, settings)));
    for (LayerTrack layer : layers) {
      if (layer.basis.orthogonalityError() > 1e-8) {
        throw new IllegalArgumentException(
            "the state's captured directions in layer " + layer.id + " are not orthonormal");
      }
    }
  }

  /** The state, from which another Homeostat goes on as this one would. */
  public HomeostatState state() {
    return new HomeostatState(
        d,
        lastStep,
        nextHead,
        nextLayer,
        settledAt,
        depth.state(),
        layers.stream().map(LayerTrack::state).toList());
  }

  /** Whether the architecture is settled; drift can undo it. */
  public boolean isSettled() {
    return settledAt >= 0;
  }

  /** The heads of each layer from bottom to top, by number. */
  public Map<Integer, List<Integer>> heads() {
    Map<Integer, List<Integer>> heads = new LinkedHashMap<>();
    layers.forEach(layer -> heads.put(layer.id, layer.headNumbers()));
    return heads;
  }

  /** The plane a layer's seed head was given. */
  public Plane seedPlane(int layer) {
    return track(layer).drawSeedPlane();
  }

  /**
   * Observes one batch: Algorithm 1, lines 4 to 18.
   *
   * @param step the training step; must grow from call to call
   * @param batch one observation a layer, from bottom to top
   */
  public Verdict observe(long step, List<? extends LayerObservation> batch) {
    requireExpected(step, batch);
    List<Decision> decisions = new ArrayList<>();
    List<LayerMeasurement> measurements = new ArrayList<>();
    boolean due = lastStep < 0 || step / settings.checkEvery() > lastStep / settings.checkEvery();
    for (int i = 0; i < layers.size(); i++) {
      LayerTrack layer = layers.get(i);
      layer.see(batch.get(i));
      layer.updateGate();
      if (due) {
        measurements.add(layer.measure(step));
      }
    }
    layers.get(layers.size() - 1).unexplained().ifPresent(share -> depth.see(share, step));
    if (due) {
      for (LayerTrack layer : layers) {
        birth(layer, step).ifPresent(decisions::add);
        decisions.addAll(prune(layer, step));
        decisions.addAll(dimensions.widen(layer, step));
      }
      boolean quiet = decisions.isEmpty() && layers.stream().allMatch(this::atRest);
      deepen(quiet, step).ifPresent(decisions::add);
      settle(quiet && decisions.isEmpty(), !decisions.isEmpty(), step).ifPresent(decisions::add);
    }
    lastStep = step;
    return new Verdict(decisions, measurements);
  }

  /**
   * What a certificate says of the check just made, whether the architecture is settled or not.
   *
   * @throws IllegalStateException where the last batch was not checked
   */
  public SettledCertificate describe() {
    if (layers.stream().anyMatch(layer -> layer.measurement() == null)) {
      throw new IllegalStateException("the last batch was not checked");
    }
    return Certification.certify(isSettled(), lastStep, layers, settings.width());
  }

  // ---- Level 1: width ----------------------------------------------------------------------

  private Optional<Decision> birth(LayerTrack layer, long step) {
    LayerMeasurement now = layer.measurement();
    if (sufficient(now)
        || !settings.width().mayGrow(now.lambdaMin(), now.pruneThreshold())
        || step - layer.lastGrowth < settings.width().dwell()) {
      return Optional.empty();
    }
    GateReading reading = layer.reading();
    List<Probe> captures = captures(reading, now);
    boolean patient = layer.gate.updates() < settings.gate().patience();
    if (captures.isEmpty() && patient) {
      return Optional.empty();
    }
    // A certificate vouches for an eigenvector, not for the outermost one: after a jump a probe may
    // rest on another. Births are rare, so each is audited.
    Spectrum audit = Spectrum.of(layer.residual());
    if (captures.isEmpty() || !BirthRule.atTheEnds(reading, audit, settings.gate().tolerance())) {
      reading = ExactGate.readingOf(layer.residual());
      captures = captures(reading, now);
    }
    if (captures.isEmpty()) {
      return Optional.empty();
    }
    Plane plane = plane(layer, reading);
    HeadTrack head = new HeadTrack(nextHead++, step, plane);
    captures.forEach(probe -> layer.basis.add(head.id, probe.direction().values()));
    layer.heads.add(head);
    layer.lastGrowth = step;
    layer.gate.reset(layer.basis);
    depth.reopen();
    List<DoubleArray> captured = captures.stream().map(Probe::direction).toList();
    return Optional.of(
        new Decision.GiveBirth(
            step, layer.id, head.id, plane, captured, audit.balance(), reading.exact(), now));
  }

  private List<Probe> captures(GateReading reading, LayerMeasurement now) {
    return BirthRule.captures(reading, settings.width(), settings.gate(), now.pruneThreshold());
  }

  private static Plane plane(LayerTrack layer, GateReading reading) {
    Probe followed = reading.dominant().orElseThrow();
    DoubleArray companion =
        reading.plus().isPresent() && reading.minus().isPresent()
            ? null
            : new DoubleArray(layer.companionOf(followed.direction().values()));
    return new Plane(
        reading.plus().map(Probe::direction).orElse(companion),
        reading.minus().map(Probe::direction).orElse(companion));
  }

  /**
   * Prunes the weakest overdue head, measures again, and so on: one removal can save the others.
   */
  private List<Decision> prune(LayerTrack layer, long step) {
    List<Decision> decisions = new ArrayList<>();
    while (true) {
      LayerMeasurement now = layer.measurement();
      HeadTrack weakest = null;
      for (HeadTrack head : layer.heads) {
        Double energy = now.headEnergies().get(head.id);
        if (energy == null || energy >= now.pruneThreshold()) {
          head.weakSince = -1;
          continue;
        }
        head.weakSince = head.weakSince < 0 ? step : head.weakSince;
        boolean overdue = step - head.weakSince >= settings.width().pruneAfter();
        if (overdue && (weakest == null || energy < now.headEnergies().get(weakest.id))) {
          weakest = head;
        }
      }
      if (weakest == null || layer.heads.size() == 1) {
        return decisions;
      }
      layer.heads.remove(weakest);
      layer.basis.remove(weakest.id);
      decisions.add(
          new Decision.Prune(step, layer.id, weakest.id, now.headEnergies().get(weakest.id), now));
      layer.measure(step);
    }
  }

  // ---- Level 3: depth ----------------------------------------------------------------------

  private Optional<Decision> deepen(boolean quiet, long step) {
    Optional<Decision> removal = depth.removeIdle(layers, step);
    if (removal.isPresent() || !quiet || !depth.hasWaited(layers, step)) {
      return removal;
    }
    return depth
        .reasonToGrow(layers)
        .map(
            reason -> {
              LayerTrack added = addLayer(step);
              depth.added(step);
              return new Decision.AddLayer(
                  step, added.id, added.heads.get(0).id, added.drawSeedPlane(), reason);
            });
  }

  // ---- The stop ----------------------------------------------------------------------------

  /** Once settled it stays so until the architecture changes again: noise alone undoes nothing. */
  private Optional<Decision> settle(boolean quiet, boolean changed, long step) {
    if (changed) {
      settledAt = -1;
    }
    if (isSettled()
        || !quiet
        || depth.reasonToGrow(layers).isPresent()
        || !layers.stream().allMatch(this::auditAgrees)) {
      return Optional.empty();
    }
    settledAt = step;
    return Optional.of(
        new Decision.Settled(step, Certification.certify(true, step, layers, settings.width())));
  }

  /** Sufficient, minimal, and nothing pending at level 2. */
  private boolean atRest(LayerTrack layer) {
    LayerMeasurement now = layer.measurement();
    return sufficient(now)
        && now.weakestHead() >= now.pruneThreshold()
        && !dimensions.pending(layer);
  }

  private boolean sufficient(LayerMeasurement now) {
    double end = settings.width().testedEnd(now.lambdaMax(), now.lambdaMin());
    return settings.width().sufficient(now.residualEnergy(), end, now.threshold());
  }

  /**
   * An unconverged u⁺ understates λ_max, so the printed stop is taken only if an eigensolve agrees.
   */
  private boolean auditAgrees(LayerTrack layer) {
    if (settings.width().criterion() == Criterion.ENERGY) {
      return true;
    }
    LayerMeasurement now = layer.measurement();
    Spectrum exact = Spectrum.of(layer.residual());
    double end = settings.width().testedEnd(exact.max(), exact.min());
    return settings.width().sufficient(now.residualEnergy(), end, now.threshold());
  }

  // ---- Bookkeeping -------------------------------------------------------------------------

  private LayerTrack addLayer(long step) {
    LayerTrack layer = new LayerTrack(nextLayer++, d, step, settings);
    Plane seed = layer.drawSeedPlane();
    layer.heads.add(new HeadTrack(nextHead++, step, seed));
    layers.add(layer);
    return layer;
  }

  private LayerTrack track(int layer) {
    return layers.stream()
        .filter(track -> track.id == layer)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no layer " + layer));
  }

  private void requireExpected(long step, List<? extends LayerObservation> batch) {
    if (step <= lastStep) {
      throw new IllegalArgumentException(
          "steps must grow, but step " + step + " follows step " + lastStep);
    }
    List<Integer> shown = batch.stream().map(LayerObservation::layer).toList();
    List<Integer> expected = layers.stream().map(track -> track.id).toList();
    if (!shown.equals(expected)) {
      throw new IllegalArgumentException(
          "step " + step + ": layers " + expected + " were expected but " + shown + " shown");
    }
    for (LayerObservation seen : batch) {
      track(seen.layer()).require(seen);
      if (seen instanceof LayerObservation.Tokens tokens) {
        List<Integer> known = track(seen.layer()).headNumbers();
        List<Integer> heads = tokens.heads().stream().map(HeadMotor::head).toList();
        if (!heads.equals(known.stream().filter(heads::contains).toList())) {
          throw new IllegalArgumentException(
              "step "
                  + step
                  + ", layer "
                  + seen.layer()
                  + ": heads of "
                  + known
                  + " were expected, in that order, but "
                  + heads
                  + " shown");
        }
      }
    }
  }
}
