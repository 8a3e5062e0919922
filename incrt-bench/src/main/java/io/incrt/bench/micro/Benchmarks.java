package io.incrt.bench.micro;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Runs the JMH benchmarks and prints their medians as a Markdown table. */
public final class Benchmarks {

  private Benchmarks() {}

  /** Takes JMH's own arguments, for example {@code CheckBenchmark -p d=128}. */
  public static void main(String[] args) throws CommandLineOptionException, RunnerException {
    Collection<RunResult> results = new Runner(new CommandLineOptions(args)).run();
    StringBuilder table = new StringBuilder("\n| benchmark | parameters | median | unit |\n");
    table.append("|---|---|---|---|\n");
    for (RunResult result : results) {
      String name = result.getParams().getBenchmark();
      StringBuilder parameters = new StringBuilder();
      for (String key : result.getParams().getParamsKeys()) {
        parameters.append(key).append(' ').append(result.getParams().getParam(key)).append(' ');
      }
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.3f | %s |%n",
              name.substring(name.lastIndexOf('.') + 1),
              parameters.toString().strip(),
              result.getPrimaryResult().getStatistics().getPercentile(50),
              result.getPrimaryResult().getScoreUnit()));
    }
    System.out.println(table);
  }
}
