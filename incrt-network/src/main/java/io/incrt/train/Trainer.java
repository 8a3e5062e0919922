package io.incrt.train;

import io.incrt.Evaluation;
import io.incrt.geometry.homeostat.Decision;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.HomeostatState;
import io.incrt.geometry.homeostat.SettledCertificate;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.model.Architecture;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.bytedeco.pytorch.global.torch;

/**
 * Algorithm 1 (alg:incrt), the loop; {@link Homeostat#observe} is its decisions.
 *
 * <pre>
 *   for each training batch:
 *     forward                                        line 3
 *     backward: the gradients                        line 14
 *     Homeostat.observe: A_res, gate, births, prunings, levels 2 and 3, stop     4 – 13, 15 – 17
 *     update all weights                             line 14
 *     carry out what was decided
 * </pre>
 *
 * <p>What was decided on a batch is carried out after its update: surgery changes nothing the
 * network computes, so the order does not show. Everything random at a step is drawn from the seed
 * and the step, so a run that goes on from a step repeats what follows to the bit.
 */
public final class Trainer implements AutoCloseable {

  /** How often the loss is fetched from a GPU where no Homeostat waits for it. */
  private static final int LOOK_EVERY = 100;

  private final TrainingSettings settings;
  private final TrainingData training;
  private final Network network;
  private final Optional<Homeostat> homeostat;
  private final HomeostatSettings policy;
  private final AdamW optimizer;
  private final Watch watch;
  private Encoded data;
  private Pieces pieces;
  private double lastLoss = Double.NaN;
  private long step;
  private long epoch = -1;
  private List<int[]> batches = List.of();
  private int nextBatch;
  private StepClock clock = StepClock.NONE;

  /** A run from the beginning. */
  public Trainer(Shape shape, TrainingData training, RunSettings run, Device device) {
    this.settings = run.training();
    this.training = training;
    this.policy = run.homeostat();
    this.optimizer = new AdamW(settings.weightDecay(), settings.clip());
    this.homeostat =
        policy.enabled() ? Optional.of(new Homeostat(shape.width(), policy)) : Optional.empty();
    Compute compute = new Compute(device, settings.precision());
    torch.manual_seed(settings.seed());
    this.network =
        Libtorch.scoped(
            () ->
                homeostat
                    .map(growing -> new Network(shape, compute, growing.seedPlane(0)))
                    .orElseGet(
                        () ->
                            Network.fixed(
                                shape, compute, run.network().layers(), run.network().heads())));
    this.watch = watch();
    read(training.at(0));
  }

  /** A run that goes on from where another stood. */
  public Trainer(
      Shape shape,
      TrainingData training,
      RunSettings run,
      Device device,
      Position position,
      ParameterSource parameters) {
    this.settings = run.training();
    this.training = training;
    this.policy = run.homeostat();
    this.optimizer = new AdamW(settings.weightDecay(), settings.clip());
    this.homeostat =
        Optional.ofNullable(position.homeostat()).map(state -> new Homeostat(state, policy));
    this.network =
        Libtorch.scoped(
            () ->
                new Network(
                    shape,
                    new Compute(device, settings.precision()),
                    position.architecture(),
                    parameters));
    this.watch = watch();
    this.step = position.step();
    this.epoch = position.epoch();
    this.nextBatch = position.nextBatch();
    read(training.at(Math.max(0, step - 1)));
    this.batches = epoch < 0 ? List.of() : data.epoch(settings.batchSize(), settings.seed(), epoch);
  }

  private Watch watch() {
    return homeostat
        .map(growing -> new Watch(network, growing, network.device() != Device.CPU))
        .orElse(null);
  }

  private void read(Encoded records) {
    data = records;
    pieces =
        new Pieces(
            network, settings, data.weights(settings.classWeights(), network.shape().classes()));
  }

  /**
   * Where a run stands, apart from its tensors.
   *
   * @param step steps made
   * @param epoch the epoch it is in, −1 before the first
   * @param nextBatch the next batch of the epoch
   * @param architecture the network's shape
   * @param homeostat all the Homeostat remembers; null where there is none
   */
  public record Position(
      long step, long epoch, int nextBatch, Architecture architecture, HomeostatState homeostat) {}

  public Position position() {
    if (watch != null) {
      watch.catchUp();
    }
    return new Position(
        step,
        epoch,
        nextBatch,
        network.architecture(),
        homeostat.map(Homeostat::state).orElse(null));
  }

  /** Every parameter with its optimizer state, as a checkpoint keeps them. */
  public Map<String, HostTensor> tensors() {
    return Libtorch.scoped(
        () -> {
          Map<String, HostTensor> tensors = new LinkedHashMap<>();
          for (Parameter parameter : network.parameters()) {
            tensors.put(parameter.name(), HostTensor.of(parameter.value()));
            tensors.put(parameter.name() + ParameterSource.FIRST, HostTensor.of(parameter.first()));
            tensors.put(
                parameter.name() + ParameterSource.SECOND, HostTensor.of(parameter.second()));
            tensors.put(parameter.name() + ParameterSource.STEPS, HostTensor.of(parameter.steps()));
          }
          return tensors;
        });
  }

