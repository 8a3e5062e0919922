package io.incrt.geometry.growth;

import io.incrt.geometry.policy.DepthPolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Level 3: a layer is added on top if (a) there is something left to learn: a good part of the
 * training labels is unexplained, and the present layers make no more progress; (b) the top layer
 * is productive: it explained a share of the loss left when it was added; and (c) it is not idle.
 *
 * <p>The conditions considered first, a residual of the top layer's operator on its output tokens
 * and a shift of the cone index, hold on tasks that one layer solves and fail on one that needs two
 * (docs/paper-and-us.md); they are measured and reported, and can be required in addition.
 *
 * <p>A layer idle for T_idle steps is removed; no layer is then added until a head is born, or the
 * same layer would be added and removed forever.
 */
public final class DepthRule implements GrowthRule {

  private static final String NAME = "depth";

  /**
   * A loss that rises by this factor means that the task has changed: progress is measured anew.
   */
  private static final double CHANGED = 1.5;

  private final DepthPolicy policy;
  private final double decay;
  private final Map<Integer, Long> idleSince = new TreeMap<>();
  private boolean closed;
  private double unexplained = -1;
  private double best = -1;
  private long progressAt;
  private double atLastLayer = 1;

  /**
   * The state of the rule.
   *
   * @param closed whether a layer was removed as idle since the last birth
   * @param unexplained the average unexplained share of the loss, −1 before the first
   * @param best the lowest it was when it last made progress
   * @param progressAt the step of that progress
   * @param atLastLayer what it was when the last layer was added, 1 while none was
   * @param idleSince since when a layer has been idle, by the layer's number
   */
  public record State(
      boolean closed,
      double unexplained,
      double best,
      long progressAt,
      double atLastLayer,
      Map<Integer, Long> idleSince)
      implements RuleState {
    /** Copies the map, in the order of the numbers. */
    public State {
      idleSince = Collections.unmodifiableMap(new TreeMap<>(idleSince));
    }
  }

  DepthRule(HomeostatSettings settings) {
    this.policy = settings.depth();
    this.decay = settings.gramDecay();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void see(long step, NetworkView network) {
    top(network).unexplained().ifPresent(share -> see(share, step));
  }

  private void see(double share, long step) {
    unexplained = unexplained < 0 ? share : decay * unexplained + (1 - decay) * share;
    boolean progress = best < 0 || unexplained < (1 - policy.minProgress()) * best;
    if (progress || !productive() || unexplained > CHANGED * best) {
      best = unexplained;
      progressAt = step;
    }
  }

  /** Whether the top layer has explained enough of the loss left when it was added. */
  private boolean productive() {
    return unexplained <= (1 - policy.minGain()) * atLastLayer;
  }

  @Override
  public List<Decision> check(long step, NetworkView network, boolean quiet) {
    boolean birth = network.layers().stream().anyMatch(layer -> layer.lastGrowth() == step);
    closed = closed && !birth;
    Optional<Decision> removal = removeIdle(network, step);
    if (removal.isPresent() || !quiet || !hasWaited(network, step)) {
      return removal.stream().toList();
    }
    return missing(network).map(measured -> add(network, measured, step)).stream().toList();
  }

  /** Removes the first layer that has been idle for long enough, except the last layer. */
  private Optional<Decision> removeIdle(NetworkView network, long step) {
    for (LayerView layer : network.layers()) {
      Optional<Double> change = layer.relativeChange();
      if (change.isEmpty() || change.get() >= policy.minChange()) {
        idleSince.remove(layer.id());
        continue;
      }
      idleSince.putIfAbsent(layer.id(), step);
      if (network.layers().size() > 1 && step - idleSince.get(layer.id()) >= policy.idleAfter()) {
        idleSince.remove(layer.id());
        closed = true;
        Reason reason = new Reason(NAME, change.get(), policy.minChange());
        return Optional.of(network.removeLayer(step, layer.id(), reason));
      }
    }
    return Optional.empty();
  }

  /** Whether enough steps have passed since any growth, and since the last progress. */
  private boolean hasWaited(NetworkView network, long step) {
    long lastGrowth =
        network.layers().stream()
            .flatMap(layer -> layer.heads().stream())
            .mapToLong(HeadView::lastGrowth)
            .max()
            .orElse(0);
    return step - lastGrowth >= policy.dwell() && step - progressAt >= policy.dwell();
  }

  /** The figures, if all conditions for another layer hold, apart from the waiting time. */
  private Optional<DepthMeasurement> missing(NetworkView network) {
    if (closed || network.layers().size() >= policy.maxLayers()) {
      return Optional.empty();
    }
    return top(network)
        .depth(unexplained)
        .filter(now -> now.outputResidual() > now.threshold())
        .filter(now -> now.coneShift() >= policy.minConeShift())
        .filter(now -> now.relativeChange() >= policy.minChange())
        .filter(now -> now.unexplained() >= policy.minUnexplained() && productive());
  }

  private Decision add(NetworkView network, DepthMeasurement measured, long step) {
    atLastLayer = unexplained;
    best = unexplained;
    progressAt = step;
    Reason reason = new Reason(NAME, measured.unexplained(), policy.minUnexplained());
    return network.addLayer(step, measured, reason);
  }

  private static LayerView top(NetworkView network) {
    return network.layers().get(network.layers().size() - 1);
  }

  @Override
  public boolean atRest(NetworkView network) {
    return missing(network).isEmpty();
  }

  @Override
  public Optional<RuleState> state() {
    return Optional.of(new State(closed, unexplained, best, progressAt, atLastLayer, idleSince));
  }

  @Override
  public void resume(RuleState state) {
    State from = (State) state;
    closed = from.closed();
    unexplained = from.unexplained();
    best = from.best();
    progressAt = from.progressAt();
    atLastLayer = from.atLastLayer();
    idleSince.clear();
    idleSince.putAll(from.idleSince());
  }
}
