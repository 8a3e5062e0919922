package io.incrt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium, where the machine has one; tests that need it are skipped elsewhere. */
final class Browser {

  private final Path program;

  private Browser(Path program) {
    this.program = program;
  }

  static Browser find() {
    for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
      for (String folder : System.getenv("PATH").split(":", -1)) {
        Path candidate = Path.of(folder, name);
        if (Files.isExecutable(candidate)) {
          return new Browser(candidate);
        }
      }
    }
    return abort("there is no Chromium here; pages are not looked at");
  }

  /** The page as the browser understood it; fails where it complained. */
  String open(Path page, int width) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("browser");
    try {
      return open(page, width, profile);
    } finally {
      try (Stream<Path> left = Files.walk(profile)) {
        left.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
      }
    }
  }

  private String open(Path page, int width, Path profile) throws IOException, InterruptedException {
    Path said = profile.resolve("said.log");
    Path dom = profile.resolve("dom.html");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--allow-file-access-from-files",
                "--enable-logging=stderr",
                "--user-data-dir=" + profile,
                "--window-size=" + width + ",900",
                "--virtual-time-budget=2000",
                "--dump-dom",
                page.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(said.toFile())
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the browser does not end");
    assertEquals(0, process.exitValue(), Files.readString(said));
    List<String> complaints =
        Files.readAllLines(said).stream().filter(line -> line.contains("CONSOLE")).toList();
    assertEquals(List.of(), complaints);
    return Files.readString(dom);
  }

  /** How wide the page is on a screen of a width: more than that means scrolling sideways. */
  String scrollWidth(Path page, int width, Path directory)
      throws IOException, InterruptedException {
    return ask(page, width, directory, "page.documentElement.scrollWidth");
  }

  /**
   * What a script finds in a page on a screen of a width.
   *
   * @param script an expression; the document is {@code page}
   */
  String ask(Path page, int width, Path directory, String script)
      throws IOException, InterruptedException {
    Path frame =
        Files.writeString(
            directory.resolve("frame.html"),
            "<!DOCTYPE html><iframe style=\"border:0;width:"
                + width
                + "px;height:900px\" src=\""
                + page.toUri()
                + "\"></iframe><script>document.querySelector('iframe').onload = event => {"
                + " const page = event.target.contentDocument; document.title = 'found ' + "
                + script
                + "; };</script>");
    Matcher title =
        Pattern.compile("<title>found ([^<]+)</title>").matcher(open(frame, width + 40));
    assertTrue(title.find());
    return title.group(1);
  }
}
