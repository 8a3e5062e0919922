package io.incrt.geometry.growth;

import io.incrt.geometry.evidence.Evidence;
import io.incrt.geometry.evidence.EvidenceState;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.gate.GateReading;
import io.incrt.geometry.gate.Probe;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Growth that proves its worth: {@link Evidence} decides what is kept and when more is tried;
 * geometry says where. A network starts without heads, and one head is tried until one is kept;
 * then, in turns, as many as the top layer has and one head in a further layer. First heads that
 * failed count as turns of heads.
 */
public final class EvidenceRule implements GrowthRule {

  private static final String NAME = "evidence";
  private static final String HEADS = "heads";
  private static final String LAYER = "layer";

  private final EvidencePolicy policy;
  private Evidence evidence;
  private long step = -1;

  /**
   * The state of the rule.
   *
   * @param evidence that of what decides
   */
  public record State(EvidenceState evidence) implements RuleState {}

  EvidenceRule(HomeostatSettings settings) {
    this.policy = settings.evidence();
    this.evidence = new Evidence(policy);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Decision> check(long at, NetworkView network, boolean quiet) {
    step = at;
    Optional<Jury> jury = network.jury();
    if (jury.isEmpty() || !evidence.isDue(at)) {
      return List.of();
    }
    List<Decision> decisions = new ArrayList<>();
    double bar = policy.least() * jury.get().entropy();
    for (Worth worth : evidence.judge(at, jury.get())) {
      decisions.add(removal(worth, network, bar));
    }
    if (evidence.mayTry(at)) {
      decisions.addAll(trial(network));
    }
    return decisions;
  }

  private Decision removal(Worth worth, NetworkView network, double bar) {
    Reason reason =
        new Reason(
            NAME,
            worth.mean(),
            worth.mustProve() ? Math.max(policy.z() * worth.error(), bar) : bar);
    PartKey part = worth.part();
    if (!part.kind().equals(PartKey.HEAD)) {
      return network.removePart(step, worth, reason);
    }
    LayerView layer =
        network.layers().stream().filter(one -> one.id() == part.layer()).findFirst().orElseThrow();
    return layer.heads().size() > 1
        ? layer.prune(step, part.id(), reason)
        : network.removeLayer(step, part.layer(), reason);
  }

  private List<Decision> trial(NetworkView network) {
    int layers = network.layers().size();
    boolean deeper = layers < policy.maxLayers();
    boolean wider = evidence.tried(HEADS) - 1 <= evidence.tried(LAYER);
    if (layers > 0 && (!deeper || wider)) {
      List<Decision> heads = heads(network.layers().get(layers - 1));
      if (!heads.isEmpty()) {
        return heads;
      }
    }
    if (!deeper) {
      return List.of();
    }
    Decision.AddLayer added = network.addLayer(step, null, new Reason(NAME, layers, layers + 1));
    evidence.tried(
        layers == 0 ? HEADS : LAYER, step, List.of(PartKey.head(added.layer(), added.head())));
    return List.of(added);
  }

  /** As many heads as there are; none where geometry sees no need or no room is left. */
  private List<Decision> heads(LayerView layer) {
    LayerMeasurement now = layer.measurement();
    if (policy.proposer() == EvidencePolicy.Proposer.ENERGY
        && now.residualEnergy() <= now.threshold()) {
      return List.of();
    }
    List<Decision> born = new ArrayList<>();
    List<PartKey> parts = new ArrayList<>();
    int more = layer.heads().size();
    for (int i = 0; i < more; i++) {
      GateReading reading =
          switch (policy.direction()) {
            case GATE -> layer.exactReading();
            case RANDOM -> layer.randomReading();
            case LABELS ->
                layer
                    .labelReading()
                    .filter(asked -> asked.plus().isPresent() && asked.minus().isPresent())
                    .orElseGet(layer::exactReading);
          };
      List<Probe> ends =
          Stream.of(reading.plus(), reading.minus()).flatMap(Optional::stream).toList();
      if (ends.size() < 2) {
        break;
      }
      Reason reason = new Reason(NAME, now.residualEnergy(), now.threshold());
      Decision.GiveBirth birth =
          layer.giveBirth(step, reading, ends, layer.spectrum().balance(), reason);
      born.add(birth);
      parts.add(PartKey.head(birth.layer(), birth.head()));
    }
    if (!parts.isEmpty()) {
      evidence.tried(HEADS, step, parts);
    }
    return born;
  }

  @Override
  public boolean atRest(NetworkView network) {
    boolean open = !network.layers().isEmpty() || policy.maxLayers() > 0;
    return evidence.isSettled(step, open);
  }

  /** What it removed so far. */
  public List<EvidenceState.Removed> removed() {
    return evidence.removed();
  }

  @Override
  public Optional<RuleState> state() {
    return Optional.of(new State(evidence.state()));
  }

  @Override
  public void resume(RuleState state) {
    evidence = new Evidence(policy, ((State) state).evidence());
  }
}
