package io.incrt.fuzz.campaign;

import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.base.file.CorruptFileException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A disk that is full at some moment of a command: the command fails with a line that names the
 * file, the model of before is still there, nothing half-written stays behind.
 */
final class FullDisks implements Fault {

  private static final int KILOBYTES = 2048;

  @Override
  public String name() {
    return "a disk that becomes full";
  }

  @Override
  public String option() {
    return "full-disks";
  }

  @Override
  public int goal() {
    return 200;
  }

  @Override
  public void run(int cases, Random random, Bench bench, Tally tally) throws Exception {
    Path disk = bench.folder("disk");
    if (execute("mount", "-t", "tmpfs", "-o", "size=" + KILOBYTES + "k", "none", disk) != 0) {
      tally.besides("not run: this user may not mount a small disk");
      return;
    }
    try {
      int failed = 0;
      for (int i = 0; i < cases; i++) {
        tally.count();
        failed += one(random, disk, bench, tally) ? 1 : 0;
      }
      tally.besides(failed + " commands failed for lack of space, the others had enough");
    } finally {
      execute("umount", disk);
    }
  }

  private static int execute(Object... command) throws IOException, InterruptedException {
    List<String> words = Stream.of(command).map(Object::toString).toList();
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** One command on a disk with little room; whether it failed. */
  private static boolean one(Random random, Path disk, Bench bench, Tally tally)
      throws IOException, InterruptedException {
    try (Stream<Path> files = Files.list(disk)) {
      for (Path file : files.toList()) {
        io.incrt.base.file.DurableFiles.deleteTree(file);
      }
    }
    Path folder = disk.resolve("model");
    Bench.copy(bench.first().folder(), folder);
    long free = Files.getFileStore(disk).getUsableSpace();
    Files.write(
        disk.resolve("ballast"),
        new byte[(int) (free - random.nextInt(1 << (10 + random.nextInt(7))))]);
    List<String> command = command(random.nextInt(6), folder, disk, bench);
    Path output = disk.resolve("output.txt");
    Ending ending;
    try (OutputStream out = Files.newOutputStream(output)) {
      ending = bench.command(out, command.toArray(String[]::new));
    }
    String what = String.join(" ", command.subList(0, 1)) + " on a full disk";
    ending.judge(tally, what);
    Files.delete(disk.resolve("ballast"));
    Files.deleteIfExists(output);
    boolean failed = ending.code() != 0;
    if (failed && ending.complaints().stream().noneMatch(FullDisks::namesAFile)) {
      tally.fail(Tally.Failure.MESSAGE, what + ": " + ending.err());
    }
    requireModel(folder, what, bench, tally);
    List<String> left = new ArrayList<>();
    try (Stream<Path> files = Files.walk(disk)) {
      files.filter(file -> file.toString().endsWith(".part")).forEach(f -> left.add(f.toString()));
    }
    if (!left.isEmpty()) {
      tally.fail(Tally.Failure.MESSAGE, what + " leaves " + left);
    }
    // With room again, it can be written to.
    try (Incrt model = Incrt.load(bench.second().folder())) {
      model.save(folder);
    }
    return failed;
  }

  private static boolean namesAFile(String line) {
    return line.contains("No space left")
        && (line.contains("/") || line.contains("standard output"));
  }

  private static List<String> command(int kind, Path folder, Path disk, Bench bench) {
    String model = folder.toString();
    return switch (kind) {
      case 0, 1 -> {
        List<String> train =
            new ArrayList<>(List.of(Bench.training(bench.data("two"), folder, 20)));
        train.add("--overwrite");
        yield train;
      }
      case 2 -> List.of("report", "--model", model);
      case 3 -> List.of("export", "--model", model, "--out", disk.resolve("model.onnx").toString());
      case 4 -> List.of("predict", "--model", model, "--data", bench.data("one").toString());
      default ->
          List.of("evaluate", "--json", "--model", model, "--data", bench.data("one").toString());
    };
  }

  private static void requireModel(Path folder, String what, Bench bench, Tally tally)
      throws IOException {
    try {
      List<Prediction> answers = bench.answers(folder);
      // After train --overwrite it may be a new model, of the labels of the second one.
      if (!answers.equals(bench.first().answers()) && answers.get(0).label().matches("good|bad")) {
        tally.fail(Tally.Failure.WRONG, what);
      }
    } catch (CorruptFileException | IllegalArgumentException e) {
      tally.fail(Tally.Failure.LOST, what + ": " + e.getMessage());
    }
  }
}
