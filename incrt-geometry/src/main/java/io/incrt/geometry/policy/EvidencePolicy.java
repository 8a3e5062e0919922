package io.incrt.geometry.policy;

import io.incrt.base.Ranges;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Growth by evidence: parts are tried, and kept where records that no gradient sees show that they
 * are worth it.
 *
 * @param enabled whether evidence decides what is kept, and not the energies
 * @param every T, the steps between two judgements; 0 for a fifteenth of the run
 * @param z how many standard errors the worth of a part must be above 0 to be proven
 * @param least ε, the least worth of a part that is proven, as a share of the labels' entropy
 * @param births the share of the run after which nothing more is tried
 * @param prunings the share of the run after which nothing more is removed: a model must be trained
 *     to its end
 * @param partDropout the share of the batches that a part is left out of in training, so that its
 *     worth means that it is needed
 * @param judges the most records that a part is judged on; 0 for all there are
 * @param maxLayers the most layers that may be tried
 * @param direction where heads are born
 * @param proposer what must be so for heads to be tried
 * @param horizon the steps of the run, which sets it
 */
@RecordBuilder
public record EvidencePolicy(
    boolean enabled,
    long every,
    double z,
    double least,
    double births,
    double prunings,
    double partDropout,
    int judges,
    int maxLayers,
    Direction direction,
    Proposer proposer,
    long horizon)
    implements EvidencePolicyBuilder.With {

  private static final int JUDGEMENTS = 15;

  /** Where a head is born. */
  public enum Direction {
    /** On the plane of the ends of A_res that the gate follows. */
    GATE,
    /** On a random plane. */
    RANDOM,
    /** On the plane along which the motor of a virtual head lowers the loss fastest. */
    LABELS
  }

  /** What must be so for more heads to be tried. */
  public enum Proposer {
    /** Γ_res is above θ_w. */
    ENERGY,
    /** Nothing. */
    ALWAYS
  }

  /** Checks the numbers. */
  public EvidencePolicy {
    Ranges.atLeast("homeostat.evidence.every", every, 0);
    Ranges.notNegative("homeostat.evidence.z", z);
    Ranges.between("homeostat.evidence.least", least, 0, 1);
    Ranges.between("homeostat.evidence.births", births, 0, 1);
    Ranges.between("homeostat.evidence.prunings", prunings, 0, 1);
    Ranges.between("homeostat.evidence.partDropout", partDropout, 0, 0.9);
    Ranges.require(
        "homeostat.evidence.judges", judges, judges == 0 || judges >= 2, "0 for all, or 2 or more");
    Ranges.atLeast("homeostat.evidence.maxLayers", maxLayers, 0);
    Ranges.require(
        "homeostat.evidence.direction", direction, direction != null, "GATE, RANDOM or LABELS");
    Ranges.require("homeostat.evidence.proposer", proposer, proposer != null, "ENERGY or ALWAYS");
    Ranges.atLeast("homeostat.evidence.horizon", horizon, 0);
  }

  /** T, once the run's length is known. */
  public long interval() {
    return every > 0 ? every : Math.max(1, horizon / JUDGEMENTS);
  }

  /** Whether heads may be born at a step where the labels want them; judgements are at checks. */
  public boolean asksLabels(long step) {
    return enabled && direction == Direction.LABELS && step % interval() == 0;
  }

  /** The last step at which something is tried. */
  public long lastBirth() {
    return (long) (births * horizon);
  }

  /** The last step at which something is removed. */
  public long lastPruning() {
    return (long) (prunings * horizon);
  }

  /** What a run goes by that is grown by evidence. */
  public static EvidencePolicy usual() {
    return EvidencePolicyBuilder.builder()
        .enabled(true)
        .every(0)
        .z(2)
        .least(0.002)
        .births(0.6)
        .prunings(0.75)
        .partDropout(0.1)
        .judges(400)
        .maxLayers(4)
        .direction(Direction.GATE)
        .proposer(Proposer.ALWAYS)
        .horizon(0)
        .build();
  }

  /** For runs that go by the energies. */
  public static EvidencePolicy none() {
    return usual().withEnabled(false);
  }
}
