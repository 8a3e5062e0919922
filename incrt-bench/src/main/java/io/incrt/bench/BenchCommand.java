package io.incrt.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.incrt.base.file.DurableFiles;
import io.incrt.bench.scale.ScaleBenchmark;
import io.incrt.bench.scale.ScaleTables;
import io.incrt.data.json.Json;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code incrt bench}: not part of the shipped command line. */
@Command(
    name = "incrt bench",
    description = {
      "Measures training, growth, prediction, start-up, memory and serving on this machine.",
      "Beside it, in turns: PyTorch and FastAPI, where a Python has them, and onnxruntime."
    })
public final class BenchCommand implements Callable<Integer> {

  private static final Path FASTAPI = Path.of("benchmarks", "fastapi_server.py");

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "A few sizes, few rounds: to see that it works.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description =
          "Only these parts: ${COMPLETION-CANDIDATES}; DIR/bench.json of the same day and kind keeps"
              + " the others.")
  private Set<Bench.Part> only = EnumSet.noneOf(Bench.Part.class);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "bench",
      description = "Where bench.json and bench.md go (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--python",
      paramLabel = "PATH",
      description =
          "A Python with PyTorch, or for serving with FastAPI (default: python3, where it has).")
  private String python;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of ours and of the others (default: all processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--write-docs",
      description =
          "Measures nothing; writes docs/performance.md from DIR/bench.json, with --only serving that"
              + " section, with --only scale that of docs/scale.md.")
  private boolean writeDocs;

  @Option(
      names = "--simulate",
      description =
          "Measures little or nothing; simulates several processes again from DIR/bench.json.")
  private boolean simulate;

  @Option(
      names = "--ddp",
      description =
          "Only training steps of as many processes as there are threads, beside PyTorch's"
              + " DistributedDataParallel: prints a table.")
  private boolean ddp;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  @Option(names = "--verbose", description = "Show the stack trace of a failure.")
  private boolean verbose;

  /** Runs the command line and exits. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  /** Runs the command line on the given streams and returns the exit code. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    BenchCommand bench = new BenchCommand();
    CommandLine line =
        new CommandLine(bench)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(utf8(out))
            .setErr(utf8(err));
    line.setParameterExceptionHandler(
        (failure, arguments) -> {
          failure.getCommandLine().getErr().println("incrt: " + failure.getMessage());
          return CommandLine.ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, command, result) -> {
          String what = failure.getMessage() == null ? failure.toString() : failure.getMessage();
          command.getErr().println("incrt: " + what.replaceAll("\\R+", " "));
          if (bench.verbose) {
            failure.printStackTrace(command.getErr());
          }
          return CommandLine.ExitCode.SOFTWARE;
        });
    return line.execute(args);
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new ParameterException(
          spec.commandLine(), "--threads must be at least 1 but is " + threads);
    }
    if (writeDocs) {
      return writeDocs();
    }
    if (simulate) {
      return simulate();
    }
    if (ddp) {
      List<String> peer = peerCommand().subList(0, 2);
      String table =
          new BesideDdp(peer, threads, this::err).run(List.of(Plan.LETTERS, Plan.LONGER));
      spec.commandLine().getOut().print(table);
      spec.commandLine().getOut().flush();
      return 0;
    }
    long began = System.nanoTime();
    Set<Bench.Part> parts = only.isEmpty() ? EnumSet.allOf(Bench.Part.class) : only;
    Optional<List<String>> peer = Optional.empty();
    String peerName = "none, no part asked for one";
    if (parts.contains(Bench.Part.STEPS) || parts.contains(Bench.Part.MEMORY)) {
      try (Peer tried = Peer.start(peerCommand())) {
        peerName = tried.name();
        PeerCheck.require(tried);
        peer = Optional.of(peerCommand());
      } catch (Peer.MissingException e) {
        if (python != null) {
          throw e;
        }
        peerName = "none (" + e.getMessage() + ")";
        err("no PyTorch beside us: " + e.getMessage() + "; --python names a Python that has it");
      }
    }
    Results results =
        new Bench(
                quick ? Plan.quick() : Plan.full(),
                parts,
                threads,
                peer,
                peerName,
                new Bench.Serving(python(), home().resolve(FASTAPI)),
                incrt(),
                this::err)
            .run(quick);
    Path file = out.resolve("bench.json");
    if (!only.isEmpty() && Files.exists(file)) {
      results = results.into(read(file), parts);
    }
    write(results, file);
    long seconds = (System.nanoTime() - began) / 1_000_000_000;
    err("written to " + file + " and bench.md after " + seconds + " s");
    return 0;
  }

  private void write(Results results, Path file) throws IOException {
    String tables = text(results);
    DurableFiles.write(file, Json.pretty(results).getBytes(StandardCharsets.UTF_8));
    DurableFiles.write(out.resolve("bench.md"), tables.getBytes(StandardCharsets.UTF_8));
    spec.commandLine().getOut().print(tables);
    spec.commandLine().getOut().flush();
  }

  /** What was measured before. */
  private Results measured() throws IOException {
    Path file = out.resolve("bench.json");
    if (!Files.exists(file)) {
      throw new ParameterException(
          spec.commandLine(), file + " does not exist; run ./incrt bench --out " + out + " first");
    }
    return read(file);
  }

  private int simulate() throws IOException {
    Results results = measured();
    Path file = out.resolve("bench.json");
    if (results.scale() == null) {
      throw new ParameterException(
          spec.commandLine(), file + " has nothing of scale; measure it first (--only scale)");
    }
    Plan plan = results.machine().quick() ? Plan.quick() : Plan.full();
    ScaleBenchmark benchmark =
        new ScaleBenchmark(plan.scale(), ProcessParts::java, threads, this::err);
    write(results.with(benchmark.again(results.scale())), file);
    return 0;
  }

  private int writeDocs() throws IOException {
    Results results = measured();
    Path file = out.resolve("bench.json");
    DocsSection section =
        isOnly(Bench.Part.SERVING)
            ? DocsSection.SERVING
            : isOnly(Bench.Part.SCALE) ? DocsSection.SCALE : DocsSection.BENCH;
    Path document = home().resolve("docs").resolve(section.document());
    boolean missing =
        section == DocsSection.SERVING
            ? results.serving() == null
            : section == DocsSection.SCALE && results.scale() == null;
    if (missing) {
      throw new ParameterException(
          spec.commandLine(), file + " has nothing of " + section.name().toLowerCase(Locale.ROOT));
    }
    String own =
        switch (section) {
          case SERVING -> ServingTables.of(results);
          case SCALE -> scale(results);
          case BENCH -> Tables.of(results);
        };
    String text = section.replace(document.toString(), Files.readString(document), own);
    DurableFiles.write(document, text.getBytes(StandardCharsets.UTF_8));
    err("written to " + document);
    return 0;
  }

  private boolean isOnly(Bench.Part part) {
    return only.equals(Set.of(part));
  }

  private static String scale(Results results) {
    Results.Machine machine = results.machine();
    return String.format(
            Locale.ROOT,
            "%s. %s, cores: %d; JDK %s, libtorch %s.%s%n%n",
            machine.date(),
            machine.processor(),
            machine.cores(),
            machine.java(),
            machine.libtorch(),
            machine.quick() ? " A quick run: not for comparison." : "")
        + ScaleTables.of(results.scale());
  }

  /** What is said of results: of server and scale in parts of their own, alone if need be. */
  private String text(Results results) {
    String served = results.serving() == null ? "" : ServingTables.of(results);
    String scaled = results.scale() == null ? "" : scale(results);
    if (isOnly(Bench.Part.SERVING) || isOnly(Bench.Part.SCALE)) {
      return isOnly(Bench.Part.SCALE) ? scaled : served;
    }
    return Tables.of(results)
        + (served.isEmpty() ? "" : "\n" + served)
        + (scaled.isEmpty() ? "" : "\n" + scaled);
  }

  static Results read(Path file) throws IOException {
    try {
      return Json.mapper().readValue(Files.readAllBytes(file), Results.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is not what ./incrt bench writes: " + Json.problem(e), e);
    }
  }

  private void err(String line) {
    spec.commandLine().getErr().println("incrt: " + line);
  }

  /** The repository, as ./incrt says. */
  private static Path home() {
    return Path.of(System.getProperty("incrt.home", "."));
  }

  private String python() {
    return python == null ? "python3" : python;
  }

  private List<String> peerCommand() {
    return List.of(
        python(),
        home().resolve("benchmarks").resolve("peer_pytorch.py").toString(),
        "--threads",
        String.valueOf(threads));
  }

  /** ./incrt itself where it is there, otherwise the same main class by this JVM. */
  private static List<String> incrt() {
    return System.getProperty("incrt.home") == null
        ? ProcessParts.java("io.incrt.cli.Main")
        : List.of(home().resolve("incrt").toString());
  }
}
