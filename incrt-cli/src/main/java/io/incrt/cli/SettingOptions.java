package io.incrt.cli;

import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option {@code --set}. */
final class SettingOptions {

  private static final String HELP = "help";

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Changes a setting; --set help lists them all.")
  private List<String> changes = List.of();

  /** Whether the list of settings was asked for. */
  boolean helpWanted() {
    return changes.contains(HELP);
  }

  /** The settings for a command that only reads records, where no others apply. */
  RunSettings forReading() {
    for (String change : changes) {
      if (!change.startsWith("data.")) {
        throw new ParameterException(
            command.commandLine(),
            "only data.* settings can be changed here, as data.maxRecordLength=1000, not '"
                + change
                + "'");
      }
    }
    try {
      return Settings.with(RunSettings.defaults(), values());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** The changes by name. */
  Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String change : changes) {
      if (!change.equals(HELP)) {
        String[] pair = change.split("=", 2);
        if (pair.length < 2) {
          throw new ParameterException(
              command.commandLine(), "--set needs KEY=VALUE, not '" + change + "'");
        }
        values.put(pair[0], pair[1]);
      }
    }
    return values;
  }
}
