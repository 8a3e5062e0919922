package io.incrt.lab.experiment;

import io.incrt.tensor.Device;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an experiment is run with.
 *
 * @param scale how much work
 * @param seed what everything random is drawn from
 * @param work where training runs keep their files, so that a run that was stopped goes on
 * @param data a folder with real data: {@code sst2/train.tsv} and {@code dev.tsv}, {@code
 *     cov2/spike.fasta.gz} and {@code spike_metadata.tsv}
 * @param device where training runs compute
 * @param task the only task to be done, of experiments that go over several; all where it is empty
 * @param progress is told now and then how far it is
 */
public record Workbench(
    Scale scale,
    long seed,
    Path work,
    Optional<Path> data,
    Device device,
    Optional<String> task,
    Consumer<String> progress) {

  /** All tasks, on the CPU. */
  public Workbench(
      Scale scale, long seed, Path work, Optional<Path> data, Consumer<String> progress) {
    this(scale, seed, work, data, Device.CPU, Optional.empty(), progress);
  }

  /** Whether a task is to be done. */
  public boolean takes(String name) {
    return task.map(name::equals).orElse(true);
  }

  /** One of three, by scale. */
  public <T> T pick(T tiny, T quick, T paper) {
    return switch (scale) {
      case TINY -> tiny;
      case QUICK -> quick;
      case PAPER -> paper;
    };
  }
}
