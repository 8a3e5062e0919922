package io.incrt.train;

import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.geometry.homeostat.Schedule;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Agreement;
import io.incrt.train.judge.HeardJury;
import io.incrt.train.judge.Work;
import io.incrt.train.update.AdamW;
import io.incrt.train.update.WeightAverage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ObjDoubleConsumer;
import org.ejml.data.DMatrixRMaj;

/**
 * Algorithm 1 (alg:incrt), the loop; {@link Homeostat#observe} is its decisions.
 *
 * <pre>
 *   for each training batch:
 *     forward                                        line 3
 *     backward: the gradients                        line 14
 *     Homeostat: A_res, gate, births, prunings, levels 2 and 3, stop     4 – 13, 15 – 17
 *     update all weights                             line 14
 *     carry out the decisions
 * </pre>
 *
 * <p>Decisions on a batch are carried out after its update: surgery does not change what the
 * network computes, so the order does not matter. Everything random at a step is drawn from the
 * seed and the step, so a resumed run is identical to the bit.
 */
public final class Trainer implements AutoCloseable {

  private final TrainerSetup setup;
  private final TrainingSettings settings;
  private final HomeostatSettings policy;
  private final Schedule schedule;
  private final Network network;
  private final Optional<Homeostat> homeostat;
  private final AdamW optimizer;
  private final WeightAverage average;
  private final Watch watch;
  private Examples data;
  private BatchGradients pieces;
  private double lastLoss = Double.NaN;
  private long step;
  private long lastObserved = -1;
  private long epoch = -1;
  private List<int[]> batches = List.of();
  private int nextBatch;
  private StepTimer clock = StepTimer.NONE;
  private final Work work;
  private final LossFetching fetching;
  private Jury jury;
  private boolean wish;
  private boolean stopping;

  /** A run from the beginning. */
  static Trainer begin(TrainerSetup setup) {
    return Libtorch.building(() -> new Trainer(setup));
  }

  /** A run that continues from a position. */
  static Trainer resume(TrainerSetup setup, Position position, ParameterSource parameters) {
    return Libtorch.building(() -> new Trainer(setup, position, parameters));
  }

  private Trainer(TrainerSetup setup) {
    this(
        setup,
        setup.settings().homeostat().enabled()
            ? Optional.of(new Homeostat(setup.shape().width(), setup.settings().homeostat()))
            : Optional.empty(),
        Optional.empty(),
        new Work(0));
    read(setup.data().at(0));
  }

  private Trainer(TrainerSetup setup, Position position, ParameterSource parameters) {
    this(
        setup,
        Optional.ofNullable(position.homeostat())
            .map(state -> new Homeostat(state, setup.settings().homeostat())),
        Optional.of(new Stored(position.architecture(), parameters)),
        new Work(position.flops()));
    this.step = position.step();
    this.lastObserved = position.homeostat() == null ? -1 : position.homeostat().step();
    this.epoch = position.epoch();
    this.nextBatch = position.nextBatch();
    read(setup.data().at(Math.max(0, step - 1)));
    this.batches = epoch < 0 ? List.of() : data.epoch(settings.batchSize(), settings.seed(), epoch);
  }

  private record Stored(Architecture architecture, ParameterSource parameters) {}

  private Trainer(
      TrainerSetup setup, Optional<Homeostat> homeostat, Optional<Stored> stored, Work work) {
    this.work = work;
    Libtorch.useAllThreads();
    this.setup = setup;
    this.settings = setup.settings().training();
    this.policy = setup.settings().homeostat();
    this.schedule = Schedule.of(policy);
    this.optimizer = new AdamW(settings.weightDecay(), settings.clip());
    this.average = new WeightAverage(settings.average());
    this.homeostat = homeostat;
    this.fetching = new LossFetching(setup.device(), settings, homeostat.isPresent());
    Compute compute = new Compute(setup.device(), settings.precision());
    this.network =
        stored
            .map(
                restored ->
                    new Network(setup.shape(), compute, restored.architecture, restored.parameters))
            .orElseGet(
                () ->
                    Libtorch.seeded(
                        settings.seed(),
                        isAlone(),
                        () -> FirstNetwork.of(setup, compute, homeostat)));
    this.watch =
        homeostat
            .map(
                growing ->
                    new Watch(network, growing, setup.collective(), setup.device() != Device.CPU))
            .orElse(null);
  }

  private void read(Examples records) {
    data = records;
    work.reads(data);
    pieces =
        new BatchGradients(network, setup.objective(), settings, data, setup.collective())
            .leavingOut(policy.evidence().enabled() ? policy.evidence().partDropout() : 0);
  }

  /**
   * The position of a run, apart from its tensors.
   *
   * @param step steps made
   * @param epoch the epoch it is in, −1 before the first
   * @param nextBatch the next batch of the epoch
   * @param architecture the network's shape
   * @param homeostat the state of the Homeostat; null if there is none
   * @param flops what was computed
   */
  public record Position(
      long step,
      long epoch,
      int nextBatch,
      Architecture architecture,
      HomeostatState homeostat,
      double flops) {}

  /** The current position. */
  public Position position() {
    if (watch != null) {
      watch.catchUp();
    }
    return new Position(
        step,
        epoch,
        nextBatch,
        network.architecture(),
        homeostat.map(Homeostat::state).orElse(null),
        work.flops());
  }

