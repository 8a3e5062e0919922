package io.incrt.store;

import io.incrt.base.file.Content;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Disk;
import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import io.incrt.base.file.ProcessLock;
import io.incrt.base.file.Written;
import io.incrt.folder.FolderFiles;
import io.incrt.folder.FolderSnapshot;
import io.incrt.folder.Manifest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the files of a model's folder, all of them or none, however the process ends.
 *
 * <p>The new files and their manifest are written to a folder of a random name inside, which is
 * then renamed to {@value #NEXT}: from that moment on the new model is the folder's model. Then its
 * files are moved to their places, the manifest last. Whoever finds {@value #NEXT} finishes that: a
 * reader by looking there first ({@link FolderSnapshot}), a writer by moving the rest.
 */
@SuppressWarnings("try") // the lock is held, not used
final class FolderSwap {

  /** The folder of a model whose files are on their way to their places. */
  static final String NEXT = FolderFiles.NEXT;

  private static final String LOCK = ".write.lock";
  private static final String STAGED = "new-";
  private static final int PAUSE_MILLIS = 5;
  private static final int LONGEST_WAIT_MILLIS = 60_000;

  private final Path folder;
  private final Disk disk;

  FolderSwap(Path folder, Disk disk) {
    this.folder = folder;
    this.disk = disk;
  }

  /** Puts files, by name, in place of those that are there. */
  void replace(Map<String, Content> files) throws IOException {
    DurableFiles.createDirectories(folder);
    try (ProcessLock lock = lock()) {
      finish();
      swap(files, List.of());
    } catch (IOException e) {
      throw DurableFiles.notWritten(folder, e);
    }
  }

  /**
   * Adds a file to those that are there, if they are still those it belongs to.
   *
   * @param named a file that tells models apart
   * @param expected what that file must hold
   */
  void add(String name, Content content, String named, byte[] expected) throws IOException {
    try (ProcessLock lock = lock()) {
      finish();
      if (!Arrays.equals(
          expected, PlainFiles.bytes(folder.resolve(named), Integer.MAX_VALUE - 8))) {
        throw new IOException(
            folder + " was given another model meanwhile; " + name + " was not written");
      }
      Optional<Manifest> manifest = manifest(folder);
      if (manifest.isPresent()) {
        swap(Map.of(name, content), manifest.get().files());
      } else {
        DurableFiles.write(folder.resolve(name), content);
      }
    } catch (IOException e) {
      throw DurableFiles.notWritten(folder, e);
    }
  }

  /** Puts files in place of those that are there, apart from what is kept. */
  private void swap(Map<String, Content> files, List<Manifest.Entry> kept) throws IOException {
    DurableFiles.deleteLeftovers(folder, STAGED);
    for (String name : files.keySet()) {
      // Found out later, it would be in the way of everyone who writes here.
      if (Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            folder.resolve(name) + " is a directory where a file is to be written");
      }
    }
    Path staged = DurableFiles.temporary(folder, STAGED);
    try {
      List<Manifest.Entry> entries = new ArrayList<>(kept);
      entries.removeIf(entry -> files.containsKey(entry.name()));
      disk.createDirectory(staged);
      for (Map.Entry<String, Content> file : files.entrySet()) {
        entries.add(stage(staged, file.getKey(), file.getValue()));
      }
      stage(staged, Manifest.NAME, Content.of(Manifest.of(entries).toJson()));
      disk.sync(staged);
      disk.move(staged, folder.resolve(NEXT));
    } finally {
      DurableFiles.deleteTree(staged);
    }
    disk.sync(folder);
    finish();
  }

  /** Refuses a folder in which something else has the place of what a swap needs. */
  static void requireWritable(Path folder) throws IOException {
    PlainFiles.requireDirectory(folder.resolve(NEXT));
    if (PlainFiles.exists(folder.resolve(LOCK))) {
      PlainFiles.size(folder.resolve(LOCK));
    }
  }

  private ProcessLock lock() throws IOException {
    Path file = folder.resolve(LOCK);
    for (int waited = 0; ; waited += PAUSE_MILLIS) {
      Optional<ProcessLock> lock = ProcessLock.tryLock(file);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (waited >= LONGEST_WAIT_MILLIS) {
        throw new IOException(
            ProcessLock.holder(file) + " is writing to " + folder + " and does not end");
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting to write to " + folder, e);
      }
    }
  }

  private Manifest.Entry stage(Path staged, String name, Content content) throws IOException {
    try {
      Path file = staged.resolve(name);
      Written written = disk.create(file, content);
      disk.sync(file);
      return new Manifest.Entry(name, written.size(), written.sha256());
    } catch (IOException e) {
      throw DurableFiles.notWritten(folder.resolve(name), e);
    }
  }

  /** Moves the files of a model that is on its way to their places. */
  private void finish() throws IOException {
    Path next = folder.resolve(NEXT);
    if (!PlainFiles.exists(next)) {
      return;
    }
    PlainFiles.requireDirectory(next);
    Optional<Manifest> manifest = manifest(next);
    if (manifest.isPresent()) {
      Set<String> gone = new HashSet<>();
      manifest(folder)
          .ifPresentOrElse(
              before -> before.files().forEach(entry -> gone.add(entry.name())),
              // Files of a version that wrote no manifest.
              () -> gone.addAll(ModelFolder.FILES));
      for (Manifest.Entry entry : manifest.get().files()) {
        gone.remove(entry.name());
        if (PlainFiles.exists(next.resolve(entry.name()))) {
          PlainFiles.size(next.resolve(entry.name()));
          disk.move(next.resolve(entry.name()), folder.resolve(entry.name()));
        }
      }
      for (String name : gone) {
        if (!Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
          disk.delete(folder.resolve(name));
        }
      }
      disk.sync(folder);
      disk.move(next.resolve(Manifest.NAME), folder.resolve(Manifest.NAME));
      disk.sync(folder);
    }
    try (DirectoryStream<Path> rest = Files.newDirectoryStream(next)) {
      for (Path file : rest) {
        DurableFiles.deleteTree(file);
      }
    }
    disk.delete(next);
  }

  /** The manifest in a folder; one that cannot be read is as good as none to who replaces it. */
  private static Optional<Manifest> manifest(Path folder) throws IOException {
    try {
      return Optional.of(Manifest.read(folder));
    } catch (NoSuchFileException | CorruptFileException e) {
      return Optional.empty();
    }
  }
}
