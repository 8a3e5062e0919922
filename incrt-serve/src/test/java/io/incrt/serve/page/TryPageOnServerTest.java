package io.incrt.serve.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.LittleServer;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The page in a browser, on the server it is made for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TryPageOnServerTest {

  private static final int ENTER = 13;
  private static final int CONTROL = 2;
  private static final String LOADED = "document.getElementById('made').children.length";

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

  private static URI address(LittleServer server) {
    return URI.create("http://127.0.0.1:" + server.server().port() + "/");
  }

  private void ask(String text) throws Exception {
    tab.value("document.getElementById('records').focus()");
    tab.type(text);
    tab.press("Enter", ENTER, CONTROL);
    tab.waitFor("document.querySelector('#list .answer')");
  }

  @Test
  void aRecordIsAnsweredAndExplained() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      int before = tab.complaints().size();
      tab.go(address(server), LOADED);
      ask("bcd");
      tab.waitFor("document.querySelector('.spoken')");
      assertEquals("second with 75.0 %", tab.text("#list .answer"));
      assertTrue(tab.text("#list").contains("half of it is unknown"), tab.text("#list"));
      assertEquals("b", tab.text(".spoken .for"));
      assertEquals("cd", tab.text(".spoken .against"));
      assertTrue(tab.text("#list").contains("Found by: guessing."), tab.text("#list"));
      assertTrue(tab.text("#made").contains("Tokens are letters."), tab.text("#made"));
      assertTrue(tab.text("#made").contains("Test: accuracy 0.5"), tab.text("#made"));
      assertEquals(before, tab.complaints().size(), () -> tab.complaints().toString());
    }
  }

  @Test
  void recordsThatCannotBeAnsweredAreToldApart() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings)) {
      tab.go(address(server), LOADED);
      ask("a\nshort\nb");
      assertEquals("2 records answered, 1 without an answer.", tab.text("#state"));
      assertTrue(tab.text("#list").contains("the sequence is too short"), tab.text("#list"));
    }
  }

  @Test
  void aServerThatExplainsNothingIsSaidSo() throws Exception {
    try (LittleServer server = new LittleServer(settings -> settings.explained(0))) {
      tab.go(address(server), LOADED);
      ask("abc");
      tab.waitFor("document.querySelector('#list').innerText.includes('does not say what spoke')");
    }
  }

  @Test
  void theTokenIsAskedForAndUsed() throws Exception {
    try (LittleServer server =
        new LittleServer(settings -> settings.token(Optional.of("right-token")))) {
      tab.go(address(server), "!document.getElementById('token-form').hidden");
      tab.type("wrong");
      tab.press("Enter", ENTER, 0);
      tab.waitFor(
          "document.getElementById('trouble').innerText.includes('is not the server\\'s token')");
      tab.value("document.getElementById('token').value = ''");
      tab.value("document.getElementById('token').focus()");
      tab.type("right-token");
      tab.press("Enter", ENTER, 0);
      tab.waitFor(LOADED);
      ask("abc");
      assertEquals("first with 87.5 %", tab.text("#list .answer"));
    }
  }
}
