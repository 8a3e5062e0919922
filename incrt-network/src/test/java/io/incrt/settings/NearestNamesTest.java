package io.incrt.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {

  private static final String BEFORE = "the closest are ";

  /** What is suggested instead of a setting that does not exist. */
  private static List<String> suggested(String name) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Settings.with(RunSettings.geometry(), name, "1"))
            .getMessage();
    assertTrue(message.startsWith("there is no setting '" + name + "'; " + BEFORE), message);
    return List.of(message.substring(message.indexOf(BEFORE) + BEFORE.length()).split(", "));
  }

  @ParameterizedTest
  @CsvSource({
    "homeostat.tua, homeostat.tau",
    "homeostat.widht.tau, homeostat.width.tau",
    "homestat.width.tau, homeostat.width.tau",
    "homeostat.pruneAftr, homeostat.pruneAfter",
    "homeostat.dept.tau, homeostat.depth.tau",
    "training.droput, training.dropout",
    "training.dropuot, training.dropout",
    "training.batchSzie, training.batchSize",
    "netwrk.width, network.width",
    "dropout, training.dropout",
    "dropuot, training.dropout",
    "tau, homeostat.tau",
    "network.dropout, training.dropout",
    "data.precision, training.precision"
  })
  void aMisspeltSettingIsSuggestedFirst(String given, String meant) {
    assertEquals(meant, suggested(given).get(0), () -> String.join(", ", suggested(given)));
  }

  @Test
  void aNameThatSeveralRoomsHaveIsSuggestedInEach() {
    assertEquals(
        List.of("homeostat.tau", "homeostat.depth.tau", "homeostat.dimensions.tau"),
        suggested("tau"));
    assertEquals(
        List.of("homeostat.tau", "homeostat.depth.tau", "homeostat.dimensions.tau"),
        suggested("homeostat.tua"));
  }

  @Test
  void aSettingWithTwoNamesIsSuggestedOnce() {
    List<List<String>> forms = List.of(List.of("room.part.name", "room.name"), List.of("other"));
    assertEquals(List.of("room.name", "other"), NearestNames.to("room.nmae", forms, 3));
    assertEquals(List.of("room.part.name", "other"), NearestNames.to("roompart.name", forms, 3));
    assertEquals(List.of("room.name"), NearestNames.to("name", forms, 1));
  }

  @Test
  void anEmptyNameHasThreeSuggestionsToo() {
    assertEquals(3, suggested("").size());
    assertEquals(3, suggested(".").size());
  }

  @Test
  void aSwapOfNeighboursIsOneMistake() {
    assertEquals(1, NearestNames.distance("tua", "tau"));
    assertEquals(2, NearestNames.distance("badc", "abcd"));
    assertEquals(1, NearestNames.distance("", "a"));
    assertEquals(0, NearestNames.distance("", ""));
    assertEquals(2, NearestNames.distance("tau", "t"));
    assertEquals(3, NearestNames.distance("kitten", "sitting"));
    assertEquals(3, NearestNames.distance("ca", "abc"), "no letter is touched twice");
  }
}
