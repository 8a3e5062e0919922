package io.incrt.bench;

import io.incrt.bench.cache.CacheTimes;
import io.incrt.bench.measure.GrowthTimes;
import io.incrt.bench.measure.JudgingTimes;
import io.incrt.bench.measure.MachineCeilings;
import io.incrt.bench.measure.MeasuredSteps.Size;
import io.incrt.bench.measure.Preset;
import io.incrt.bench.scale.ScaleBenchmark;
import io.incrt.bench.scale.ScaleResults;
import io.incrt.bench.serving.ServingBenchmark;
import io.incrt.bench.serving.ServingResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs the parts of a plan, the machine's own ceilings first. */
final class Bench {

  /** What can be measured alone. */
  enum Part {
    /** Training steps by part, beside the peer. */
    STEPS,
    /** Grown and uneven heads against even ones. */
    GROWN,
    /** Growth events. */
    GROWTH,
    /** Prediction beside onnxruntime. */
    PREDICT,
    /** Start-up to the first prediction. */
    START,
    /** What training holds. */
    MEMORY,
    /** How a step grows. */
    LAW,
    /** What a table of n-grams adds to a step. */
    NGRAMS,
    /** What judging parts takes of a run. */
    JUDGING,
    /** What the server can bear. */
    SERVING,
    /** What several processes take, and would take on machines that are not here. */
    SCALE,
    /** How fast caches of records are built and trained from. */
    CACHE
  }

  private static final int BANDWIDTH_MEGABYTES = 100;

  private final Plan plan;
  private final Set<Part> parts;
  private final int threads;
  private final Optional<List<String>> peer;
  private final String peerName;
  private final Serving serving;
  private final List<String> incrt;
  private final Consumer<String> progress;

  /** What the server's rival is run with: a Python, and benchmarks/fastapi_server.py. */
  record Serving(String python, Path script) {}

  /**
   * A run to come.
   *
   * @param peer the command of what runs beside us
   * @param peerName what that is, or why there is none
   * @param serving how the server's rival is started
   * @param incrt the command whose start is measured
   * @param progress is told what is measured now
   */
  Bench(
      Plan plan,
      Set<Part> parts,
      int threads,
      Optional<List<String>> peer,
      String peerName,
      Serving serving,
      List<String> incrt,
      Consumer<String> progress) {
    this.plan = plan;
    this.parts = Set.copyOf(parts);
    this.threads = threads;
    this.peer = peer;
    this.peerName = peerName;
    this.serving = serving;
    this.incrt = List.copyOf(incrt);
    this.progress = progress;
  }

  Results run(boolean quick) throws IOException {
    MachineCeilings.threads(threads);
    Results.Machine machine = machine(quick);
    progress.accept("what the machine can do at most");
    Results.Ceilings ceilings = ceilings();
    progress.accept(
        String.format(
            Locale.ROOT,
            "GEMM %.0f GFLOP/s, memory %.1f GB/s",
            ceilings.gemm(),
            ceilings.bandwidth()));
    List<Results.Step> steps = steps();
    List<Results.Grown> grown = new ArrayList<>();
    for (Size size : of(Part.GROWN, plan.grown())) {
      progress.accept("grown against fixed " + Tables.name(size));
      grown.add(StepParts.grown(size, plan.rounds()));
    }
    List<Results.Growth> growth = new ArrayList<>();
    for (Size size : of(Part.GROWTH, plan.growth())) {
      progress.accept("growth events " + Tables.name(size));
      growth.add(new Results.Growth(size, GrowthTimes.measure(size, plan.rounds())));
    }
    List<Results.Point> law = new ArrayList<>();
    for (Results.Point point : of(Part.LAW, plan.lawSizes())) {
      progress.accept("cost law " + Tables.name(point.size()));
      law.add(StepParts.lawPoint(point, plan.rounds()));
    }
    List<Results.Ngrams> ngrams = new ArrayList<>();
    for (Size size : of(Part.NGRAMS, plan.ngrams())) {
      progress.accept("n-gram table " + Tables.name(size));
      ngrams.add(StepParts.ngrams(size, plan.ngramRows(), plan.rounds()));
    }
    List<JudgingTimes.Run> judging = new ArrayList<>();
    for (String task : of(Part.JUDGING, plan.judging())) {
      progress.accept("judging " + task);
      judging.add(JudgingTimes.measure(task, plan.judgedSteps()));
    }
    List<Results.Memory> memory = memory();
    ScaleResults scale = null;
    if (parts.contains(Part.SCALE)) {
      scale = new ScaleBenchmark(plan.scale(), ProcessParts::java, threads, progress).run();
    }
    List<Results.Prediction> prediction = new ArrayList<>();
    Results.Start start = null;
    ServingResults served = null;
    CacheTimes.Measured cache = null;
    Path folder = Files.createTempDirectory("incrt-bench");
    try {
      for (Size size : of(Part.PREDICT, plan.prediction())) {
        progress.accept("prediction " + Tables.name(size));
        Path model = folder.resolve("model-" + prediction.size());
        PredictPart.model(size, model);
        prediction.add(PredictPart.measure(size, model, threads, plan.latencies(), plan.rounds()));
      }
      if (parts.contains(Part.START)) {
        progress.accept("start-up");
        Path model = folder.resolve("model-start");
        PredictPart.model(Plan.SMALL.of(Preset.DEFAULT), model);
        start = ProcessParts.start(incrt, model, folder, plan.starts());
      }
      if (parts.contains(Part.CACHE)) {
        Path own = Files.createDirectory(folder.resolve("caches"));
        cache = CacheTimes.measure(own, plan.cacheBytes(), plan.rounds(), progress);
      }
      if (parts.contains(Part.SERVING)) {
        served = serve(Files.createDirectory(folder.resolve("serving")));
      }
    } finally {
      delete(folder);
    }
    return new Results(
        machine,
        ceilings,
        steps,
        grown,
        growth,
        prediction,
        start,
        memory,
        law,
        ngrams,
        judging,
        served,
        scale,
        cache);
  }

