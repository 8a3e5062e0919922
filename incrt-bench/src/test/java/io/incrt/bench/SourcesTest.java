package io.incrt.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the sizes of files and rooms, and what is said of them in docs/architecture.md. */
class SourcesTest {

  private static final Path ROOT = Path.of("..");
  private static final int MOST_LINES = 350;
  private static final int MOST_CLASSES = 20;
  private static final Pattern LINK = Pattern.compile("\\[`?([A-Za-z.]+)`?\\]\\((\\.\\./[^)]+)\\)");

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(one -> Files.exists(one.resolve("pom.xml"))).toList()) {
        Path main = module.resolve(Path.of("src", "main", "java"));
        if (Files.exists(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertTrue(sources.size() > 200, "the sources are where they are looked for");
    return sources;
  }

  @Test
  void noFileIsLongerThanCanBeRead() throws IOException {
    List<String> longer = new ArrayList<>();
    for (Path file : sources()) {
      long lines = Files.readAllLines(file).size();
      if (lines > MOST_LINES) {
        longer.add(file + ": " + lines);
      }
    }
    assertEquals(List.of(), longer);
  }

  @Test
  void everyRoomSaysWhatLivesThereAndLargeOnesWhy() throws IOException {
    Map<Path, Integer> rooms = new TreeMap<>();
    for (Path file : sources()) {
      boolean info = file.endsWith("package-info.java");
      rooms.merge(file.getParent(), info ? 0 : 1, Integer::sum);
    }
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<Path, Integer> room : rooms.entrySet()) {
      Path info = room.getKey().resolve("package-info.java");
      if (!Files.exists(info)) {
        wrong.add(room.getKey() + " has no package-info.java");
      } else if (room.getValue() > MOST_CLASSES
          && !Files.readString(info).contains("More than " + MOST_CLASSES + " classes")) {
        wrong.add(room.getKey() + " has " + room.getValue() + " classes and no reason for it");
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void theArchitecturePageNamesClassesThatAreThere() throws IOException {
    Path page = ROOT.resolve("docs").resolve("architecture.md");
    Matcher links = LINK.matcher(Files.readString(page));
    List<String> wrong = new ArrayList<>();
    int count = 0;
    while (links.find()) {
      count++;
      Path target = page.getParent().resolve(links.group(2));
      String name = links.group(1).replaceAll("\\..*", "");
      if (!Files.exists(target)) {
        wrong.add(links.group() + " leads nowhere");
      } else if (target.toString().endsWith(".java")
          && !target.getFileName().toString().equals(name + ".java")) {
        wrong.add(links.group() + " leads to another class");
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(count > 30, "only " + count + " links were found");
  }
}
