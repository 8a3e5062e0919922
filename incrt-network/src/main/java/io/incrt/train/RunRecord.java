package io.incrt.train;

import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Validation;
import io.incrt.folder.Architecture;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.homeostat.Schedule;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.LiveLog;
import io.incrt.store.RunFiles;
import io.incrt.train.data.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * What happened in a run so far: kept for its files and checkpoints, told to its listener, and
 * written to its live log as it happens.
 */
final class RunRecord implements AutoCloseable {

  private static final Logger LOG = System.getLogger(RunRecord.class.getName());
  private static final long PULSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final RunSettings settings;
  private final RunListener listener;
  private final List<GrowthEvent> growth = new ArrayList<>();
  private final List<Validation> metrics = new ArrayList<>();
  private final History history;
  private Certificate certificate = Certificate.NONE;
  private final Set<PartKey> proven = new HashSet<>();
  private List<Worth> worths = List.of();
  private double least;
  private LiveLog live;
  private boolean ended;
  private long step;
  private long pulsedAt;
  private double lossSum;
  private long losses;

  RunRecord(RunSettings settings, RunListener listener) {
    this.settings = settings;
    this.listener = listener;
    this.history = new History(settings.training().steps(), settings.homeostat().checkEvery());
  }

  void restore(RunState state) {
    growth.addAll(state.growth());
    metrics.addAll(state.metrics());
    history.restore(state.history());
    certificate = state.certificate();
  }

  /**
   * Begins the live log, or goes on with it.
   *
   * @param folder where it is written; empty where somebody else does
   * @param from the steps made before
   * @param records how many are learned from
   * @param command the command that makes the run; null if unknown
   */
  void follow(Optional<Path> folder, long from, int records, String command) throws IOException {
    step = from;
    if (folder.isEmpty()) {
      return;
    }
    TrainingSettings recipe = settings.training();
    LiveLine.Begun begun =
        new LiveLine.Begun(
            LiveLog.now(),
            LiveLine.Begun.FORMAT,
            UUID.randomUUID().toString(),
            from,
            recipe.steps(),
            recipe.bestBy() == TrainingSettings.Score.MACRO_F1 ? "macroF1" : "accuracy",
            recipe.batchSize(),
            records,
            command);
    if (from == 0) {
      live = LiveLog.begin(folder.get(), begun);
    } else {
      live = LiveLog.resume(folder.get(), begun, log());
      listener.resumed(from);
    }
    pulsedAt = System.nanoTime();
  }