  /** Every parameter with its optimizer state, as a checkpoint keeps them. */
  public Map<String, HostTensor> tensors() {
    return Libtorch.scoped(
        () -> {
          Map<String, HostTensor> tensors = new LinkedHashMap<>();
          network.parameters().forEach(parameter -> parameter.store(tensors));
          return tensors;
        });
  }

  /** The network in training. */
  public Network network() {
    return network;
  }

  /** Whether the architecture is settled. */
  boolean isSettled() {
    return homeostat.map(Homeostat::isSettled).orElse(false);
  }

  /** Lets records that no gradient sees judge the parts, where evidence decides, and be heard. */
  void judgedBy(Examples records, ObjDoubleConsumer<List<Worth>> heard) {
    jury =
        policy.evidence().enabled() && records.size() > 1
            ? new HeardJury(setup.jury(network, records, policy.evidence().judges(), work), heard)
            : null;
  }

  /** What decides; empty where nothing grows. */
  Optional<Homeostat> homeostat() {
    return homeostat;
  }

  /** Times the phases of all further steps. */
  public void timeWith(StepTimer other) {
    clock = other;
  }

  /** What was computed so far, as {@link Work} counts it. */
  double flops() {
    return work.flops();
  }

  /** The number of steps made. */
  public long step() {
    return step;
  }

  /**
   * The outcome of one step.
   *
   * @param loss the loss on the batch before the update; on a GPU that of the last batch that was
   *     fetched
   * @param verdict what the Homeostat measured and decided
   */
  public record Outcome(double loss, Verdict verdict) {

    /** Whether the step was a check. */
    public boolean isCheck() {
      return verdict.check();
    }
  }

  /**
   * Says whether this process wishes to stop. All processes stop after the same step, once they
   * have heard of it.
   */
  boolean mayStop(boolean wished) {
    wish = wished;
    return isAlone() ? wished : stopping;
  }

  /** One batch: forward, backward, observe, update, surgery. */
  public Outcome advance() {
    Random random = new Random(settings.seed() * 0x9E3779B97F4A7C15L + step);
    long seed = random.nextLong();
    return Libtorch.seeded(
        setup.collective().own(seed),
        isAlone(),
        () -> Libtorch.scoped(() -> advance(random, seed)));
  }

  /** Members of a group wait for each other within a step, so none may keep the others out. */
  private boolean isAlone() {
    return setup.collective().size() == 1;
  }

  private Outcome advance(Random random, long seed) {
    int[] records = nextRecords();
    boolean observed = homeostat.isPresent() && schedule.isObserved(step);
    boolean check = observed && schedule.isCheck(lastObserved, step);
    BatchGradients.Result batch =
        pieces.gradients(records, random, kept(observed, check), wish, clock);
    if (fetching.isDue(step, Double.isNaN(lastLoss), check)) {
      lastLoss = BatchGradients.finite(batch.loss(), step);
      stopping = !isAlone() && batch.sums().wishes().item_double() > 0;
    }
    work.step(network, records.length);
    Verdict verdict = observed ? observe(batch, records, check) : Verdict.NOTHING;
    clock.ended(StepTimer.Phase.WATCH);
    optimizer.step(batch.gradients(), settings.learningRateAt(step));
    average.update(network, step);
    clock.ended(StepTimer.Phase.UPDATE);
    if (check && !isAlone()) {
      Agreement.onStep(setup.collective(), step, network.architecture(), verdict, lastLoss);
      Agreement.drawAlike(seed);
    }
    for (Decision decision : verdict.decisions()) {
      Surgery.apply(decision, network, policy.evidence().enabled());
    }
    clock.ended(StepTimer.Phase.SURGERY);
    step++;
    return new Outcome(lastLoss, verdict);
  }

  private BatchGradients.Keep kept(boolean observed, boolean check) {
    if (!observed) {
      return BatchGradients.Keep.NOTHING;
    }
    return check && policy.depth().enabled() && !policy.evidence().enabled()
        ? BatchGradients.Keep.ALL
        : BatchGradients.Keep.READ;
  }

  private Verdict observe(BatchGradients.Result batch, int[] records, boolean check) {
    lastObserved = step;
    if (!check) {
      watch.see(step, batch);
      return Verdict.NOTHING;
    }
    double unexplained = Double.NaN;
    if (policy.depth().enabled() && !policy.evidence().enabled()) {
      unexplained = pieces.unexplained(records);
    }
    Optional<DMatrixRMaj> slope = Optional.empty();
    if (policy.evidence().asksLabels(step) && !network.layers().isEmpty()) {
      int[] some = data.some(settings.seed(), step);
      work.step(network, some.length);
      slope = Optional.of(pieces.slope(some));
    }
    boolean single = policy.dimensions().enabled();
    return watch.check(step, batch, single, unexplained, slope, Optional.ofNullable(jury));
  }

  private int[] nextRecords() {
    if (step == setup.data().changeAt() || nextBatch >= batches.size()) {
      read(setup.data().at(step));
      epoch++;
      batches = data.epoch(settings.batchSize(), settings.seed(), epoch);
      nextBatch = 0;
    }
    return batches.get(nextBatch++);
  }

  @Override
  public void close() {
    optimizer.close();
    average.close();
    if (watch != null) {
      watch.close();
    }
    network.close();
  }
}
