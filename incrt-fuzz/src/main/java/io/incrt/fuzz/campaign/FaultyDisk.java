package io.incrt.fuzz.campaign;

import io.incrt.base.file.Content;
import io.incrt.base.file.Disk;
import io.incrt.base.file.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Remembers what was asked of a disk, and can make the folder that a power failure would have left:
 * what was synced is there, of the rest any part may be missing, and files that were not synced may
 * be torn.
 */
final class FaultyDisk implements Disk {

  private final Path root;
  private final List<Step> steps = new ArrayList<>();

  /** One thing asked of the disk; paths are relative to the folder. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private sealed interface Step {

    record Create(String file, byte[] content) implements Step {}

    record MakeDirectory(String directory) implements Step {}

    record Move(String from, String to) implements Step {}

    record Delete(String path) implements Step {}

    record Sync(String path) implements Step {}
  }

  FaultyDisk(Path root) {
    this.root = root;
  }

  private String relative(Path path) {
    return root.toAbsolutePath().relativize(path.toAbsolutePath()).toString();
  }

  @Override
  public Written create(Path file, Content content) throws IOException {
    Written written = Disk.super.create(file, content);
    steps.add(new Step.Create(relative(file), Files.readAllBytes(file)));
    return written;
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    Disk.super.createDirectory(directory);
    steps.add(new Step.MakeDirectory(relative(directory)));
  }

  @Override
  public void sync(Path path) throws IOException {
    Disk.super.sync(path);
    steps.add(new Step.Sync(relative(path)));
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Disk.super.move(from, to);
    steps.add(new Step.Move(relative(from), relative(to)));
  }

  @Override
  public void delete(Path path) throws IOException {
    Disk.super.delete(path);
    steps.add(new Step.Delete(relative(path)));
  }

  /** How many moments there are at which the power can fail. */
  int moments() {
    return steps.size() + 1;
  }

  /** Does to a copy of the folder what would be left if the power failed at a moment. */
  void failAt(int moment, Path copy, Random random) throws IOException {
    for (int i = 0; i < moment; i++) {
      Step step = steps.get(i);
      boolean durable = isDurable(step, i, moment);
      if (!durable && random.nextInt(3) == 0) {
        continue;
      }
      try {
        apply(step, durable, copy, random);
      } catch (IOException e) {
        // It rests on a step that was lost, so it is lost as well.
      }
    }
  }

  private boolean isDurable(Step step, int at, int moment) {
    if (step instanceof Step.Create create) {
      return isSynced(create.file, at, moment) && isSynced(parent(create.file), at, moment);
    }
    if (step instanceof Step.Move move) {
      return isSynced(parent(move.to), at, moment);
    }
    if (step instanceof Step.Delete delete) {
      return isSynced(parent(delete.path), at, moment);
    }
    if (step instanceof Step.MakeDirectory made) {
      return isSynced(parent(made.directory), at, moment);
    }
    return true;
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private boolean isSynced(String path, int from, int to) {
    return steps.subList(from, to).contains(new Step.Sync(path));
  }

  private static void apply(Step step, boolean durable, Path copy, Random random)
      throws IOException {
    if (step instanceof Step.Create create) {
      byte[] content = create.content;
      if (!durable) {
        // Torn: an end is missing, or was never written over what the disk held before.
        int whole = random.nextInt(content.length + 1);
        content = Arrays.copyOf(content, random.nextBoolean() ? whole : content.length);
        Arrays.fill(content, Math.min(whole, content.length), content.length, (byte) 0);
      }
      Files.write(copy.resolve(create.file), content);
    } else if (step instanceof Step.MakeDirectory made) {
      Files.createDirectory(copy.resolve(made.directory));
    } else if (step instanceof Step.Move move) {
      Files.move(
          copy.resolve(move.from), copy.resolve(move.to), StandardCopyOption.REPLACE_EXISTING);
    } else if (step instanceof Step.Delete delete) {
      Files.deleteIfExists(copy.resolve(delete.path));
    }
  }
}
