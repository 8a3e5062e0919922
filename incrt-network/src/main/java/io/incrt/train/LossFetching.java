package io.incrt.train;

import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;

/**
 * Which steps' losses are fetched. On a GPU that waits for the device, so it is done only where the
 * host waits anyway (at a check, before a validation, at the first step), and from time to time
 * without a Homeostat.
 *
 * @param grows whether there is a Homeostat
 */
record LossFetching(Device device, TrainingSettings settings, boolean grows) {

  /** Steps between fetches if no Homeostat needs the loss. */
  private static final int EVERY = 100;

  boolean isDue(long step, boolean first, boolean check) {
    return device == Device.CPU
        || first
        || check
        || (!grows && step % EVERY == 0)
        || (step + 1) % settings.evaluateEvery() == 0
        || step + 1 == settings.steps();
  }
}
