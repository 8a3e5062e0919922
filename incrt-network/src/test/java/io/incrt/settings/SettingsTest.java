package io.incrt.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.policy.Criterion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  @Test
  void settingsAreReadFromAFileHoweverTheyAreNested(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("settings.json");
    Files.writeString(file, "{\"training\": {\"dropout\": 0.3}, \"homeostat.tau\": 0.4}");
    RunSettings settings = Settings.with(RunSettings.geometry(), Settings.read(file));
    assertEquals(0.3, settings.training().dropout());
    assertEquals(0.4, settings.homeostat().width().tau());
    Files.writeString(file, "{\"training\":");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Settings.read(file))
            .getMessage()
            .startsWith(file + ":1: the settings are not JSON"));
    Files.writeString(file, "[1]");
    assertThrows(IllegalArgumentException.class, () -> Settings.read(file));
  }

  private static final RunSettings DEFAULTS = RunSettings.geometry();

  @Test
  void numbersOutOfTheirRangeAreRefusedByName() {
    Map<String, String> wrong = new LinkedHashMap<>();
    wrong.put("training.batchSize=0", "training.batchSize must be at least 1 but is 0");
    wrong.put("training.evaluateEvery=0", "training.evaluateEvery must be at least 1 but is 0");
    wrong.put("training.dropout=1", "training.dropout must be from 0 to less than 1 but is 1.0");
    wrong.put(
        "training.learningRate=NaN",
        "training.learningRate must be above 0, at most 10 but is NaN");
    wrong.put("training.steps=-3", "training.steps must be 0 or more but is -3");
    wrong.put("training.clip=0", "training.clip must be above 0 but is 0.0");
    wrong.put("network.maxLength=0", "network.maxLength must be at least 1 but is 0");
    wrong.put("network.width=0", "network.width must be at least 2 but is 0");
    wrong.put("network.heads=0", "network.heads must be at least 1 but is 0");
    wrong.put(
        "network.keyDimensions=3",
        "network.keyDimensions must be even and at least 2, since key dimensions come in planes,"
            + " but is 3");
    wrong.put("homeostat.depth.tau=-1", "homeostat.depth.tau must be 0 or more but is -1.0");
    wrong.put(
        "homeostat.gramDecay=1", "homeostat.gramDecay must be from 0.0 to 0.999999 but is 1.0");
    wrong.put("data.maxLabels=0", "data.maxLabels must be at least 1 but is 0");
    wrong.put("data.wordPieces=-1", "data.wordPieces must be 0 or more but is -1");
    wrong.forEach(
        (setting, message) ->
            assertEquals(
                message,
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                            Settings.with(
                                DEFAULTS,
                                setting.substring(0, setting.indexOf('=')),
                                setting.substring(setting.indexOf('=') + 1)))
                    .getMessage()));
  }

  @Test
  void settingsAreChangedByName() {
    RunSettings changed = Settings.with(DEFAULTS, "homeostat.tau", "0.4");
    assertEquals(0.4, changed.homeostat().width().tau());
    assertEquals(
        0.7,
        Settings.with(changed, "homeostat.dimensions.tau", "0.7").homeostat().dimensions().tau());
    assertEquals(
        Criterion.SPECTRAL,
        Settings.with(DEFAULTS, "homeostat.criterion", "SPECTRAL").homeostat().width().criterion());
    assertEquals(64, Settings.with(DEFAULTS, "network.width", "64").network().width());
    assertTrue(Settings.with(DEFAULTS, "network.allDimensions", "true").network().allDimensions());
    assertEquals("0.001", Settings.all(DEFAULTS).get("training.learningRate"));
  }

  @Test
  void mistakesNameWhatWouldBeRight() {
    assertMessage(
        "there is no setting 'training.droput'; the closest are training.dropout, training.clip,"
            + " training.floor",
        "training.droput",
        "1");
    assertMessage(
        "the setting network.width needs a whole number but got '1.5'", "network.width", "1.5");
    assertMessage("the setting training.clip needs a number but got 'x'", "training.clip", "x");
    assertMessage(
        "the setting network.allDimensions needs true or false but got 'yes'",
        "network.allDimensions",
        "yes");
    assertMessage(
        "homeostat.width.tau must be a positive number but is -1.0", "homeostat.tau", "-1");
    assertMessage(
        "the setting homeostat.width.criterion cannot be 'MOOD'; choose ENERGY, SPECTRAL",
        "homeostat.criterion",
        "MOOD");
  }

  private static void assertMessage(String expected, String name, String value) {
    assertEquals(
        expected,
        assertThrows(IllegalArgumentException.class, () -> Settings.with(DEFAULTS, name, value))
            .getMessage());
  }
}
