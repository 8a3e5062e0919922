package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Tasks that need no file, named {@code builtin:NAME?option=number&…}: {@code builtin:variants},
 * {@code builtin:motif?motifs=2}, {@code builtin:order?pairs=16}, {@code builtin:hops?hops=2},
 * {@code builtin:lookups?heads=2}, {@code builtin:passing?heads=1} and {@code
 * builtin:drift?pairs=4}.
 */
public final class BuiltinTasks {

  /** The prefix of their names. */
  public static final String PREFIX = "builtin:";

  private BuiltinTasks() {}

  /** Draws the records of a task. */
  public static Corpus generate(String name, long seed) {
    return named(name).apply(seed);
  }

  /**
   * Refuses the name of a built-in task that does not exist, or options it does not have.
   *
   * @param source may also be a file, which is not checked
   */
  public static void requireKnown(String source) {
    if (source.startsWith(PREFIX)) {
      named(source);
    }
  }

  private static LongFunction<Corpus> named(String name) {
    String[] parts = name.substring(PREFIX.length()).split("\\?", 2);
    switch (parts[0]) {
      case "variants" -> {
        Map<String, Integer> options = options(parts, Map.of("train", 1600, "held", 400));
        return new VariantTask(options.get("train"), options.get("held"))::generate;
      }
      case "motif" -> {
        Map<String, Integer> options =
            options(
                parts, Map.of("motifs", 2, "length", 60, "mutated", 0, "train", 2000, "held", 400));
        MotifTask task =
            new MotifTask(
                options.get("motifs"),
                options.get("length"),
                options.get("mutated"),
                options.get("train"),
                options.get("held"));
        return task::generate;
      }
      case "order", "drift" -> {
        Map<String, Integer> options =
            options(
                parts,
                Map.of(
                    "pairs",
                    parts[0].equals("order") ? 16 : 4,
                    "length",
                    24,
                    "noise",
                    parts[0].equals("order") ? 50 : 1,
                    "train",
                    8000,
                    "held",
                    1000));
        OrderTask task =
            new OrderTask(
                options.get("pairs"),
                options.get("length"),
                options.get("noise"),
                options.get("train"),
                options.get("held"));
        return parts[0].equals("order") ? task::generate : task::generateDrifting;
      }
      case "hops" -> {
        Map<String, Integer> options =
            options(parts, Map.of("hops", 2, "train", 32000, "held", 1000));
        return new HopsTask(options.get("hops"), options.get("train"), options.get("held"))
            ::generate;
      }
      case "lookups", "passing" -> {
        boolean passing = parts[0].equals("passing");
        Map<String, Integer> defaults =
            Map.of("heads", passing ? 1 : 2, "keys", 4, "items", 6, "train", 32_000, "held", 1000);
        Map<String, Integer> options = options(parts, defaults);
        LookupsTask task =
            new LookupsTask(
                options.get("heads"),
                options.get("keys"),
                options.get("items"),
                options.get("train"),
                options.get("held"));
        return passing ? task::generatePassing : task::generate;
      }
      default ->
          throw new IllegalArgumentException(
              "there is no built-in task '"
                  + parts[0]
                  + "'; there are variants, motif, order, hops, lookups, passing and drift");
    }
  }

  /**
   * Settings, by name, with which a task shows what it is made for; most tasks need none.
   *
   * <p>The hops task is free of noise, so dropout only hides its pointers, and a head that matches
   * pointers with places needs as many dimensions as there are places from the start; a single
   * layer slowly memorises the long chains, so level 3 must not wait for a plateau. The drift task
   * shows pruning, for which unused motors must decay, the learning rate must stay up in the second
   * half, and the threshold must be higher than the default. The question of a look-up stands
   * first, and the answer is read there: with a maximum over all positions the question could block
   * out what it does not ask for, and nothing would have to be looked up.
   */
  public static Map<String, String> suggestions(String name) {
    Map<String, String> settings = new TreeMap<>();
    if (name.startsWith(PREFIX + "hops")) {
      settings.put("training.dropout", "0");
      settings.put("training.batchSize", "128");
      settings.put("network.allDimensions", "true");
      settings.put("homeostat.dimensions.enabled", "false");
      settings.put("homeostat.depth.dwell", "200");
      settings.put("homeostat.depth.minUnexplained", "0.1");
    } else if (name.startsWith(PREFIX + "lookups") || name.startsWith(PREFIX + "passing")) {
      settings.put("network.readout", "FIRST");
    } else if (name.startsWith(PREFIX + "drift")) {
      settings.put("training.weightDecay", "6");
      settings.put("training.floor", "0.5");
      settings.put("network.width", "64");
      settings.put("homeostat.tau", "0.15");
      settings.put("homeostat.pruneRatio", "0.6");
      settings.put("homeostat.guarded", "false");
    }
    return settings;
  }

  private static Map<String, Integer> options(String[] parts, Map<String, Integer> defaults) {
    Map<String, Integer> options = new LinkedHashMap<>(defaults);
    if (parts.length > 1) {
      for (String option : List.of(parts[1].split("&", -1))) {
        String[] pair = option.split("=", 2);
        if (!defaults.containsKey(pair[0])) {
          throw new IllegalArgumentException(
              "the task has no option '"
                  + pair[0]
                  + "'; it has "
                  + String.join(", ", defaults.keySet().stream().sorted().toList()));
        }
        try {
          options.put(pair[0], Integer.parseInt(pair.length > 1 ? pair[1] : ""));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "the option '" + pair[0] + "' needs a whole number, as in " + pair[0] + "=16", e);
        }
      }
    }
    return options;
  }
}
