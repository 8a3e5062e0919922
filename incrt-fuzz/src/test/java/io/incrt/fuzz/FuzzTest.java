package io.incrt.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzzes every reader for a few seconds, from the inputs kept in {@code corpus/}; {@code
 * -Dfuzz.seconds=600} for as long as one likes.
 */
class FuzzTest {

  private static final Path CORPUS = Path.of("corpus");
  private static final int SECONDS_PER_INPUT = 30;
  private static final int MEGABYTES = 2048;

  static Stream<Class<?>> targets() {
    return Stream.of(
        FastaTarget.class,
        CsvTarget.class,
        JsonLinesTarget.class,
        AnyTarget.class,
        VectorsTarget.class,
        SafeTensorsTarget.class,
        CompanionsTarget.class,
        CheckpointTarget.class,
        CacheTarget.class,
        ConfigTarget.class,
        RequestTarget.class,
        HttpTarget.class);
  }

  private static Path corpus(Class<?> target) {
    return CORPUS.resolve(target.getSimpleName());
  }

  @ParameterizedTest
  @MethodSource("targets")
  void whatWasOnceFoundStaysMended(Class<?> target) throws Exception {
    Method run = target.getMethod("fuzzerTestOneInput", byte[].class);
    List<Path> inputs;
    try (Stream<Path> files = Files.list(corpus(target))) {
      inputs = files.sorted().toList();
    }
    assertTrue(!inputs.isEmpty(), "a target needs inputs to start from");
    for (Path input : inputs) {
      run.invoke(null, (Object) Files.readAllBytes(input));
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void nothingButTheTypedExceptionComesOut(Class<?> target, @TempDir Path work)
      throws IOException, InterruptedException {
    long seconds = Long.getLong("fuzz.seconds", 3);
    Path log = work.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=io.incrt.**:com.fasterxml.jackson.**:de.siegmar.**",
                // A server is asked on purpose, which the fuzzer would take for a finding.
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
                "--reproducer_path=" + work.toAbsolutePath(),
                "-max_total_time=" + seconds,
                "-timeout=" + SECONDS_PER_INPUT,
                "-rss_limit_mb=" + MEGABYTES,
                "-artifact_prefix=" + work.toAbsolutePath() + "/",
                work.resolve("found").toAbsolutePath().toString(),
                corpus(target).toAbsolutePath().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .directory(Files.createDirectories(work.resolve("found")).toFile())
            .start();
    assertTrue(process.waitFor(seconds + 120, TimeUnit.SECONDS), "the fuzzer does not end");
    String said = Files.readString(log);
    assertEquals(0, process.exitValue(), () -> tail(said));
    assertTrue(said.contains("DONE") || said.contains("Done "), () -> tail(said));
  }

  private static String tail(String text) {
    return text.substring(Math.max(0, text.length() - 4000));
  }
}
