package io.incrt.train;

import io.incrt.folder.HostTensor;
import io.incrt.store.Checkpoints;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.group.Collective;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The checkpoints of a run: it is saved in them, and goes on from them. In a group the first member
 * writes and reads, and the others get what it read, so that all go on from the same one.
 */
final class SavedRun {

  private final Path folder;
  private final Checkpoints checkpoints;
  private final Collective collective;
  private final String fingerprint;
  private String startedAt = now();

  /**
   * The checkpoints in a run's folder.
   *
   * @param fingerprint of data and settings, which must be those of the run that goes on
   */
  SavedRun(Path folder, Collective collective, String fingerprint) {
    this.folder = folder;
    this.checkpoints = ModelFolder.checkpoints(folder);
    this.collective = collective;
    this.fingerprint = fingerprint;
  }

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** When the run was first started. */
  String startedAt() {
    return startedAt;
  }

  /** A trainer at the beginning, or where the newest checkpoint was written, if there is one. */
  Trainer trainer(TrainerSetup setup, boolean resume, RunRecord record, BestModel best)
      throws IOException {
    Optional<Checkpoints.Checkpoint<RunState>> saved = resume ? newest() : Optional.empty();
    if (saved.isEmpty()) {
      return Trainer.begin(setup);
    }
    RunState state = saved.get().header();
    if (!state.settings().equals(fingerprint)) {
      throw new IllegalArgumentException(
          "the checkpoint in "
              + folder
              + " is of a run with other data or settings, or on another device; resume with those,"
              + " or train into another folder");
    }
    startedAt = state.startedAt();
    record.restore(state);
    Map<String, HostTensor> tensors = new LinkedHashMap<>(saved.get().tensors());
    best.restore(state, tensors);
    return Trainer.resume(setup, state.position(), ParameterSource.stored(tensors));
  }

  private Optional<Checkpoints.Checkpoint<RunState>> newest() throws IOException {
    Optional<Checkpoints.Checkpoint<RunState>> own =
        collective.isFirst() ? checkpoints.newest(RunState.class) : Optional.empty();
    if (collective.size() == 1) {
      return own;
    }
    byte[] said = collective.ofFirst(own.map(Checkpoints::encode).orElse(new byte[0]));
    return said.length == 0
        ? Optional.empty()
        : Optional.of(own.orElseGet(() -> Checkpoints.decode(said, RunState.class)));
  }

  /** Saves a run as it is now. */
  void save(Trainer trainer, RunRecord record, BestModel best) throws IOException {
    record.saving();
    Map<String, HostTensor> tensors = new LinkedHashMap<>(trainer.tensors());
    best.store(tensors);
    RunState state =
        new RunState(
            fingerprint,
            startedAt,
            trainer.position(),
            record.growth(),
            record.metrics(),
            record.history(),
            record.certificate(),
            best.score(),
            best.step(),
            best.architecture());
    checkpoints.write(trainer.step(), state, tensors);
  }
}
