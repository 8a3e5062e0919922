package io.incrt.bench.serving;

import io.incrt.base.Statistics;
import io.incrt.bench.load.LoadReport;
import io.incrt.bench.serving.ServingResults.Closed;
import io.incrt.bench.serving.ServingResults.Overload;
import io.incrt.bench.serving.ServingResults.Reload;
import io.incrt.bench.serving.ServingResults.Setup;
import io.incrt.bench.serving.ServingResults.Stop;
import io.incrt.bench.serving.ServingResults.Throughput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Measures a server, part by part. */
public final class ServingBenchmark {

  private static final double NANOS = 1e9;
  private static final int TIMES = 10;
  private static final int TOLD = 10;
  private static final int[] CONCURRENCIES = {1, 8, 64};

  /** Enough requests of many records to keep every thread computing. */
  private static final int LARGE_AT_ONCE = 8;

  private static final Duration LONG = Duration.ofMinutes(15);
  private static final double NO_END = 3600;

  /** Seconds until a generator has surely begun. */
  private static final double UNDER_WAY = 2;

  private final ServingPlan plan;
  private final List<String> incrt;
  private final int threads;
  private final String python;
  private final Path script;
  private final Consumer<String> progress;
  private ServedModels models;
  private Path single;
  private Path large;

  /**
   * A measurement to come.
   *
   * @param incrt the command
   * @param threads that compute, and processes of the rival
   * @param python what the rival may be run with
   * @param script benchmarks/fastapi_server.py
   * @param progress is told what is measured now
   */
  public ServingBenchmark(
      ServingPlan plan,
      List<String> incrt,
      int threads,
      String python,
      Path script,
      Consumer<String> progress) {
    this.plan = plan;
    this.incrt = List.copyOf(incrt);
    this.threads = threads;
    this.python = python;
    this.script = script;
    this.progress = progress;
  }

  /**
   * Measures everything.
   *
   * @param folder an empty one, for models and requests
   */
  public ServingResults run(Path folder) throws IOException {
    double busy = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    progress.accept("serving: models");
    models = ServedModels.train(folder);
    single = models.cases(1, ServedModels.DEFAULT);
    large = models.cases(ServedModels.LARGE, ServedModels.DEFAULT);
    String rival = rival();
    List<Double> starts = starts();
    List<Throughput> throughputs = new ArrayList<>();
    List<Closed> closed;
    LoadReport half;
    Overload overload;
    try (ServedIncrt server = server()) {
      warm(server);
      for (int round = 0; round < plan.rounds(); round++) {
        progress.accept("serving: beside predict, round " + (round + 1));
        throughputs.add(throughput(server));
      }
      closed = closed(server, rival.startsWith("FastAPI"));
      half = half(server, Statistics.median(of(throughputs, false)));
      overload = overload(server, Statistics.median(of(throughputs, true)));
    }
    Reload reload = reload(folder.resolve("replaced"), half.offered());
    List<Stop> stops = new ArrayList<>();
    for (int i = 0; i < plan.stops(); i++) {
      progress.accept("serving: SIGTERM under load, " + (i + 1) + " of " + plan.stops());
      stops.add(stop(half.offered()));
    }
    Setup setup =
        new Setup(
            ServedModels.LETTERS,
            ServedModels.LARGE,
            Generator.CONNECTIONS,
            rival,
            rival.startsWith("FastAPI") ? threads : 0,
            busy);
    return new ServingResults(setup, starts, throughputs, closed, half, overload, reload, stops);
  }

  private static List<Double> of(List<Throughput> turns, boolean large) {
    return turns.stream().map(turn -> large ? turn.large() : turn.single()).toList();
  }

  private ServedIncrt server() throws IOException {
    return ServedIncrt.ready(
        incrt,
        threads,
        List.of(models.folder(ServedModels.DEFAULT), models.folder(ServedModels.GEOMETRY)));
  }

  private void warm(ServedIncrt server) throws IOException {
    progress.accept("serving: warming up");
    for (String model : List.of(ServedModels.GEOMETRY, ServedModels.DEFAULT)) {
      Path cases = models.cases(1, model);
      Generator.run(
          Generator.closed(server.port(), path(model), cases, LARGE_AT_ONCE, 0, plan.warm()));
    }
    Generator.run(
        Generator.closed(server.port(), "/predict", large, LARGE_AT_ONCE, 0, plan.warm()));
  }

  private static String path(String model) {
    return "/predict?model=" + model;
  }

  /** The rival's name, or why there is none. */
  private String rival() throws IOException {
    try {
      FastApi.require(python);
    } catch (FastApi.MissingException e) {
      progress.accept(e.getMessage() + "; --python names a Python that has it");
      return "none (" + e.getMessage() + ")";
    }
    try (FastApi tried = rival(ServedModels.GEOMETRY)) {
      return tried.name();
    }
  }

  private FastApi rival(String model) throws IOException {
    return FastApi.start(python, script, threads, models.folder(model), models.export(model));
  }

  private List<Double> starts() throws IOException {
    List<Double> starts = new ArrayList<>();
    for (int i = 0; i < plan.starts(); i++) {
      progress.accept("serving: start " + (i + 1) + " of " + plan.starts());
      long from = System.nanoTime();
      try (ServedIncrt server =
          ServedIncrt.start(incrt, threads, List.of(models.folder(ServedModels.DEFAULT)))) {
        server.awaitAnswer();
        starts.add((System.nanoTime() - from) / NANOS);
      }
    }
    return starts;
  }

