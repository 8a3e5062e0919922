package io.incrt.train;

import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.LayerMeasurement;
import io.incrt.geometry.homeostat.Schedule;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.model.Architecture;
import io.incrt.settings.RunSettings;
import io.incrt.store.RunFiles;
import io.incrt.train.data.Examples;
import java.util.ArrayList;
import java.util.List;

/** What happened in a run so far: kept for its files and checkpoints, told to its listener. */
final class RunRecord {

  private final RunSettings settings;
  private final RunListener listener;
  private final List<GrowthEvent> growth = new ArrayList<>();
  private final List<Validation> metrics = new ArrayList<>();
  private final History history;
  private Certificate certificate = Certificate.NONE;

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
    listener.grew(event);
  }

  void stepped(Trainer.Outcome outcome, Trainer trainer) {
    Verdict verdict = outcome.verdict();
    verdict.decisions().forEach(decision -> grew(GrowthEvent.of(decision)));
    List<LayerMeasurement> check = verdict.measurements();
    if (outcome.isCheck() && !trainer.isSettled()) {
      // The predictions cost an eigensolve, so an unsettled architecture gets them at the end only.
      long next = Schedule.of(settings.homeostat()).nextCheck(trainer.step() - 1);
      boolean last = verdict.decisions().isEmpty() && next >= settings.training().steps();
      certificate =
          last
              ? Certificate.of(trainer.describe())
              : Certificate.unsettled(trainer.step() - 1, check);
    }
    for (Decision decision : verdict.decisions()) {
      if (decision instanceof Decision.Settled settled) {
        certificate = Certificate.of(settled.certificate());
      }
    }
    Architecture architecture = trainer.network().architecture();
    history.stepped(trainer.step(), outcome.loss(), trainer.flops(), check, architecture);
    listener.stepped(new RunListener.Step(trainer.step(), outcome.loss(), check, architecture));
  }

  void validated(Validation validation, double score) {
    metrics.add(validation);
    listener.validated(validation, score);
  }

  /** How many validations have passed since the best one. */
  int validationsSinceBest() {
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
