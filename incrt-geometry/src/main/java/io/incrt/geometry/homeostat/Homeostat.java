package io.incrt.geometry.homeostat;

import io.incrt.geometry.evidence.EvidenceState;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.EvidenceRule;
import io.incrt.geometry.growth.GrowthRule;
import io.incrt.geometry.growth.GrowthRules;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.growth.Plane;
import io.incrt.geometry.growth.SettledCertificate;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Algorithm 1 (alg:incrt) without the training: it observes every batch and decides what to grow,
 * what to prune and when the architecture is settled.
 *
 * <pre>
 *   for each batch, each layer:                                      takeIn
 *     A_res ← P ½(G M̄ − M̄ G) P                          line 5    LayerTrack.see
 *     Oja step on u⁺, MCA EXIN step on u⁻, γ*              6, 7      LayerTrack.updateGate
 *   at a check, each layer:                                          check, Schedule
 *     if insufficient and T_conv steps since last growth:  8 – 10    EnergyRule or SpectralRule,
 *       add a head on (u⁺, u⁻), update Q, reset probes                 Birth, LayerTrack.giveBirth
 *     prune heads with Γ_h &lt; φ_g for T_prune steps         11 – 13   PruneRule
 *     a plane for each head whose residual asks            level 2   DimensionRule
 *   a layer on top, an idle layer out                      level 3   DepthRule
 *   stop: minimal and sufficient                           15 – 17   settle
 *   or, where evidence decides: try, judge, keep           –         EvidenceRule
 * </pre>
 *
 * <p>What to grow and prune is decided by the {@link GrowthRule}s, in the order of {@link
 * GrowthRules}.
 *
 * <p>Departures from the print, each with its reason in docs/paper-and-us.md: the policies of
 * {@link io.incrt.geometry.policy}, births only on a converged gate (or, past a patience, an
 * eigensolve), and a seed head that owns no direction, so it is never pruned.
 *
 * <p>The same stream, settings and seed give the same decisions. Not for use by several threads.
 */
public final class Homeostat {

  private final HomeostatSettings settings;
  private final Schedule schedule;
  private final List<GrowthRule> rules;
  private final LayerStack network;
  private long lastStep;
  private long settledAt;

  /** A Homeostat for one layer of dimension d with one seed head, number 0. */
  public Homeostat(int d, HomeostatSettings settings) {
    this(d, settings, GrowthRules.of(settings));
  }

  /**
   * The same with other rules than those of the settings.
   *
   * @param rules in the order in which they are asked; not shared, since they have state
   */
  public Homeostat(int d, HomeostatSettings settings, List<GrowthRule> rules) {
    this(new LayerStack(d, settings), settings, rules, -1, -1);
  }

  /** A Homeostat restored from a state, with the settings it had. */
  public Homeostat(HomeostatState state, HomeostatSettings settings) {
    this(state, settings, GrowthRules.of(settings));
  }

  /**
   * The same with other rules than those of the settings.
   *
   * @param rules new ones of the kinds it had; their states are restored
   */
  public Homeostat(HomeostatState state, HomeostatSettings settings, List<GrowthRule> rules) {
    this(new LayerStack(state, settings), settings, rules, state.step(), state.settledAt());
    GrowthRules.resume(rules, state.rules());
  }

  private Homeostat(
      LayerStack network,
      HomeostatSettings settings,
      List<GrowthRule> rules,
      long lastStep,
      long settledAt) {
    this.network = network;
    this.settings = settings;
    this.schedule = Schedule.of(settings);
    this.rules = GrowthRules.requireDistinct(rules);
    this.lastStep = lastStep;
    this.settledAt = settledAt;
  }

  /** The state, from which another Homeostat continues exactly like this one. */
  public HomeostatState state() {
    return network.state(lastStep, settledAt, GrowthRules.states(rules));
  }

  /** Whether the architecture is settled; drift can undo it. */
  public boolean isSettled() {
    return settledAt >= 0;
  }

  /** The heads of each layer from bottom to top, by number. */
  public Map<Integer, List<Integer>> heads() {
    Map<Integer, List<Integer>> heads = new LinkedHashMap<>();
    network.layers().forEach(layer -> heads.put(layer.id(), layer.headNumbers()));
    return heads;
  }

