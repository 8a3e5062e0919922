package io.incrt.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.report.live.LiveRun;
import io.incrt.report.live.LiveView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LivePageTest {

  private static final String AT = "2026-01-02T03:04:05Z";
  private static final String HOSTILE = "</title><script>alert(1)</script>\"'>\u202e";

  private static LiveRun run(LiveLine... lines) {
    LiveRun run = new LiveRun();
    run.hear(List.of(new LiveLine.Begun(AT, 1, "id", 0, 100, "macroF1", 32, 640, HOSTILE)));
    run.hear(List.of(lines));
    return run;
  }

  private static String page(LiveRun run, int quiet) {
    return LivePage.of(new LiveView("model", run, Duration.ofSeconds(quiet), Optional.empty()));
  }

  private static LiveLine ended(LiveLine.Ending how) {
    return new LiveLine.Ended(AT, 40, how);
  }

  @Test
  void itSaysInASentenceHowTheRunStands() {
    assertTrue(page(new LiveRun(), 0).contains("No run has begun here yet."));
    assertTrue(page(run(new LiveLine.Saved(AT, 40)), 0).contains(">Running, at step 40 of 100."));
    String silent = page(run(new LiveLine.Saved(AT, 40)), 185);
    assertTrue(
        silent.contains("Nothing was heard for 3\u00a0min, since it was at step 40 of 100."));
    assertTrue(page(run(ended(LiveLine.Ending.FAILED)), 0).contains("Failed at step 40 of 100;"));
    assertTrue(
        page(run(ended(LiveLine.Ending.STOPPED)), 0).contains("train --resume goes on with it"));
    assertTrue(page(run(ended(LiveLine.Ending.FINISHED)), 0).contains("Finished at step 40"));
    assertTrue(
        page(run(new LiveLine.Saved(AT, 100)), 0).contains("the best model is being judged"));
  }

  @Test
  void whatIsReadOutChangesRarely() {
    String before = said(page(run(new LiveLine.Pulse(AT, 41, 0.5)), 0));
    assertEquals("Running, 40\u00a0% done.", before);
    assertEquals(before, said(page(run(new LiveLine.Pulse(AT, 49, 0.25)), 0)));
    assertEquals("The run is silent.", said(page(run(new LiveLine.Pulse(AT, 49, 0.25)), 100)));
  }

  private static String said(String page) {
    return page.replaceAll("(?s).*<p id=\"said\"[^>]*>([^<]*)<.*", "$1");
  }

  @Test
  void nothingTheRunSaysBecomesMarkup() {
    Moment.LayerMoment layer = new Moment.LayerMoment(0, 1, 4);
    String page =
        LivePage.of(
            new LiveView(
                HOSTILE,
                run(
                    new LiveLine.Noted(AT, new Moment(3, 0.5, 0.0, List.of(layer))),
                    new LiveLine.Judged(
                        AT, 5, List.of(new LiveLine.Part(HOSTILE, 1, null, 3, 0.5, 0.1))),
                    new LiveLine.Validated(
                        AT,
                        new Validation(5, HOSTILE, true, List.of(), Map.of(HOSTILE, 0.5)),
                        0.5)),
                Duration.ZERO,
                Optional.of(HOSTILE)));
    assertEquals(1, page.split("<script", -1).length - 1);
    assertEquals(1, page.split("</title>\n<link", -1).length - 1);
    assertFalse(page.contains("alert(1)</script>"));
    assertFalse(page.contains("\u202e"));
    // The policy forbids inline styles and handlers, so there must be none.
    assertFalse(page.matches("(?s).*<[^>]+ (on[a-z]+|style)=.*"), page);
  }

  @Test
  void whatBelongsToThePageComesFromNowhereElse() {
    for (String name : LivePage.FILES) {
      String file = new String(LivePage.file(name), StandardCharsets.UTF_8);
      assertFalse(file.replace("http://www.w3.org/2000/svg", "").contains("://"), name);
      assertFalse(file.contains("innerHTML"), name);
    }
  }

  @Test
  void durationsAreSaidInWords() {
    assertEquals("59\u00a0s", LivePage.words(Duration.ofSeconds(59), false));
    assertEquals("3\u00a0min 20\u00a0s", LivePage.words(Duration.ofSeconds(200), false));
    assertEquals("3\u00a0min", LivePage.words(Duration.ofSeconds(200), true));
    assertEquals("25\u00a0min", LivePage.words(Duration.ofSeconds(1520), false));
    assertEquals("2\u00a0h 5\u00a0min", LivePage.words(Duration.ofMinutes(125), false));
    assertEquals("3 days", LivePage.words(Duration.ofHours(73), false));
  }
}
