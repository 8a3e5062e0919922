package io.incrt.serve.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.event.LiveLine;
import io.incrt.serve.page.Tab;
import io.incrt.store.LiveLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run in a browser, while the run goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchPageTest {

  private static final int TAB = 9;

  private Tab tab;

  @BeforeAll
  void openTab() throws Exception {
    tab = Tab.open();
  }

  @AfterAll
  void closeTab() throws IOException {
    if (tab != null) {
      tab.close();
    }
  }

  private static WatchServer serve(Path folder) throws IOException {
    WatchServer server = new WatchServer(folder, "127.0.0.1", 0, Instant.MIN);
    server.start();
    return server;
  }

  private void go(WatchServer server, String until) throws Exception {
    tab.go(URI.create(server.address()), until);
  }

  private static String shows(String selector, String text) {
    return "document.querySelector('" + selector + "').innerText.includes('" + text + "')";
  }

  /** Left behind for whoever wants to look: -Dtests.screenshots=DIR. */
  private void screenshot(String name) throws Exception {
    String folder = System.getProperty("tests.screenshots");
    if (folder != null) {
      tab.screenshot(Path.of(folder, name));
    }
  }

  @Test
  void aRunIsFollowedFromBeforeItBeginsToItsEnd(@TempDir Path parent) throws Exception {
    Path folder = parent.resolve("odd <b>name");
    try (WatchServer server = serve(folder)) {
      tab.width(1000).dark(false);
      go(server, shows("#standing", "No run has begun here yet"));
      assertEquals("odd <b>name", tab.text("h1"));
      try (WrittenRun run = WrittenRun.begin(folder, "one")) {
        tab.waitFor(shows("#standing", "Running, at step 0 of 200"));
        run.tenSteps(0).tenSteps(10);
        tab.waitFor(shows("#standing", "Running, at step 20 of 200"));
        assertEquals("8.0\u00a0%", tab.text("#figures dl > div:nth-child(2) strong"));
        assertEquals("Running, 10\u00a0% done.", tab.text("#said"));
        assertEquals("10\u00a0% · odd <b>name · INCRT", tab.value("document.title").asText());
        assertTrue(tab.text("#parts-table").contains("<img src=x onerror=alert(1)> 0"));
        assertTrue(tab.text("#origin").contains("--data '<b>odd</b>'"));
        assertEquals(0, tab.value("document.querySelectorAll('main b, main img').length").asInt());
        assertEquals(6, tab.value("document.querySelectorAll('figure.chart').length").asInt());
        run.say(new LiveLine.Ended(LiveLog.now(), 20, LiveLine.Ending.STOPPED));
        tab.waitFor(shows("#standing", "Stopped and saved at step 20"));
      }
      WrittenRun.begin(folder, "two").tenSteps(0).close();
      tab.waitFor(shows("#standing", "Running, at step 10 of 200"));
      screenshot("watch-1000-light.png");
      // Of servers that another test has ended.
      List<String> refused = List.of("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE");
      assertEquals(
          List.of(),
          tab.complaints().stream()
              .filter(complaint -> refused.stream().noneMatch(complaint::contains))
              .toList());
    }
  }

  @Test
  void whatAReaderOpenedScrolledAndReachedStaysSo(@TempDir Path folder) throws Exception {
    try (WrittenRun run = WrittenRun.begin(folder, "one").tenSteps(0);
        WatchServer server = serve(folder)) {
      go(server, "document.getElementById('validations')");
      tab.value("document.querySelector('#validations summary').focus()");
      tab.value("document.getElementById('validations').open = true");
      tab.value("document.getElementById('events').open = false");
      tab.value(
          "window.told = 0; new MutationObserver(() => window.told++)"
              + ".observe(document.getElementById('said'), {childList: true, subtree: true})");
      run.tenSteps(10);
      tab.waitFor(shows("#standing", "at step 20 of 200"));
      assertTrue(tab.value("document.getElementById('validations').open").asBoolean());
      assertTrue(!tab.value("document.getElementById('events').open").asBoolean());
      assertEquals("SUMMARY", tab.value("document.activeElement.tagName").asText());
      assertEquals("2 validations", tab.value("document.activeElement.innerText").asText());
      assertEquals(1, tab.value("window.told").asInt());
      run.say(new LiveLine.Pulse(LiveLog.now(), 25, 0.5));
      tab.waitFor(shows("#standing", "at step 25 of 200"));
      // Ten percent more would be told, five are not.
      run.say(new LiveLine.Pulse(LiveLog.now(), 38, 0.5));
      tab.waitFor(shows("#standing", "at step 38 of 200"));
      assertEquals(1, tab.value("window.told").asInt());
    }
  }

  @Test
  void aPausedPageStandsStillUntilItGoesOn(@TempDir Path folder) throws Exception {
    try (WrittenRun run = WrittenRun.begin(folder, "one").tenSteps(0);
        WatchServer server = serve(folder)) {
      go(server, shows("#standing", "at step 10"));
      tab.value("document.getElementById('pause').click()");
      assertEquals(
          "true",
          tab.value("document.getElementById('pause').getAttribute('aria-pressed')").asText());
      run.tenSteps(10);
      tab.value("look()");
      assertTrue(tab.text("#standing").contains("at step 10 of 200"));
      tab.value("document.getElementById('pause').click()");
      tab.waitFor(shows("#standing", "at step 20 of 200"));
    }
  }

  @Test
  void aServerThatIsGoneIsSaidSoUntilItIsBack(@TempDir Path folder) throws Exception {
    WrittenRun.begin(folder, "one").tenSteps(0).close();
    URI address;
    try (WatchServer server = serve(folder)) {
      address = URI.create(server.address());
      go(server, shows("#standing", "at step 10"));
    }
    tab.waitFor("!document.getElementById('trouble').hidden");
    assertTrue(tab.text("#trouble").startsWith("Whoever serves this page does not answer"));
    assertTrue(tab.text("#standing").contains("at step 10"));
    try (WatchServer again = new WatchServer(folder, "127.0.0.1", address.getPort(), Instant.MIN)) {
      again.start();
      tab.value("look()");
      tab.waitFor("document.getElementById('trouble').hidden");
    }
  }

  @Test
  void nothingIsWiderThan360PixelsAndDarkIsDark(@TempDir Path folder) throws Exception {
    try (WrittenRun run = WrittenRun.begin(folder, "w".repeat(80)).tenSteps(0);
        WatchServer server = serve(folder)) {
      tab.width(360).dark(true);
      run.tenSteps(10).tenSteps(20);
      go(server, "document.querySelector('#worth svg')");
      // While a page of this width loads the view is wider for a moment, now and then.
      tab.waitFor("document.documentElement.scrollWidth === 360");
      assertEquals(
          "rgb(20, 23, 28)", tab.value("getComputedStyle(document.body).backgroundColor").asText());
      screenshot("watch-360-dark.png");
      tab.width(1000).dark(false);
      assertEquals(
          "rgb(255, 255, 255)",
          tab.value("getComputedStyle(document.body).backgroundColor").asText());
    }
  }

  @Test
  void everythingIsReachedAndNamedWithoutAMouse(@TempDir Path folder) throws Exception {
    try (WrittenRun run = WrittenRun.begin(folder, "one").tenSteps(0);
        WatchServer server = serve(folder)) {
      run.tenSteps(10);
      go(server, shows("#standing", "at step 20"));
      Set<String> reached = new LinkedHashSet<>();
      for (int i = 0; i < 8; i++) {
        tab.press("Tab", TAB, 0);
        reached.add(
            tab.value("document.activeElement.id || document.activeElement.parentElement.id")
                .asText());
      }
      assertTrue(
          reached.containsAll(
              List.of("pause", "validations", "events", "events-table", "parts", "parts-table")),
          reached::toString);
      JsonNode nodes = tab.call("Accessibility.getFullAXTree", Map.of()).path("nodes");
      List<String> unnamed = new ArrayList<>();
      int named = 0;
      for (JsonNode node : nodes) {
        String role = node.path("role").path("value").asText();
        if (List.of("button", "image", "region", "progressbar", "progressIndicator")
            .contains(role)) {
          named++;
          if (node.path("name").path("value").asText().isBlank()) {
            unnamed.add(node.toString());
          }
        }
      }
      assertEquals(List.of(), unnamed);
      assertTrue(named > 6, "only " + named + " were found");
    }
  }
}
