package io.incrt.serve.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.serve.page.FakeServer.Said;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The page in a browser, on answers written down beforehand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TryPageTest {

  private static final int ENTER = 13;
  private static final int TAB = 9;
  private static final int CONTROL = 2;
  private static final String LOADED = "document.getElementById('made').children.length";
  private static final Said MODELS =
      new Said(
          200,
          "{\"models\":[{\"name\":\"where\",\"labels\":[\"place\",\"number\",\"person\",\"thing\",\"why\",\"<b>odd</b>\"],"
              + "\"kind\":\"TEXT\",\"description\":\"questions by what they ask for\",\"parts\":[\"convolution"
              + " of width 3\",\"1 head with 16 key dimensions\"],\"trained\":\"2026-11-19T05:00:00Z\","
              + "\"scores\":{\"test\":0.9523,\"validation\":0.96}}]}");
  private static final Said ANSWER =
      new Said(
          200,
          "{\"model\":\"where\",\"predictions\":[{\"id\":\"line 1\",\"label\":\"number\",\"probability\":0.75,"
              + "\"probabilities\":{\"number\":0.75,\"place\":0.1,\"<b>odd</b>\":0.05,\"person\":0.05,\"thing\":0.03,\"why\":0.02},"
              + "\"known\":0.8}]}");
  private static final Said REASONS =
      new Said(
          200,
          "{\"id\":\"line 1\",\"label\":\"number\",\"probability\":0.75,\"method\":\"integrated gradients\","
              + "\"pieces\":[{\"start\":0,\"end\":3,\"text\":\"How\",\"weight\":1.5},{\"start\":4,\"end\":7,\"text\":\"far\",\"weight\":2.5},"
              + "{\"start\":8,\"end\":10,\"text\":\"is\",\"weight\":-0.5},{\"start\":11,\"end\":19,\"text\":\"<script>\",\"weight\":0.25}],"
              + "\"parts\":[{\"part\":\"the linear model\",\"weight\":2.0}]}");

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

  private static FakeServer server(Said explain) throws Exception {
    return new FakeServer(Map.of("/models", MODELS, "/predict", ANSWER, "/explain", explain));
  }

  private void ask(FakeServer server, String text) throws Exception {
    tab.go(server.address(), LOADED);
    tab.value("document.getElementById('records').focus()");
    tab.type(text);
    tab.press("Enter", ENTER, CONTROL);
    tab.waitFor("document.querySelector('#list .answer')");
  }

  @Test
  void anAnswerIsDrawnWithItsBarsAndReasons() throws Exception {
    try (FakeServer server = server(REASONS)) {
      tab.width(900).dark(false);
      ask(server, "How far is <script>alert(1)</script> ?");
      tab.waitFor("document.querySelector('.spoken')");
      assertEquals("number with 75.0 %", tab.text("#list .answer"));
      assertEquals("75%", tab.value("document.querySelector('.bar i').style.width").asText());
      assertEquals(
          List.of("How", "far", "<script>"),
          strings("[...document.querySelectorAll('.spoken .for')].map(s => s.textContent)"));
      assertEquals(
          List.of("is"),
          strings("[...document.querySelectorAll('.spoken .against')].map(s => s.textContent)"));
      assertTrue(tab.text("#list").contains("far (+2.5), from letter 5"), tab.text("#list"));
      assertTrue(tab.text("#list").contains("The model knows 80.0 %"), tab.text("#list"));
      assertTrue(tab.text("#made").contains("questions by what they ask for"), tab.text("#made"));
      assertTrue(tab.text("#made").contains("test 0.9523"), tab.text("#made"));
      assertEquals(
          0, tab.value("document.querySelectorAll('#list b, #list script').length").asInt());
      assertEquals(List.of(), tab.complaints());
      assertTrue(
          server
              .asked()
              .contains(
                  "/predict {\"model\":\"where\",\"records\":[{\"id\":\"line 1\",\"text\":\"How far is"
                      + " <script>alert(1)</script> ?\"}]}"),
          () -> server.asked().toString());
    }
  }

  private List<String> strings(String expression) throws Exception {
    List<String> found = new ArrayList<>();
    tab.value(expression).forEach(one -> found.add(one.asText()));
    return found;
  }

  @Test
  void aServerThatCannotExplainIsSaidSoInOneLine() throws Exception {
    try (FakeServer server = server(new Said(501, "{\"error\":\"not here\"}"))) {
      ask(server, "How far ?");
      tab.waitFor("document.querySelector('#list').innerText.includes('does not say what spoke')");
      assertEquals(0, tab.value("document.querySelectorAll('button.why').length").asInt());
    }
  }

  @Test
  void anErrorOfTheServerIsShownInItsWords() throws Exception {
    Said closed = new Said(503, "{\"error\":\"the server is ending\"}");
    try (FakeServer server = new FakeServer(Map.of("/models", MODELS, "/predict", closed))) {
      tab.go(server.address(), LOADED);
      tab.value("document.getElementById('records').focus()");
      tab.type("How far ?");
      tab.press("Enter", ENTER, CONTROL);
      tab.waitFor("!document.getElementById('trouble').hidden");
      assertEquals("the server is ending", tab.text("#trouble"));
      assertEquals("alert", tab.value("document.getElementById('trouble').role").asText());
    }
  }

  @Test
  void aServerThatWantsATokenIsGivenOne() throws Exception {
    Said refused = new Said(401, "{\"error\":\"a token is needed\"}");
    try (FakeServer server = new FakeServer(Map.of("/models", refused))) {
      tab.go(server.address(), "!document.getElementById('token-form').hidden");
      assertEquals("token", tab.value("document.activeElement.id").asText());
    }
  }

  @Test
  void nothingIsWiderThan360PixelsAndDarkIsDark() throws Exception {
    try (FakeServer server = server(REASONS)) {
      tab.width(360).dark(true);
      ask(server, "How far is " + "ACGT".repeat(300));
      tab.waitFor("document.querySelector('.spoken')");
      // While a page of this width loads the view is wider for a moment, now and then.
      tab.waitFor("document.documentElement.scrollWidth === 360");
      assertEquals(
          "rgb(20, 23, 28)", tab.value("getComputedStyle(document.body).backgroundColor").asText());
      screenshot("try-360-dark.png");
      tab.width(900).dark(false);
      assertEquals(
          "rgb(255, 255, 255)",
          tab.value("getComputedStyle(document.body).backgroundColor").asText());
      screenshot("try-900-light.png");
    }
  }

  /** Left behind for whoever wants to look: -Dtests.screenshots=DIR. */
  private void screenshot(String name) throws Exception {
    String folder = System.getProperty("tests.screenshots");
    if (folder != null) {
      tab.screenshot(Path.of(folder, name));
    }
  }

  @Test
  void everythingIsReachedAndNamedWithoutAMouse() throws Exception {
    try (FakeServer server = server(REASONS)) {
      ask(server, "How far is it ?");
      tab.waitFor("document.querySelector('.spoken')");
      // After an answer the focus is where the answer is, so that a screen reader goes on there.
      assertEquals("answers", tab.value("document.activeElement.id").asText());
      tab.value("document.activeElement.blur()");
      Set<String> reached = new LinkedHashSet<>();
      for (int i = 0; i < 12; i++) {
        tab.press("Tab", TAB, 0);
        reached.add(
            tab.value("document.activeElement.id || document.activeElement.tagName").asText());
      }
      assertTrue(
          reached.containsAll(List.of("records", "send", "file", "clear", "SUMMARY", "curl")),
          reached::toString);
      JsonNode nodes = tab.call("Accessibility.getFullAXTree", Map.of()).path("nodes");
      List<String> unnamed = new ArrayList<>();
      int controls = 0;
      for (JsonNode node : nodes) {
        String role = node.path("role").path("value").asText();
        if (List.of("button", "textbox", "combobox", "link", "region").contains(role)) {
          controls++;
          if (node.path("name").path("value").asText().isBlank()) {
            unnamed.add(node.toString());
          }
        }
      }
      assertEquals(List.of(), unnamed);
      assertTrue(controls > 6, "only " + controls + " controls were found");
    }
  }

  @Test
  void whatIsPastedIsReadAsWhatItIs() throws Exception {
    try (FakeServer server = server(REASONS)) {
      tab.go(server.address(), LOADED);
      assertEquals(
          "[{\"id\":\"a b\",\"text\":\"ACGT\"},{\"id\":\"c\",\"text\":\"GG\"}]",
          read(">a b\\nAC\\nGT\\n>c\\r\\nGG\\n"));
      assertEquals(
          "[{\"id\":\"line 2\",\"text\":\"How ?\"}]", read("label\\tText\\nx\\tHow ?\\n\\n"));
      assertEquals(
          "[{\"id\":\"7\",\"text\":\"t\"}]", read("{\\\"id\\\":7,\\\"sentence\\\":\\\"t\\\"}"));
      assertEquals(
          "[{\"id\":\"line 1\",\"text\":\"text, said he\"}]", read("\\uFEFFtext, said he\\n"));
      assertEquals("[]", read(" \\n"));
    }
  }

  private String read(String text) throws Exception {
    return tab.value("JSON.stringify(readRecords(\"" + text + "\").records)").asText();
  }

  @Test
  void thePageComesWithAStrictPolicyAndNothingFromElsewhere() throws Exception {
    try (FakeServer server = server(REASONS)) {
      for (String path : List.of("", "try.css", "try.js", "try-input.js", "try-answers.js")) {
        URI address = server.address().resolve(path);
        HttpResponse<String> got =
            HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, got.statusCode());
        assertEquals(
            TryPage.POLICY, got.headers().firstValue("Content-Security-Policy").orElseThrow());
        String text = got.body();
        assertTrue(!text.contains("://") && !text.contains("innerHTML"), path);
        assertTrue(!text.matches("(?s).*<[^>]+ (on[a-z]+|style)=.*"), path);
      }
    }
  }
}
