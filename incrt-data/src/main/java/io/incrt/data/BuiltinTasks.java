package io.incrt.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks that need no file, named {@code builtin:NAME?option=number&…}: {@code builtin:variants} and
 * {@code builtin:order?pairs=16}.
 */
public final class BuiltinTasks {

  /** What every such name starts with. */
  public static final String PREFIX = "builtin:";

  private BuiltinTasks() {}

  /** Draws the records of a task. */
  public static Corpus generate(String name, long seed) {
    String[] parts = name.substring(PREFIX.length()).split("\\?", 2);
    switch (parts[0]) {
      case "variants" -> {
        Map<String, Integer> options = options(parts, Map.of("train", 1600, "held", 400));
        return new VariantTask(options.get("train"), options.get("held")).generate(seed);
      }
      case "order" -> {
        Map<String, Integer> options =
            options(parts, Map.of("pairs", 16, "length", 24, "train", 8000, "held", 1000));
        return new OrderTask(
                options.get("pairs"),
                options.get("length"),
                options.get("train"),
                options.get("held"))
            .generate(seed);
      }
      default ->
          throw new IllegalArgumentException(
              "there is no built-in task '" + parts[0] + "'; there are variants and order");
    }
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
