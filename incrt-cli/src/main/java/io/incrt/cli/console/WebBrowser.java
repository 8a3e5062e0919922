package io.incrt.cli.console;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The user's browser, as far as the system knows one. */
public final class WebBrowser {

  /** Whoever ends with an error does so sooner; a browser may stay as long as it likes. */
  private static final long PATIENCE_SECONDS = 5;

  private final List<List<String>> programs;

  WebBrowser(List<List<String>> programs) {
    this.programs = programs;
  }

  /**
   * The browser of a system.
   *
   * @param system the name of the operating system
   * @param environment where BROWSER may name programs, parted by colons
   */
  public static WebBrowser of(String system, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    List<List<String>> programs = new ArrayList<>();
    for (String program : environment.getOrDefault("BROWSER", "").split(":", -1)) {
      if (!program.isBlank() && !name.contains("windows")) {
        programs.add(List.of(program));
      }
    }
    programs.add(
        name.contains("mac")
            ? List.of("open")
            : name.contains("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of("xdg-open"));
    return new WebBrowser(programs);
  }

  /** Shows a page; false if there is nobody to show it. */
  public boolean open(Path page) throws IOException {
    URI address = page.toRealPath().toUri();
    for (List<String> program : programs) {
      List<String> command = new ArrayList<>(program);
      command.add(address.toString());
      if (starts(command)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a program could be started and did not fail at once; what it says goes nowhere. */
  private static boolean starts(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      return !process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
