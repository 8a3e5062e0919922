package io.incrt.bench.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The load generator's process. Takes the file of a {@link LoadPlan} and prints a {@link
 * LoadReport} as a line of JSON. Ends early when its standard input does, so that it does not
 * outlive who started it.
 */
public final class LoadGenerator {

  private LoadGenerator() {}

  /** Takes one file. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: LoadGenerator PLAN.json");
      System.exit(2);
    }
    LoadPlan plan;
    try {
      plan = Json.mapper().readValue(Files.readAllBytes(Path.of(args[0])), LoadPlan.class);
    } catch (JsonProcessingException e) {
      System.err.println(args[0] + " is no plan of a load: " + Json.problem(e));
      System.exit(2);
      return;
    }
    AtomicBoolean stopped = new AtomicBoolean();
    Thread watcher = new Thread(() -> awaitEnd(stopped), "stop");
    watcher.setDaemon(true);
    watcher.start();
    System.out.println(
        Json.line(new Load(plan, Cases.read(Path.of(plan.cases())), stopped::get).run()));
  }

  private static void awaitEnd(AtomicBoolean stopped) {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said to it but that it is over.
      }
    } catch (IOException e) {
      // As good as an end.
    }
    stopped.set(true);
  }
}