  private void say(LiveLine line) {
    if (live == null) {
      return;
    }
    try {
      live.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Notes that a checkpoint is about to be written. */
  void saving() {
    say(new LiveLine.Saved(LiveLog.now(), step));
  }

  /** Notes how the run ended. */
  void ended(LiveLine.Ending how) {
    ended = true;
    say(new LiveLine.Ended(LiveLog.now(), step, how));
  }

  @Override
  public void close() {
    if (live == null) {
      return;
    }
    try (LiveLog last = live) {
      if (!ended) {
        last.write(new LiveLine.Ended(LiveLog.now(), step, LiveLine.Ending.FAILED));
      }
    } catch (IOException e) {
      // The run has failed already, perhaps for the same reason, or all of it is written.
      LOG.log(Logger.Level.DEBUG, "the live log has no end", e);
    }
  }

  /** Takes what the judges say of the parts; of one judgement the last words hold. */
  void heard(List<Worth> words, double entropy) {
    worths = words;
    least = settings.homeostat().evidence().least() * entropy;
  }

  /** Says how many records do not fit. */
  void remarkOnTruncation(Examples records, TrainerSetup setup, String use) {
    if (records.cut() > 0) {
      listener.remarked(
          records.cut()
              + " of "
              + records.size()
              + " records "
              + use
              + " cut to "
              + setup.shape().maxTokens()
              + " tokens, the most the model takes"
              + (setup.shape().maxLength() == settings.network().maxLength()
                  ? " (network.maxLength)"
                  : ""));
    }
  }

  void grew(GrowthEvent event) {
    growth.add(event);
    say(new LiveLine.Grew(LiveLog.now(), event));
    listener.grew(event);
  }

  void stepped(Trainer.Outcome outcome, Trainer trainer) {
    step = trainer.step();
    Verdict verdict = outcome.verdict();
    verdict.decisions().forEach(decision -> grew(GrowthEvent.of(decision)));
    List<LayerMeasurement> check = verdict.measurements();
    if (outcome.isCheck() && !trainer.isSettled()) {
      // The predictions cost an eigensolve, so an unsettled architecture gets them at the end only.
      long next = Schedule.of(settings.homeostat()).nextCheck(trainer.step() - 1);
      boolean last = verdict.decisions().isEmpty() && next >= settings.training().steps();
      certificate =
          last
              ? Certificate.of(trainer.homeostat().orElseThrow().describe())
              : Certificate.unsettled(trainer.step() - 1, check);
    }
    for (Decision decision : verdict.decisions()) {
      if (decision instanceof Decision.Settled settled) {
        certificate = Certificate.of(settled.certificate());
      }
    }
    Architecture architecture = trainer.network().architecture();
    history
        .stepped(step, outcome.loss(), trainer.flops(), check, architecture)
        .ifPresent(moment -> say(new LiveLine.Noted(LiveLog.now(), moment)));
    pulse(outcome.loss());
    if (!worths.isEmpty()) {
      say(
          new LiveLine.Judged(
              LiveLog.now(), step, worths.stream().map(LiveLine.Part::of).toList()));
      listener.judged(step, worths);
      double z = settings.homeostat().evidence().z();
      worths.stream()
          .filter(worth -> worth.isProven(z, least) && proven.add(worth.part()))
          .forEach(worth -> listener.proved(step, worth));
      worths = List.of();
    }
    TrainingSettings recipe = settings.training();
    listener.stepped(
        new RunListener.Step(
            step,
            outcome.loss(),
            check,
            architecture,
            recipe.learningRateAt(step - 1),
            recipe.batchSize()));
  }

  /** Says every few seconds that the run goes on. */
  private void pulse(double loss) {
    lossSum += loss;
    losses++;
    long now = System.nanoTime();
    if (now - pulsedAt >= PULSE_NANOS) {
      say(new LiveLine.Pulse(LiveLog.now(), step, lossSum / losses));
      pulsedAt = now;
      lossSum = 0;
      losses = 0;
    }
  }

  void validated(Validation validation, double score) {
    metrics.add(validation);
    say(new LiveLine.Validated(LiveLog.now(), validation, score));
    listener.validated(validation, score);
  }

  /** Whether as many validations as the settings allow have passed since the best one. */
  boolean isOutOfPatience() {
    int patience = settings.training().patience();
    return patience > 0 && validationsSinceBest() >= patience;
  }

  private int validationsSinceBest() {
    int since = 0;
    for (Validation validation : metrics) {
      since = validation.best() ? 0 : since + 1;
    }
    return since;
  }

  List<GrowthEvent> growth() {
    return growth;
  }

  List<Validation> metrics() {
    return metrics;
  }

  History.State history() {
    return history.state();
  }

  /** Notes how the linear model does beside the run's model. */
  void stoodBeside(Certificate.Floor floor) {
    certificate = certificate.with(floor);
    listener.stoodBeside(floor);
  }

  /** Notes what the parts of the run's model are worth. */
  void judged(
      Certificate.Judges judges, List<Certificate.Part> parts, List<Certificate.Tried> removed) {
    certificate = certificate.with(judges, parts, removed);
  }

  Certificate certificate() {
    return certificate;
  }

  /** The content of the run's files. */
  RunFiles.RunLog log() {
    return new RunFiles.RunLog(growth, metrics, history.state().moments(), certificate);
  }
}