  private Throughput throughput(ServedIncrt server) throws IOException {
    double predict =
        (plan.many() - plan.few()) / (predictSeconds(plan.many()) - predictSeconds(plan.few()));
    LoadReport many =
        clean(
            Generator.run(
                Generator.closed(
                    server.port(), "/predict", large, LARGE_AT_ONCE, 1, plan.closed())));
    LoadReport one =
        clean(
            Generator.run(
                Generator.closed(server.port(), "/predict", single, 64, 1, plan.closed())));
    return new Throughput(predict, many.recordRate(), one.recordRate());
  }

  private double predictSeconds(int records) throws IOException {
    List<String> command = new ArrayList<>(incrt);
    command.addAll(
        List.of(
            "predict",
            "--model",
            models.folder(ServedModels.DEFAULT).toString(),
            "--data",
            models.table(records).toString(),
            "--format",
            "jsonl"));
    long from = System.nanoTime();
    try (Child predict = Child.unheard("predict", command, ServedIncrt.threads(threads))) {
      predict.output(LONG);
    }
    return (System.nanoTime() - from) / NANOS;
  }

  /** A closed loop in which something went wrong would compare nothing. */
  private static LoadReport clean(LoadReport report) throws IOException {
    if (report.ok() == 0 || report.ok() < report.sent()) {
      throw new IOException("a server answered wrongly or not at all: " + report);
    }
    return report;
  }

  private List<Closed> closed(ServedIncrt server, boolean beside) throws IOException {
    List<Closed> closed = new ArrayList<>();
    for (String model : List.of(ServedModels.DEFAULT, ServedModels.GEOMETRY)) {
      Path cases = models.cases(1, model);
      try (FastApi rival = beside ? rival(model) : null) {
        if (beside) {
          Generator.run(
              Generator.closed(
                  rival.port(), "/predict", cases, LARGE_AT_ONCE, 0, Math.min(5, plan.warm())));
        }
        for (int concurrency : CONCURRENCIES) {
          progress.accept(
              String.format(Locale.ROOT, "serving: %s, concurrency %d", model, concurrency));
          LoadReport here = loop(server.port(), path(model), cases, concurrency);
          LoadReport there = beside ? loop(rival.port(), "/predict", cases, concurrency) : null;
          closed.add(new Closed(model, concurrency, here, there));
        }
      }
    }
    return closed;
  }

  private LoadReport loop(int port, String path, Path cases, int concurrency) throws IOException {
    return clean(Generator.run(Generator.closed(port, path, cases, concurrency, 1, plan.closed())));
  }

  private LoadReport half(ServedIncrt server, double capacity) throws IOException {
    progress.accept("serving: at half of what it can do");
    return Generator.run(Generator.open(server.port(), single, capacity / 2, 2, plan.half()));
  }

  private Overload overload(ServedIncrt server, double records) throws IOException {
    double capacity = records / ServedModels.LARGE;
    progress.accept("serving: at ten times what it can do");
    ResidentMemory memory = ResidentMemory.of(server.process());
    LoadReport load =
        Generator.run(Generator.open(server.port(), large, TIMES * capacity, 0, plan.overload()));
    return new Overload(capacity, TIMES * capacity, load, memory.end());
  }

  private Reload reload(Path folder, double rate) throws IOException {
    ServedModels.copy(models.folder(ServedModels.DEFAULT), folder);
    Path cases = models.cases(1, ServedModels.DEFAULT, ServedModels.OTHER);
    try (ServedIncrt server = ServedIncrt.ready(incrt, threads, List.of(folder))) {
      warmUp(server);
      ResidentMemory memory = ResidentMemory.of(server.process());
      try (Generator generator =
          Generator.start(Generator.open(server.port(), cases, rate, 0, NO_END))) {
        pause(UNDER_WAY);
        for (int i = 1; i <= plan.reloads(); i++) {
          if (i % TOLD == 1) {
            progress.accept("serving: reload " + i + " of " + plan.reloads());
          }
          String next = i % 2 == 0 ? ServedModels.DEFAULT : ServedModels.OTHER;
          ServedModels.copy(models.folder(next), folder);
          server.awaitReloads(i);
        }
        generator.stop();
        LoadReport load = generator.report();
        return new Reload(plan.reloads(), server.reloads(), rate, load, memory.end());
      }
    }
  }

  private Stop stop(double rate) throws IOException {
    try (ServedIncrt server =
        ServedIncrt.ready(incrt, threads, List.of(models.folder(ServedModels.DEFAULT)))) {
      warmUp(server);
      try (Generator generator =
          Generator.start(Generator.open(server.port(), single, rate, 0, NO_END))) {
        pause(UNDER_WAY);
        long from = System.nanoTime();
        server.process().terminate();
        int exit = server.process().exit(LONG);
        double seconds = (System.nanoTime() - from) / NANOS;
        generator.stop();
        return new Stop(exit, seconds, rate, generator.report());
      }
    }
  }

  private void warmUp(ServedIncrt server) throws IOException {
    Generator.run(
        Generator.closed(server.port(), "/predict", single, LARGE_AT_ONCE, 0, plan.warm() / 3));
  }

  private static void pause(double seconds) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos((long) (1000 * seconds)));
  }
}
