package io.incrt.fuzz.campaign;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.DurableFiles;
import io.incrt.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Two models that answer differently, data for them, and ways to run commands on them. */
final class Bench implements AutoCloseable {

  private static final int SECONDS = 120;

  private final Path directory;
  private final ExecutorService commands =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "command");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Model> models;

  /** A model with what it answers. */
  record Model(Path folder, List<Prediction> answers) {}

  Bench(Path directory) throws Exception {
    this.directory = Files.createDirectories(directory);
    Files.writeString(data("one"), records("good", "bad", 80));
    Files.writeString(data("two"), records("dry", "wet", 80));
    Files.writeString(data("asked"), records("", "", 12));
    List<Model> trained = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      Path folder = directory.resolve("model-" + name);
      Ending ending = command(training(data(name), folder, 60));
      if (ending.code() != 0) {
        throw new IOException("a model to begin with could not be trained: " + ending.err());
      }
      trained.add(new Model(folder, answers(folder)));
    }
    models = List.copyOf(trained);
  }

  private static String records(String first, String second, int count) {
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < count; i++) {
      text.append(i % 2 == 0 ? "a fine and sunny day " : "a dull and rainy day ").append(i % 10);
      text.append('\t').append(i % 2 == 0 ? first : second).append('\n');
    }
    return text.toString();
  }

  /** The arguments of a small training run. */
  static String[] training(Path data, Path folder, int steps) {
    return new String[] {
      "train",
      "--data",
      data.toString(),
      "--out",
      folder.toString(),
      "--seed",
      "5",
      "--device",
      "cpu",
      "--set",
      "training.steps=" + steps,
      "--set",
      "training.evaluateEvery=10",
      "--set",
      "network.width=8",
      "--set",
      "network.keyDimensions=4"
    };
  }

  Path directory() {
    return directory;
  }

  /** A file of records: "one" and "two" are labelled, "asked" is to be predicted. */
  Path data(String name) {
    return directory.resolve(name + ".tsv");
  }

  Model first() {
    return models.get(0);
  }

  Model second() {
    return models.get(1);
  }

  /** What a folder's model answers to the records of "asked". */
  List<Prediction> answers(Path folder) throws IOException {
    try (Incrt model = Incrt.load(folder)) {
      return answers(model);
    }
  }

  List<Prediction> answers(Incrt model) throws IOException {
    List<Prediction> answers = new ArrayList<>();
    model.predict(data("asked"), answers::add);
    return answers;
  }

  /** A new empty folder. */
  Path folder(String name) throws IOException {
    Path folder = directory.resolve(name);
    DurableFiles.deleteTree(folder);
    return Files.createDirectories(folder);
  }

  /** Copies the files of a folder, and those below it. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Runs a command in this process. */
  Ending command(String... arguments) throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Ending ending = command(out, arguments);
    return new Ending(ending.code(), out.toByteArray(), ending.err(), ending.hung());
  }

  /** Runs a command in this process, with its output going to a stream. */
  Ending command(OutputStream out, String... arguments) throws InterruptedException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Future<Integer> code = commands.submit(() -> Main.run(arguments, out, err));
    try {
      int ended = code.get(SECONDS, TimeUnit.SECONDS);
      return new Ending(ended, new byte[0], err.toString(StandardCharsets.UTF_8), false);
    } catch (TimeoutException e) {
      code.cancel(true);
      return new Ending(-1, new byte[0], err.toString(StandardCharsets.UTF_8), true);
    } catch (ExecutionException e) {
      return new Ending(1, new byte[0], "Exception in thread: " + e.getCause(), false);
    }
  }

  /** Starts a command in a process of its own. */
  Child start(List<String> options, String... arguments) throws IOException {
    return Child.start(directory, options, "io.incrt.cli.Main", arguments);
  }

  @Override
  public void close() throws IOException {
    commands.shutdownNow();
    DurableFiles.deleteTree(directory);
  }
}
