package io.incrt.fuzz.campaign;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts of one fault; for use by several threads. */
final class Tally {

  private static final int EXAMPLES = 20;

  /** What must not happen. */
  enum Failure {
    CRASH("crashes"),
    HANG("hangs"),
    TRACE("stack traces"),
    WRONG("silent wrong answers"),
    LOST("lost models"),
    MESSAGE("unhelpful ends");

    private final String words;

    Failure(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final Map<Failure, Integer> failures = new EnumMap<>(Failure.class);
  private final List<String> examples = new ArrayList<>();
  private int cases;
  private String besides = "";

  synchronized void count() {
    cases++;
  }

  synchronized void fail(Failure failure, String example) {
    failures.merge(failure, 1, Integer::sum);
    if (examples.size() < EXAMPLES) {
      examples.add(failure.words() + ": " + example);
    }
  }

  /** Says what else was counted, or why nothing was. */
  synchronized void besides(String words) {
    besides = words;
  }

  synchronized int cases() {
    return cases;
  }

  synchronized int failures() {
    return failures.values().stream().mapToInt(Integer::intValue).sum();
  }

  synchronized int failures(Failure failure) {
    return failures.getOrDefault(failure, 0);
  }

  synchronized List<String> examples() {
    return List.copyOf(examples);
  }

  synchronized String besides() {
    return besides;
  }
}
