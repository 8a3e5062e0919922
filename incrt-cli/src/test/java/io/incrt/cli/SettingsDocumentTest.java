package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.network.RunSettings;
import io.incrt.network.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds docs/settings.md to the code; {@code -Ddocs.update=true} writes it anew. */
class SettingsDocumentTest {

  private static final Path DOCUMENT = Path.of("..", "docs", "settings.md");

  @Test
  void theDocumentListsEverySettingWithItsPresets() throws Exception {
    Map<String, String> paper = Settings.all(RunSettings.paper());
    StringBuilder text =
        new StringBuilder(
            """
            # Settings

            Every setting by the name `./incrt train --set NAME=VALUE` takes, with its value in each preset.
            `homeostat.tau` and its like stand for `homeostat.width.tau`. What a setting means is said by the
            component of that name in the records `RunSettings`, `TrainingSettings` and those of
            `io.incrt.geometry.policy`. Written by
            `mvn -B test -Dtest=SettingsDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.update=true`.

            | setting | default | paper |
            |---|---|---|
            """);
    Settings.all(RunSettings.defaults())
        .forEach(
            (name, value) ->
                text.append("| `%s` | %s | %s |\n".formatted(name, value, paper.get(name))));
    if (Boolean.getBoolean("docs.update")) {
      Files.writeString(DOCUMENT, text);
    }
    assertEquals(text.toString(), Files.readString(DOCUMENT));
  }
}
