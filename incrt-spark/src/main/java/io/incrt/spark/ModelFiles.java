package io.incrt.spark;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.folder.FolderFiles;
import io.incrt.folder.Manifest;
import io.incrt.lite.LiteModel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The files of a model's folder as bytes, which is how they get from a file system to the driver,
 * from there to the executors, and back to a file system. Arrays, since every serializer that Spark
 * may be set to can write those.
 */
final class ModelFiles implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  /** What is read of a folder of an older version, which has no list of its files. */
  private static final List<String> UNLISTED =
      List.of(
          FolderFiles.CONFIG, FolderFiles.TOKENIZER, FolderFiles.TENSORS, FolderFiles.COMPANIONS);

  /** The most bytes of one file: those of an array. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private final String[] names;
  private final byte[][] contents;
  private final String digest;

  private ModelFiles(Map<String, byte[]> files) {
    names = files.keySet().toArray(String[]::new);
    contents = files.values().toArray(byte[][]::new);
    Digests all = Digests.sha256();
    files.forEach((name, bytes) -> all.add(name + ":" + bytes.length + "\n").add(bytes));
    digest = all.hex();
  }

  /** A number of what is in them: equal files have the same. */
  String digest() {
    return digest;
  }

  /** Of any file system that Hadoop knows. */
  static ModelFiles read(Path folder, Configuration hadoop) throws IOException {
    FileSystem system = folder.getFileSystem(hadoop);
    // Files on their way to their places count before those that they replace.
    List<Path> places = List.of(new Path(folder, FolderFiles.NEXT), folder);
    Map<String, byte[]> files = new LinkedHashMap<>();
    byte[] manifest = readOrNull(system, places, Manifest.NAME);
    List<String> listed =
        manifest == null
            ? UNLISTED
            : Manifest.parse(manifest).files().stream().map(Manifest.Entry::name).toList();
    for (String name : listed) {
      // Nothing rests on the report, which is drawn from the others.
      byte[] bytes = name.equals(FolderFiles.REPORT) ? null : readOrNull(system, places, name);
      if (bytes != null) {
        files.put(name, bytes);
      }
    }
    if (!files.containsKey(FolderFiles.CONFIG)) {
      throw new IllegalArgumentException(
          folder
              + " holds no model: there is no config.json in it"
              + (system.exists(new Path(folder, "metadata"))
                  ? "; what Spark has saved is opened by IncrtModel.load or PipelineModel.load"
                  : ""));
    }
    if (manifest != null) {
      // The last one, here and where it is written, so that half a folder is never taken for one.
      files.put(Manifest.NAME, manifest);
    }
    return new ModelFiles(files);
  }

  private static byte[] readOrNull(FileSystem system, List<Path> places, String name)
      throws IOException {
    for (Path place : places) {
      Path file = new Path(place, name);
      try {
        FileStatus status = system.getFileStatus(file);
        if (status.getLen() > MOST_BYTES) {
          throw new IOException(
              file + " has " + status.getLen() + " bytes; the most that can be sent is 2 GiB");
        }
        try (FSDataInputStream in = system.open(file)) {
          return in.readNBytes((int) status.getLen());
        }
      } catch (FileNotFoundException e) {
        // Perhaps at the next place.
      }
    }
    return null;
  }

  /** Writes them into a folder, which is made. */
  void write(Path folder, Configuration hadoop) throws IOException {
    FileSystem system = folder.getFileSystem(hadoop);
    for (int i = 0; i < names.length; i++) {
      try (OutputStream out = system.create(new Path(folder, names[i]), false)) {
        out.write(contents[i]);
      }
    }
  }

  /**
   * Opens the model that they are.
   *
   * @param name what they are called in messages
   * @throws CorruptFileException if they were damaged or changed, or contradict each other
   */
  LiteModel open(String name) throws IOException {
    java.nio.file.Path unpacked = Files.createTempDirectory("incrt-spark");
    try {
      for (int i = 0; i < names.length; i++) {
        Files.write(unpacked.resolve(names[i]), contents[i]);
      }
      return LiteModel.open(unpacked);
    } catch (CorruptFileException e) {
      // Whoever reads it knows nothing of the folder it was unpacked to.
      throw new CorruptFileException(e.getMessage().replace(unpacked.toString(), name));
    } finally {
      // An open model is all in memory.
      for (String file : names) {
        Files.deleteIfExists(unpacked.resolve(file));
      }
      Files.delete(unpacked);
    }
  }
}
