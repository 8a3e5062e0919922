package io.incrt.cli;

import io.incrt.tensor.Device;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option {@code --device}. */
final class DeviceOption {

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--device",
      paramLabel = "auto|cpu|cuda",
      defaultValue = "auto",
      description = {
        "Where to compute; cuda needs INCRT_TORCH (docs/performance.md, On a GPU),",
        "auto takes it where it is there (default: ${DEFAULT-VALUE})."
      })
  private String name;

  /** The device, which must be available. Loads libtorch. */
  Device device() {
    try {
      Device device =
          switch (name) {
            case "auto" -> Device.best();
            case "cpu" -> Device.CPU;
            case "cuda" -> Device.CUDA;
            default ->
                throw new IllegalArgumentException("choose auto, cpu or cuda, not '" + name + "'");
          };
      device.require();
      return device;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command.commandLine(), "--device " + name + ": " + e.getMessage(), e);
    }
  }
}
