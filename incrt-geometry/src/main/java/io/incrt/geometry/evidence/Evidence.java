package io.incrt.geometry.evidence;

import io.incrt.geometry.policy.EvidencePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which parts of a network are kept, and when more of them may be tried.
 *
 * <pre>
 *   at a judgement, every T steps:
 *     a part fails     if it has to prove itself and worth ≤ max(z·se, ε·H)
 *                      or if worth + z·se &lt; ε·H shows it to be worthless
 *     remove           the least worthy of those that fail for the second time in a row;
 *                      measure the others without it; again
 *     narrow           at the last judgement: halve the dimensions of a head as long as the weaker
 *                      half is not proven
 *     a trial ends     when each of its parts is proven or removed: kept, or failed
 *     try              when nothing fails and nothing is pending; after every failed trial the next
 *                      is given twice as long before it is judged: 2T, 4T, 8T, …
 *     settled          when nothing is left to try, or no time
 * </pre>
 *
 * <p>No part is judged before it is 2T steps old. At the last judgement that may remove anything,
 * failing once is enough, and no part is given more time. As times double, at most log₂ as many
 * trials fail as there are judgements. Decisions depend on the worths and on {@link #state} alone.
 */
public final class Evidence {

  /** As many intervals a part is trained for before it is judged. */
  private static final long GRACE = 2;

  private final EvidencePolicy policy;
  private final long interval;
  private final Set<PartKey> failing = new TreeSet<>();
  private final List<Trial> trials = new ArrayList<>();
  private final List<EvidenceState.Removed> removed = new ArrayList<>();
  private long judgedAt = -1;
  private List<Worth> worths = List.of();

  /** For a run whose length the policy names. */
  public Evidence(EvidencePolicy policy) {
    this.policy = policy;
    this.interval = policy.interval();
  }

  /** The same, which goes on from a state. */
  public Evidence(EvidencePolicy policy, EvidenceState state) {
    this(policy);
    judgedAt = state.judgedAt();
    failing.addAll(state.failing());
    trials.addAll(state.trials());
    removed.addAll(state.removed());
  }

  /** Its state. */
  public EvidenceState state() {
    return new EvidenceState(judgedAt, List.copyOf(failing), trials, removed);
  }

  /** Whether a judgement is due: at the first step, and whenever T more have passed. */
  public boolean isDue(long step) {
    return judgedAt < 0 || step / interval > judgedAt / interval;
  }

  /**
   * Judges every part.
   *
   * @return the parts to remove, in that order
   */
  public List<Worth> judge(long step, Jury jury) {
    judgedAt = step;
    double bar = policy.least() * jury.entropy();
    List<Worth> leaving = new ArrayList<>();
    Set<PartKey> left = new TreeSet<>();
    // Nothing is old enough to be judged before.
    worths = step < GRACE * interval ? List.of() : jury.worths(left);
    Optional<Worth> worst = leastWorthy(step, bar);
    while (worst.isPresent()) {
      leaving.add(worst.get());
      left.add(worst.get().part());
      removed.add(new EvidenceState.Removed(step, worst.get()));
      worths = jury.worths(left);
      worst = leastWorthy(step, bar);
    }
    failing.clear();
    worths.stream()
        .filter(worth -> fails(worth, step, bar))
        .forEach(worth -> failing.add(worth.part()));
    endTrial(step, bar);
    if (isLast(step) && step <= policy.lastPruning()) {
      leaving.addAll(narrow(step, jury, bar, left));
    }
    return leaving;
  }

  /** Halves the dimensions of heads, one at a time, as long as the weaker half proves nothing. */
  private List<Worth> narrow(long step, Jury jury, double bar, Set<PartKey> left) {
    List<Worth> leaving = new ArrayList<>();
    Optional<Worth> weakest = weakestHalf(jury, bar, left);
    while (weakest.isPresent()) {
      leaving.add(weakest.get());
      left.add(weakest.get().part());
      removed.add(new EvidenceState.Removed(step, weakest.get()));
      weakest = weakestHalf(jury, bar, left);
    }
    return leaving;
  }

  private Optional<Worth> weakestHalf(Jury jury, double bar, Set<PartKey> left) {
    return jury.halves(left).stream()
        .filter(half -> !proves(half, bar))
        .min(Comparator.comparingDouble(Worth::mean).thenComparing(Worth::part));
  }

  /** The next part to remove. */
  private Optional<Worth> leastWorthy(long step, double bar) {
    if (step > policy.lastPruning()) {
      return Optional.empty();
    }
    return worths.stream()
        .filter(worth -> fails(worth, step, bar))
        .filter(worth -> isLast(step) || failing.contains(worth.part()))
        .min(Comparator.comparingDouble(Worth::mean).thenComparing(Worth::part));
  }

  /** Whether no later judgement may remove anything. */
  private boolean isLast(long step) {
    return step + interval > policy.lastPruning();
  }

  /** The age from which a part is judged. */
  private long grace(PartKey part) {
    long grace = GRACE * interval;
    for (Trial trial : trials) {
      if (trial.parts().contains(part)) {
        return grace;
      }
      grace *= trial.outcome() == Trial.Outcome.FAILED ? 2 : 1;
    }
    return GRACE * interval;
  }

  private boolean fails(Worth worth, long step, double bar) {
    if (step - worth.bornAt() < (isLast(step) ? GRACE * interval : grace(worth.part()))) {
      return false;
    }
    return worth.mustProve()
        ? !proves(worth, bar)
        : worth.mean() + policy.z() * worth.error() < bar;
  }

  private boolean proves(Worth worth, double bar) {
    return worth.isProven(policy.z(), bar);
  }

  /** Ends the pending trial if each of its parts is proven or removed. */
  private void endTrial(long step, double bar) {
    if (!isPending()) {
      return;
    }
    Trial trial = trials.get(trials.size() - 1);
    List<Worth> there =
        worths.stream().filter(worth -> trial.parts().contains(worth.part())).toList();
    boolean judged = step - trial.step() >= GRACE * interval;
    if (judged && there.stream().allMatch(worth -> proves(worth, bar))) {
      trials.set(trials.size() - 1, trial.ended(there.size() == trial.parts().size()));
    }
  }

  private boolean isPending() {
    return !trials.isEmpty() && trials.get(trials.size() - 1).outcome() == Trial.Outcome.PENDING;
  }

  /** The last step at which what is tried can still be judged. */
  private long lastTrial() {
    long lastJudgement = policy.lastPruning() / interval * interval;
    return Math.min(policy.lastBirth(), lastJudgement - GRACE * interval);
  }

  /** Whether something may be tried now, at a judgement that removed nothing. */
  public boolean mayTry(long step) {
    return judgedAt == step
        && step <= lastTrial()
        && !isPending()
        && failing.isEmpty()
        && removed.stream().noneMatch(one -> one.step() == step);
  }

  /** Begins a trial. */
  public void tried(String kind, long step, List<PartKey> parts) {
    if (!mayTry(step)) {
      throw new IllegalStateException("nothing may be tried at step " + step);
    }
    trials.add(new Trial(kind, step, parts, Trial.Outcome.PENDING));
  }

  /** How many trials of a kind there were. */
  public long tried(String kind) {
    return trials.stream().filter(trial -> trial.kind().equals(kind)).count();
  }

  /** How many trials have failed. */
  public long failed() {
    return trials.stream().filter(trial -> trial.outcome() == Trial.Outcome.FAILED).count();
  }

  /**
   * Whether nothing will be tried any more and nothing is about to be removed.
   *
   * @param open whether there is something to try
   */
  public boolean isSettled(long step, boolean open) {
    if (step < GRACE * interval) {
      return false;
    }
    boolean more = open && step < lastTrial();
    boolean still = failing.isEmpty() || step > policy.lastPruning();
    return judgedAt >= 0 && !more && !isPending() && still;
  }

  /** What was removed so far. */
  public List<EvidenceState.Removed> removed() {
    return List.copyOf(removed);
  }
}