  private ServingResults serve(Path folder) throws IOException {
    return new ServingBenchmark(
            plan.serving(), incrt, threads, serving.python(), serving.script(), progress)
        .run(folder);
  }

  private List<Results.Step> steps() throws IOException {
    List<Results.Step> steps = new ArrayList<>();
    List<Size> sizes = of(Part.STEPS, plan.steps());
    Optional<Peer> beside = sizes.isEmpty() ? Optional.empty() : startPeer();
    StepParts.warmUp();
    try {
      for (Size size : sizes) {
        progress.accept("training step " + Tables.name(size));
        steps.add(StepParts.step(size, plan.rounds(), beside));
      }
    } finally {
      close(beside);
    }
    return steps;
  }

  /** Each size in processes of its own, ours and the peer's. */
  private List<Results.Memory> memory() throws IOException {
    List<Results.Memory> memory = new ArrayList<>();
    for (Size size : of(Part.MEMORY, plan.memory())) {
      progress.accept("memory " + Tables.name(size));
      Optional<Peer> beside = startPeer();
      try {
        ProcessParts.memory(size, threads, beside).ifPresent(memory::add);
      } finally {
        close(beside);
      }
    }
    return memory;
  }

  private Optional<Peer> startPeer() throws IOException {
    return peer.isEmpty() ? Optional.empty() : Optional.of(Peer.start(peer.get()));
  }

  private static void close(Optional<Peer> peer) throws IOException {
    if (peer.isPresent()) {
      peer.get().close();
    }
  }

  private <T> List<T> of(Part part, List<T> sizes) {
    return parts.contains(part) ? sizes : List.of();
  }

  private Results.Ceilings ceilings() {
    List<Results.Product> shapes = new ArrayList<>();
    for (Size size : List.of(Plan.SMALL, Plan.LARGE)) {
      for (Results.Product product : StepParts.products(size)) {
        double gflops =
            MachineCeilings.gemm(
                product.products(),
                product.rows(),
                product.inner(),
                product.columns(),
                plan.rounds());
        shapes.add(
            new Results.Product(
                product.what(),
                product.products(),
                product.rows(),
                product.inner(),
                product.columns(),
                gflops));
      }
    }
    return new Results.Ceilings(
        MachineCeilings.gemm(1, 1024, 1024, 1024, 3 * plan.rounds()),
        MachineCeilings.bandwidth(BANDWIDTH_MEGABYTES, plan.rounds()),
        shapes);
  }

  private Results.Machine machine(boolean quick) throws IOException {
    return new Results.Machine(
        LocalDate.now(ZoneOffset.UTC).toString(),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        threads,
        System.getProperty("java.version"),
        MachineCeilings.libtorch(),
        peerName,
        quick,
        plan.rounds());
  }

  private static String processor() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (Files.exists(info)) {
      try (Stream<String> lines = Files.lines(info)) {
        Optional<String> model =
            lines
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
        if (model.isPresent()) {
          return model.get();
        }
      }
    }
    return System.getProperty("os.arch");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
