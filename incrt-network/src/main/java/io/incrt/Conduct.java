package io.incrt;

import io.incrt.base.Ranges;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Device;
import io.incrt.train.group.Collective;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * How a run is conducted, whatever it learns from and with which settings.
 *
 * @param epochs passes over the training records; 0 leaves it to training.steps
 * @param device where to compute
 * @param group the processes that train jointly
 * @param command the command that reproduces the model, if it is known
 * @param stop polled before every step: true saves and stops
 * @param stopWhenSettled whether to end as soon as the architecture is settled
 * @param resume whether to resume from the newest checkpoint, if there is one
 * @param overwrite whether a run that is already in the folder may be replaced
 * @param force whether to train on data that nothing sensible can be learned from, too
 */
@RecordBuilder
record Conduct(
    int epochs,
    Device device,
    Collective group,
    Optional<String> command,
    BooleanSupplier stop,
    boolean stopWhenSettled,
    boolean resume,
    boolean overwrite,
    boolean force)
    implements ConductBuilder.With {

  /** On the CPU, to the end. */
  static final Conduct USUAL =
      new Conduct(
          0,
          Device.CPU,
          Collective.ALONE,
          Optional.empty(),
          () -> false,
          false,
          false,
          false,
          false);

  /** Refuses a negative number of passes. */
  Conduct {
    Ranges.notNegative("epochs", epochs);
  }

  /** The settings of a run on so many training records. */
  RunSettings resolved(RunSettings settings, int records) {
    return epochs == 0
        ? settings
        : settings.withTraining(settings.training().withEpochs(epochs, records));
  }

  /** What of it decides on the outcome, for telling runs apart. */
  String identity() {
    return " " + epochs + " " + stopWhenSettled + " " + device;
  }
}