  /** What evidence removed so far; empty where it does not decide. */
  public List<EvidenceState.Removed> removed() {
    return rules.stream()
        .filter(EvidenceRule.class::isInstance)
        .flatMap(rule -> ((EvidenceRule) rule).removed().stream())
        .toList();
  }

  /** The plane a layer's seed head was given. */
  public Plane seedPlane(int layer) {
    return network.track(layer).seedPlane();
  }

  /**
   * Observes one batch, Algorithm 1, lines 4 to 18: checks if a check is due, and otherwise only
   * observes.
   *
   * @param step the training step; must grow from call to call
   * @param batch one observation per layer, from bottom to top
   */
  public Verdict observe(long step, List<? extends LayerObservation> batch) {
    if (schedule.isCheck(lastStep, step)) {
      return check(step, batch);
    }
    see(step, batch);
    return Verdict.NOTHING;
  }

  /**
   * Observes a batch between two checks, on which nothing is decided.
   *
   * @param step as for {@link #observe}
   * @param batch as for {@link #observe}
   * @throws IllegalStateException if a check is due, which {@link #check} has to make
   */
  public void see(long step, List<? extends LayerObservation> batch) {
    Admission.require(step, lastStep, batch, network);
    if (schedule.isCheck(lastStep, step)) {
      throw new IllegalStateException(
          "a check is due at step " + step + ": its verdict must be asked for");
    }
    takeIn(step, batch);
    lastStep = step;
  }

  /**
   * Observes a batch and decides.
   *
   * @param step as for {@link #observe}
   * @param batch as for {@link #observe}
   * @throws IllegalStateException if no check is due
   */
  public Verdict check(long step, List<? extends LayerObservation> batch) {
    return check(step, batch, Optional.empty());
  }

  /**
   * The same, where someone can judge the parts.
   *
   * @param jury asked only if a judgement is due
   */
  public Verdict check(long step, List<? extends LayerObservation> batch, Optional<Jury> jury) {
    Admission.require(step, lastStep, batch, network);
    if (!schedule.isCheck(lastStep, step)) {
      throw new IllegalStateException(
          "no check is due at step "
              + step
              + ": one is made every "
              + schedule.checkEvery()
              + " steps, and step "
              + lastStep
              + " was observed before");
    }
    takeIn(step, batch);
    List<LayerMeasurement> measurements =
        network.layers().stream().map(layer -> layer.measure(step)).toList();
    network.judgedBy(jury);
    Verdict verdict = new Verdict(true, decide(step), measurements);
    network.judgedBy(Optional.empty());
    lastStep = step;
    return verdict;
  }

  private void takeIn(long step, List<? extends LayerObservation> batch) {
    for (int i = 0; i < batch.size(); i++) {
      LayerTrack layer = network.layers().get(i);
      layer.see(batch.get(i));
      layer.updateGate();
    }
    rules.forEach(rule -> rule.see(step, network));
  }

  private List<Decision> decide(long step) {
    List<Decision> decisions = new ArrayList<>();
    for (LayerTrack layer : network.layers()) {
      for (GrowthRule rule : rules) {
        decisions.addAll(rule.check(step, layer));
      }
    }
    boolean quiet = decisions.isEmpty() && network.layers().stream().allMatch(this::atRest);
    for (GrowthRule rule : rules) {
      decisions.addAll(rule.check(step, network, quiet && decisions.isEmpty()));
    }
    if (!decisions.isEmpty()) {
      settledAt = -1;
    }
    if (quiet && decisions.isEmpty()) {
      settle(step).ifPresent(decisions::add);
    }
    return decisions;
  }

  private boolean atRest(LayerTrack layer) {
    return rules.stream().allMatch(rule -> rule.atRest(layer));
  }

  /** Once settled, the architecture stays so until it changes again: noise does not undo it. */
  private Optional<Decision> settle(long step) {
    if (isSettled() || !rules.stream().allMatch(rule -> rule.atRest(network))) {
      return Optional.empty();
    }
    settledAt = step;
    return Optional.of(
        new Decision.Settled(
            step,
            Certification.certify(true, step, network.layers(), settings.width()),
            Certification.reason(network.layers(), settings.width())));
  }

  /**
   * The certificate at the last check, whether the architecture is settled or not.
   *
   * @throws IllegalStateException if the last batch was not checked
   */
  public SettledCertificate describe() {
    return Certification.certify(isSettled(), lastStep, network.layers(), settings.width());
  }
}