  public Network network() {
    return network;
  }

  /** Whether the architecture is settled. */
  boolean isSettled() {
    return homeostat.map(Homeostat::isSettled).orElse(false);
  }

  /** What a certificate says of the step just made, which must have been a check. */
  SettledCertificate describe() {
    return homeostat.orElseThrow().describe();
  }

  /** Has the parts of every step to come timed. */
  public void timeWith(StepClock other) {
    clock = other;
  }

  /** The number of steps made. */
  public long step() {
    return step;
  }

  /**
   * What one step did.
   *
   * @param loss the loss on the batch before the update; on a GPU that of the last batch that was
   *     looked at
   * @param verdict what the Homeostat found and decided
   */
  public record Outcome(double loss, Verdict verdict) {}

  /** One batch: forward, backward, observe, update, surgery. */
  public Outcome advance() {
    return Libtorch.scoped(
        () -> {
          Random random = new Random(settings.seed() * 0x9E3779B97F4A7C15L + step);
          torch.manual_seed(random.nextLong());
          int[] records = nextRecords();
          Pieces.Found found = pieces.gradients(data, records, random, kept(), clock);
          if (isLookedAt()) {
            lastLoss = finite(found.loss());
          }
          Verdict verdict = isWatched() ? observed(found, records) : Verdict.NOTHING;
          clock.ended(StepClock.Phase.WATCH);
          optimizer.step(found.gradients(), settings.learningRateAt(step));
          clock.ended(StepClock.Phase.UPDATE);
          for (Decision decision : verdict.decisions()) {
            Surgery.apply(decision, network);
          }
          clock.ended(StepClock.Phase.SURGERY);
          step++;
          return new Outcome(lastLoss, verdict);
        });
  }

  /**
   * Whether the host asks for this step's loss. On a GPU it waits for that, so it asks only where
   * it waits anyway: at a check, before a validation, and on the first step; and from time to time
   * where no Homeostat watches.
   */
  private boolean isLookedAt() {
    int every = homeostat.isPresent() ? policy.checkEvery() : LOOK_EVERY;
    return network.device() == Device.CPU
        || Double.isNaN(lastLoss)
        || step % every == 0
        || (step + 1) % settings.evaluateEvery() == 0
        || step + 1 == settings.steps();
  }

  private double finite(double loss) {
    if (!Double.isFinite(loss)) {
      throw new IllegalStateException(
          "the loss is no number at step "
              + step
              + ": training has diverged; a smaller training.learningRate may help");
    }
    return loss;
  }

  /** Whether the Homeostat is shown this batch. */
  private boolean isWatched() {
    return homeostat.isPresent() && step % policy.observeEvery() == 0;
  }

  /** Whether it checks this batch. */
  private boolean isDue() {
    return step % policy.checkEvery() == 0;
  }

  private Pieces.Keep kept() {
    if (!isWatched()) {
      return Pieces.Keep.NOTHING;
    }
    return isDue() && policy.depth().enabled() ? Pieces.Keep.ALL : Pieces.Keep.READ;
  }

  private Verdict observed(Pieces.Found found, int[] records) {
    if (!isDue()) {
      watch.see(step, found);
      return Verdict.NOTHING;
    }
    double left = Double.NaN;
    if (policy.depth().enabled()) {
      // As a share of the labels' entropy.
      left =
          pieces.plainLoss(data, records) / Math.max(1e-9, data.entropy(network.shape().classes()));
    }
    return watch.check(step, found, policy.dimensions().enabled(), left);
  }

  private int[] nextRecords() {
    if (step == training.changeAt() || nextBatch >= batches.size()) {
      read(training.at(step));
      epoch++;
      batches = data.epoch(settings.batchSize(), settings.seed(), epoch);
      nextBatch = 0;
    }
    return batches.get(nextBatch++);
  }

  /** Judges a network on records. */
  public static Evaluation evaluate(
      Network network, Encoded records, List<String> labels, int batchSize) {
    List<float[]> probabilities = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    for (int from = 0; from < records.size(); from += batchSize) {
      int[] chosen = new int[Math.min(batchSize, records.size() - from)];
      for (int i = 0; i < chosen.length; i++) {
        chosen[i] = from + i;
        truth.add(records.classes()[from + i]);
      }
      probabilities.addAll(network.probabilities(() -> records.batch(chosen, 0, new Random(0))));
    }
    return Evaluation.of(labels, probabilities, truth);
  }

  @Override
  public void close() {
    optimizer.close();
    if (watch != null) {
      watch.close();
    }
    network.close();
  }
}
