package io.incrt.fuzz.campaign;

import io.incrt.base.file.DurableFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs every fault and writes what came out. Options are {@code --kills=100} and the like, {@code
 * --seed=7}, {@code --scale=0.01} for a share of every goal, and {@code --docs=FILE} for the
 * document whose table gets the rows of what was run.
 */
public final class Campaign {

  static final List<Fault> FAULTS =
      List.of(
          new Kills(),
          new LostRanks(),
          new PowerFailures(),
          new DamagedFolders(),
          new FullDisks(),
          new ClosedPipes(),
          new TwoTrainings(),
          new Overwrites(),
          new Crowds(),
          new SmallHeaps(),
          new FirstStarts());

  static final String BEGIN = "<!-- written by ./incrt-fuzz/run: begin -->";
  static final String END = "<!-- written by ./incrt-fuzz/run: end -->";

  private Campaign() {}

  /** Runs it; exit code 1 if anything failed. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = options(arguments);
    Map<Fault, Tally> tallies = run(options, System.out);
    System.out.println(table(tallies));
    if (options.containsKey("docs")) {
      replace(Path.of(options.get("docs")), tallies);
    }
    int failures = tallies.values().stream().mapToInt(Tally::failures).sum();
    System.exit(failures == 0 ? 0 : 1);
  }

  private static Map<String, String> options(String... arguments) {
    List<String> known = new ArrayList<>(List.of("seed", "scale", "docs"));
    FAULTS.forEach(fault -> known.add(fault.option()));
    Map<String, String> options = new LinkedHashMap<>();
    for (String argument : arguments) {
      String[] pair = argument.split("=", 2);
      String name = pair[0].replaceFirst("^--", "");
      if (pair.length < 2 || !pair[0].startsWith("--") || !known.contains(name)) {
        System.err.println(
            "incrt-fuzz: there is no option '"
                + argument
                + "'; there is --"
                + String.join("=…, --", known)
                + "=…");
        System.exit(2);
      }
      options.put(name, pair[1]);
    }
    return options;
  }

  /** Runs the faults that the options leave any cases to. */
  static Map<Fault, Tally> run(Map<String, String> options, PrintStream log) throws Exception {
    Random random = new Random(Long.parseLong(options.getOrDefault("seed", "1")));
    double scale = Double.parseDouble(options.getOrDefault("scale", "1"));
    boolean chosen = FAULTS.stream().anyMatch(fault -> options.containsKey(fault.option()));
    Map<Fault, Tally> tallies = new LinkedHashMap<>();
    try (Bench bench = new Bench(Files.createTempDirectory("incrt-campaign"))) {
      for (Fault fault : FAULTS) {
        int all = chosen ? 0 : (int) Math.ceil(scale * fault.goal());
        int cases = Integer.parseInt(options.getOrDefault(fault.option(), String.valueOf(all)));
        long seed = random.nextLong();
        if (cases == 0) {
          continue;
        }
        Tally tally = new Tally();
        tallies.put(fault, tally);
        long start = System.nanoTime();
        fault.run(cases, new Random(seed), bench, tally);
        log.printf(
            "%s: %d cases, %d failures, %s (%d s)%n",
            fault.name(),
            tally.cases(),
            tally.failures(),
            tally.besides(),
            (System.nanoTime() - start) / 1_000_000_000);
        tally.examples().forEach(example -> log.println("  " + example));
      }
    }
    return tallies;
  }

  static String table(Map<Fault, Tally> tallies) {
    StringBuilder text = new StringBuilder("| fault | cases | ");
    for (Tally.Failure failure : Tally.Failure.values()) {
      text.append(failure.words()).append(" | ");
    }
    text.append("besides | date |\n|---|---|");
    text.append("---|".repeat(Tally.Failure.values().length + 2)).append('\n');
    tallies.forEach((fault, tally) -> text.append(row(fault, tally)).append('\n'));
    return text.toString();
  }

  private static String row(Fault fault, Tally tally) {
    StringBuilder text = new StringBuilder(start(fault)).append(tally.cases()).append(" | ");
    for (Tally.Failure failure : Tally.Failure.values()) {
      text.append(tally.failures(failure)).append(" | ");
    }
    text.append(tally.besides()).append(" | ").append(LocalDate.now(ZoneOffset.UTC)).append(" |");
    return text.toString();
  }

  /** What the row of a fault begins with. */
  private static String start(Fault fault) {
    return "| " + fault.name() + " | ";
  }

  /** Writes the rows of these faults into a document's table; those of other faults stay. */
  static void replace(Path document, Map<Fault, Tally> tallies) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(document + " has no place for the table: " + BEGIN);
    }
    List<String> before = text.substring(begin, end).lines().toList();
    StringBuilder table = new StringBuilder(table(Map.of()));
    for (Fault fault : FAULTS) {
      if (tallies.containsKey(fault)) {
        table.append(row(fault, tallies.get(fault))).append('\n');
      } else {
        before.stream()
            .filter(line -> line.startsWith(start(fault)))
            .forEach(line -> table.append(line).append('\n'));
      }
    }
    String replaced = text.substring(0, begin) + BEGIN + "\n" + table + text.substring(end);
    DurableFiles.write(document, replaced.getBytes(StandardCharsets.UTF_8));
  }
}
