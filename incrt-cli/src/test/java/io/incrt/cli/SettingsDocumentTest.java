package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds docs/settings.md to the code; {@code -Ddocs.update=true} writes it anew. */
class SettingsDocumentTest {

  private static final String POLICIES = "incrt-geometry/src/main/java/io/incrt/geometry/policy/";
  private static final String RUN = "incrt-network/src/main/java/io/incrt/settings/";
  private static final Map<String, String> SOURCES =
      Map.of(
          "parts", RUN + "PartsSettings.java",
          "homeostat", POLICIES + "HomeostatSettings.java",
          "homeostat.width", POLICIES + "WidthPolicy.java",
          "homeostat.dimensions", POLICIES + "DimensionPolicy.java",
          "homeostat.evidence", POLICIES + "EvidencePolicy.java",
          "homeostat.depth", POLICIES + "DepthPolicy.java",
          "homeostat.gate", POLICIES + "GatePolicy.java",
          "data", "incrt-data/src/main/java/io/incrt/data/records/DataSettings.java",
          "network", RUN + "NetworkSettings.java",
          "training", RUN + "TrainingSettings.java");
  private static final Path DOCUMENT = Path.of("..", "docs", "settings.md");

  @Test
  void theDocumentListsEverySettingWithItsPresets() throws Exception {
    Map<String, String> geometry = Settings.all(RunSettings.geometry());
    Map<String, String> paper = Settings.all(RunSettings.paper());
    StringBuilder text =
        new StringBuilder(
            """
            # Settings

            Every setting by the name `./incrt train --set NAME=VALUE` takes, with its value in each preset.
            `homeostat.tau` and its like stand for `homeostat.width.tau`. Written from the code by
            `mvn -B test -Dtest=SettingsDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.update=true`.

            | setting | default | geometry | paper | what it is |
            |---|---|---|---|---|
            """);
    for (Map.Entry<String, String> setting : Settings.all(RunSettings.defaults()).entrySet()) {
      text.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  setting.getKey(),
                  setting.getValue(),
                  geometry.get(setting.getKey()),
                  paper.get(setting.getKey()),
                  meaning(setting.getKey())));
    }
    if (Boolean.getBoolean("docs.update")) {
      Files.writeString(DOCUMENT, text);
    }
    assertEquals(text.toString(), Files.readString(DOCUMENT));
  }

  /** The values a setting can have, where there are few. */
  private static String choices(String setting) {
    Class<?> type = RunSettings.class;
    for (String name : setting.split("\\.", -1)) {
      for (RecordComponent component : type.getRecordComponents()) {
        if (component.getName().equals(name)) {
          type = component.getType();
          break;
        }
      }
    }
    return type.isEnum()
        ? ": "
            + Arrays.stream(type.getEnumConstants())
                .map(Object::toString)
                .collect(Collectors.joining(", "))
        : "";
  }

  /** What the record's own documentation says of a component. */
  private static String meaning(String setting) throws Exception {
    int dot = setting.lastIndexOf('.');
    String source = Files.readString(Path.of("..").resolve(SOURCES.get(setting.substring(0, dot))));
    Matcher found =
        Pattern.compile(
                "@param " + setting.substring(dot + 1) + "\\s(.*?)(?=\\* @param|\\*/)",
                Pattern.DOTALL)
            .matcher(source);
    assertTrue(found.find(), setting + " is not documented");
    return found
        .group(1)
        .replaceAll("\\s*\\n\\s*\\*?\\s*", " ")
        .replace("|", "\\|")
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .replaceAll(",? see \\{@link[^}]*}", "")
        .strip()
        .concat(choices(setting));
  }
}
