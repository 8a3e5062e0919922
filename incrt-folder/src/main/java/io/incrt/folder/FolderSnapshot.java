package io.incrt.folder;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.base.file.PlainFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a model's folder as they were at one moment, checked against its manifest. A folder
 * that is replaced meanwhile gives the model of before or the new one, never a mixture.
 */
public final class FolderSnapshot {

  /** The most bytes of a file that is no table of numbers. */
  public static final int MOST_TEXT = 1 << 28;

  private static final int TRIES = 200;
  private static final int TRIES_UNCHANGED = 3;
  private static final int PAUSE_MILLIS = 5;

  private final Map<String, byte[]> files;
  private final Map<String, HostTensor> tensors;
  private final boolean checked;

  private FolderSnapshot(
      Map<String, byte[]> files, Map<String, HostTensor> tensors, boolean checked) {
    this.files = files;
    this.checked = checked;
    this.tensors = tensors;
  }

  /** Every file but the tensors and the report, by name. */
  public Map<String, byte[]> files() {
    return files;
  }

  /** The tensors. */
  public Map<String, HostTensor> tensors() {
    return tensors;
  }

  /** Refuses a folder without a manifest, unless it is of a version that wrote none. */
  public void requireChecked() {
    if (!checked && !ConfigFile.needsNoManifest(text(FolderFiles.CONFIG))) {
      throw new CorruptFileException(
          Manifest.NAME + " is missing, so nothing shows that its files belong together");
    }
  }

  /** One of the files that are text, which must be there. */
  public String text(String name) {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new CorruptFileException(name + " is missing");
    }
    return PlainFiles.text(name, bytes);
  }

  /**
   * Reads a folder; empty if there is no model in it.
   *
   * @param unlisted the files besides tensors and report of a folder without a manifest
   */
  public static Optional<FolderSnapshot> read(Path folder, List<String> unlisted)
      throws IOException {
    int unchanged = 0;
    for (int i = 0; ; i++) {
      Optional<Manifest> manifest = Optional.empty();
      try {
        manifest = manifest(folder);
        return manifest.isPresent()
            ? Optional.of(of(folder, manifest.get()))
            : withoutManifest(folder, unlisted);
      } catch (CorruptFileException | NoSuchFileException e) {
        // What does not fit is damage only if the folder was not replaced while it was read.
        unchanged = isStill(folder, manifest) ? unchanged + 1 : 0;
        if (unchanged >= TRIES_UNCHANGED || i >= TRIES) {
          throw e;
        }
        pause(folder);
      }
    }
  }

  private static boolean isStill(Path folder, Optional<Manifest> before) throws IOException {
    try {
      return manifest(folder).equals(before);
    } catch (CorruptFileException e) {
      return before.isEmpty();
    }
  }

  private static void pause(Path folder) throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading " + folder, e);
    }
  }

  private static Optional<Manifest> manifest(Path folder) throws IOException {
    Path next = folder.resolve(FolderFiles.NEXT);
    PlainFiles.requireDirectory(next);
    for (Path place : List.of(next, folder)) {
      try {
        return Optional.of(Manifest.read(place));
      } catch (NoSuchFileException e) {
        // Not there; perhaps at the next place.
      }
    }
    return Optional.empty();
  }

  /** Where a file may be: on its way, or in its place already. */
  private static List<Path> places(Path folder, String name) {
    return List.of(folder.resolve(FolderFiles.NEXT).resolve(name), folder.resolve(name));
  }

  private static FolderSnapshot of(Path folder, Manifest manifest) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    Map<String, HostTensor> tensors = Map.of();
    for (Manifest.Entry entry : manifest.files()) {
      if (entry.name().equals(FolderFiles.REPORT)) {
        // Drawn from the others, so nothing rests on it.
        continue;
      }
      Path place = place(folder, entry);
      if (entry.name().equals(FolderFiles.TENSORS)) {
        tensors = tensors(place, entry);
      } else {
        byte[] bytes = PlainFiles.bytes(place, MOST_TEXT);
        requireSame(entry, Digests.sha256().add(bytes));
        files.put(entry.name(), bytes);
      }
    }
    return new FolderSnapshot(files, tensors, true);
  }

  /** Where a file is. */
  private static Path place(Path folder, Manifest.Entry entry) throws IOException {
    for (Path place : places(folder, entry.name())) {
      if (PlainFiles.exists(place)) {
        long size = PlainFiles.size(place);
        if (size != entry.size()) {
          throw new CorruptFileException(
              entry.name() + " has " + size + " bytes, but its manifest says " + entry.size());
        }
        return place;
      }
    }
    throw new CorruptFileException(entry.name() + " is missing, which its manifest names");
  }

  private static void requireSame(Manifest.Entry entry, Digests found) {
    if (!found.hex().equals(entry.sha256())) {
      throw new CorruptFileException(
          entry.name()
              + " is not the file that manifest.json was written for: it was damaged, or changed, or"
              + " is of another model");
    }
  }

  private static Map<String, HostTensor> tensors(Path file, Manifest.Entry entry)
      throws IOException {
    Digests digest = Digests.sha256();
    Map<String, HostTensor> tensors = Map.of();
    CorruptFileException problem = null;
    try (InputStream in = digest.over(new BufferedInputStream(PlainFiles.open(file)))) {
      try {
        tensors = SafeTensors.read(in, entry.size());
      } catch (CorruptFileException e) {
        problem = e;
      }
      in.transferTo(OutputStream.nullOutputStream());
    }
    // Damage explains whatever else is wrong with it.
    requireSame(entry, digest);
    if (problem != null) {
      throw new CorruptFileException(entry.name() + ": " + problem.getMessage());
    }
    return tensors;
  }

  /** A folder of an earlier version, which wrote none. */
  private static Optional<FolderSnapshot> withoutManifest(Path folder, List<String> unlisted)
      throws IOException {
    if (!PlainFiles.exists(folder.resolve(FolderFiles.CONFIG))) {
      return Optional.empty();
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : unlisted) {
      Path file = folder.resolve(name);
      if (PlainFiles.exists(file)) {
        files.put(name, PlainFiles.bytes(file, MOST_TEXT));
      }
    }
    Path file = folder.resolve(FolderFiles.TENSORS);
    Map<String, HostTensor> tensors;
    try (InputStream in = new BufferedInputStream(PlainFiles.open(file))) {
      tensors = SafeTensors.read(in, PlainFiles.size(file));
    } catch (CorruptFileException e) {
      throw new CorruptFileException(FolderFiles.TENSORS + ": " + e.getMessage());
    }
    if (manifest(folder).isPresent()) {
      throw new CorruptFileException("it was replaced while it was read");
    }
    return Optional.of(new FolderSnapshot(files, tensors, false));
  }
}
