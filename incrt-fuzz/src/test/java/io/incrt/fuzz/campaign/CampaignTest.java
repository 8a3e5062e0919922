package io.incrt.fuzz.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small campaign at every build: some of every fault. */
class CampaignTest {

  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("kills", "6"),
          Map.entry("ranks", "1"),
          Map.entry("power", "150"),
          Map.entry("folders", "300"),
          Map.entry("full-disks", "12"),
          Map.entry("pipes", "4"),
          Map.entry("pairs", "2"),
          Map.entry("overwrites", "4"),
          Map.entry("seconds", "4"),
          Map.entry("heaps", "5"),
          Map.entry("first-starts", "1"),
          Map.entry("seed", "3"));

  @Test
  void nothingIsLostAndNothingIsSilent() throws Exception {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Map<Fault, Tally> tallies =
        Campaign.run(SMALL, new PrintStream(log, true, StandardCharsets.UTF_8));
    String said = log.toString(StandardCharsets.UTF_8);
    assertEquals(Campaign.FAULTS.size(), tallies.size(), said);
    tallies.forEach(
        (fault, tally) -> {
          assertEquals(0, tally.failures(), said);
          assertTrue(
              tally.cases() > 0 || tally.besides().startsWith("not run"), fault.name() + said);
        });
  }

  @Test
  void whatGoesWrongIsCounted(@TempDir Path directory) throws Exception {
    Tally tally = new Tally();
    new Ending(139, new byte[0], "", false).judge(tally, "a crash");
    new Ending(1, new byte[0], "incrt: a\n\tat io.incrt.X(X.java:1)\n", false).judge(tally, "");
    new Ending(1, new byte[0], "", false).judge(tally, "a silent failure");
    new Ending(-1, new byte[0], "", true).judge(tally, "a hang");
    new Ending(1, new byte[0], "incrt: bad\n", false).judge(tally, "a good end");
    assertEquals(4, tally.failures());
    assertEquals(1, tally.failures(Tally.Failure.TRACE));
    String row = "| 0 | 1 | 1 | 1 | 0 | 0 | 1 |";
    Map<Fault, Tally> first = Map.of(Campaign.FAULTS.get(0), tally);
    assertTrue(Campaign.table(first).contains(row), Campaign.table(first));
    Path document =
        Files.writeString(
            directory.resolve("d.md"),
            "before\n" + Campaign.BEGIN + "\nold\n" + Campaign.END + "\nafter");
    Campaign.replace(document, first);
    Campaign.replace(document, Map.of(Campaign.FAULTS.get(1), new Tally()));
    String text = Files.readString(document);
    assertTrue(
        text.startsWith("before\n") && text.endsWith("after") && !text.contains("old\n"), text);
    assertTrue(text.contains(row) && text.contains(Campaign.FAULTS.get(1).name()), text);
  }
}
