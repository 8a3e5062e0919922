package io.incrt.fuzz.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that runs a class of this class path, its output and messages going to files. */
final class Child {

  private static final int SECONDS = 120;
  private static final List<String> NATIVE =
      List.of("org.bytedeco.javacpp.pathsFirst", "org.bytedeco.openblas.load", "java.library.path");

  private final Process process;
  private final Path output;
  private final Path errors;

  private Child(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  static Child start(Path directory, List<String> options, String main, String... arguments)
      throws IOException {
    Path output = Files.createTempFile(directory, "output", ".txt");
    Path errors = Files.createTempFile(directory, "errors", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command(options, main, arguments)).redirectError(errors.toFile());
    builder.redirectOutput(output.toFile());
    return new Child(started(builder), output, errors);
  }

  /** The same with its output going to a file or device. */
  static Child startInto(File to, Path directory, String main, String... arguments)
      throws IOException {
    Path errors = Files.createTempFile(directory, "errors", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command(List.of(), main, arguments)).redirectError(errors.toFile());
    return new Child(started(builder.redirectOutput(to)), null, errors);
  }

  /** The same with its output going to a pipe, which {@link #process} gives. */
  static Child startPiped(Path directory, String main, String... arguments) throws IOException {
    Path errors = Files.createTempFile(directory, "errors", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command(List.of(), main, arguments)).redirectError(errors.toFile());
    return new Child(started(builder), null, errors);
  }

  private static List<String> command(List<String> options, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
    for (String name : NATIVE) {
      // As this process finds its native libraries, so must that one.
      if (System.getProperty(name) != null) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Process started(ProcessBuilder builder) throws IOException {
    // One thread each, so that many fit on one machine.
    builder.environment().put("OMP_NUM_THREADS", "1");
    return builder.start();
  }

  Process process() {
    return process;
  }

  /** Waits for its end. */
  Ending end() throws IOException, InterruptedException {
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    byte[] out = output == null ? new byte[0] : Files.readAllBytes(output);
    Ending ending = new Ending(process.exitValue(), out, Files.readString(errors), !ended);
    deleteFiles();
    return ending;
  }

  /** Kills it after a while; whether it was still there to be killed. */
  boolean killAfter(long millis) throws IOException, InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    process.destroyForcibly().waitFor();
    deleteFiles();
    return true;
  }

  private void deleteFiles() throws IOException {
    Files.deleteIfExists(errors);
    if (output != null) {
      Files.deleteIfExists(output);
    }
  }
}
