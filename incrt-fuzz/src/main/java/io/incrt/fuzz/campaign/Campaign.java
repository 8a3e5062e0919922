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
 * document whose table is replaced.
 */
public final class Campaign {

  static final List<Fault> FAULTS =
      List.of(
          new Kills(),
          new PowerFailures(),
          new DamagedFolders(),
          new FullDisks(),
          new ClosedPipes(),
          new TwoTrainings(),
          new Overwrites(),
          new Crowds(),
          new SmallHeaps());

  static final String BEGIN = "<!-- written by ./incrt-fuzz/run: begin -->";
  static final String END = "<!-- written by ./incrt-fuzz/run: end -->";

  private Campaign() {}

  /** Runs it; exit code 1 if anything failed. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = options(arguments);
    Map<Fault, Tally> tallies = run(options, System.out);
    String table = table(tallies, String.join(" ", arguments));
    System.out.println(table);
    if (options.containsKey("docs")) {
      replace(Path.of(options.get("docs")), table);
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

  static String table(Map<Fault, Tally> tallies, String arguments) {
    StringBuilder text = new StringBuilder();
    text.append("Written on ")
        .append(LocalDate.now(ZoneOffset.UTC))
        .append(" by `./incrt-fuzz/run")
        .append(arguments.isEmpty() ? "" : " " + arguments)
        .append("`.\n\n| fault | cases | ");
    for (Tally.Failure failure : Tally.Failure.values()) {
      text.append(failure.words()).append(" | ");
    }
    text.append("besides |\n|---|---|").append("---|".repeat(Tally.Failure.values().length + 1));
    text.append('\n');
    tallies.forEach(
        (fault, tally) -> {
          text.append("| ").append(fault.name()).append(" | ").append(tally.cases()).append(" | ");
          for (Tally.Failure failure : Tally.Failure.values()) {
            text.append(tally.failures(failure)).append(" | ");
          }
          text.append(tally.besides()).append(" |\n");
        });
    return text.toString();
  }

  static void replace(Path document, String table) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(document + " has no place for the table: " + BEGIN);
    }
    String replaced = text.substring(0, begin) + BEGIN + "\n" + table + text.substring(end);
    DurableFiles.write(document, replaced.getBytes(StandardCharsets.UTF_8));
  }
}
