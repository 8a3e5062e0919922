package io.incrt.store;

import io.incrt.base.Printable;
import io.incrt.base.file.Content;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.base.file.Disk;
import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.PlainFiles;
import io.incrt.base.file.ProcessLock;
import io.incrt.folder.Companions;
import io.incrt.folder.FolderFiles;
import io.incrt.folder.FolderSnapshot;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Manifest;
import io.incrt.folder.SafeTensors;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.settings.TrainingSettings.Precision;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of a trained model: config.json, model.safetensors, tokenizer.json and logs, sealed by
 * manifest.json. One folder is one model: its files are replaced together and read together.
 */
public final class ModelFolder {

  static final String CONFIG = FolderFiles.CONFIG;
  static final String TENSORS = FolderFiles.TENSORS;
  static final String TOKENIZER = FolderFiles.TOKENIZER;
  static final String REPORT = FolderFiles.REPORT;

  /** The tables of the linear model and of what is like the training records. */
  static final String COMPANIONS = FolderFiles.COMPANIONS;

  /** Digests of the run's records, and what was answered to the test records. */
  static final String RECORDS = "records.safetensors";

  /** The files that are text, apart from the report. */
  static final List<String> TEXTS =
      Stream.concat(Stream.of(CONFIG, TOKENIZER), RunFiles.NAMES.stream()).toList();

  /** Every file of a model but the manifest, the network's tensors and the report. */
  static final List<String> WITHOUT_TENSORS =
      Stream.concat(Stream.of(COMPANIONS, RECORDS), TEXTS.stream()).toList();

  /** Every file of a model but the manifest. */
  static final List<String> FILES =
      Stream.concat(Stream.of(TENSORS, REPORT, RunFiles.EXPLAINED), WITHOUT_TENSORS.stream())
          .toList();

  private static final Logger LOG = System.getLogger(ModelFolder.class.getName());
  private static final String CHECKPOINTS = "checkpoints";
  private static final String LOCK = ".run.lock";

  /** Names the model that a run has begun to replace, by the digest of its config.json. */
  private static final String REPLACING = ".replacing";

  private static final int MOST_MARKER = 1000;

  private ModelFolder() {}

  /** Whether a folder holds a run, finished or not. */
  public static boolean holdsRun(Path folder) {
    return holdsModel(folder) || hasCheckpoints(folder);
  }

  /** Whether a folder holds a model, of whatever run. */
  public static boolean holdsModel(Path folder) {
    return PlainFiles.exists(folder.resolve(CONFIG))
        || PlainFiles.exists(folder.resolve(Manifest.NAME))
        || PlainFiles.exists(folder.resolve(FolderFiles.NEXT));
  }

  /** Whether a folder holds checkpoints to resume from. */
  public static boolean hasCheckpoints(Path folder) {
    return PlainFiles.exists(folder.resolve(CHECKPOINTS));
  }

  /** The checkpoints of a run in a folder. */
  public static Checkpoints checkpoints(Path folder) {
    return new Checkpoints(folder.resolve(CHECKPOINTS));
  }

  /** Whether a file is one that a run in this folder would replace. */
  public static boolean isPartOf(Path folder, Path file) throws IOException {
    if (!Files.exists(folder) || !Files.exists(file)) {
      return false;
    }
    Path within = file.toRealPath();
    Path real = folder.toRealPath();
    if (!within.startsWith(real) || within.equals(real)) {
      return false;
    }
    String first = real.relativize(within).getName(0).toString();
    return FILES.contains(first)
        || List.of(Manifest.NAME, CHECKPOINTS, LiveLog.NAME, EventFile.FOLDER).contains(first)
        || first.startsWith(".");
  }

  /**
   * Lets nobody else train into a folder until the lock is closed or the process ends. Checkpoints
   * that a killed process left unfinished, or on their way out, are deleted.
   */
  public static ProcessLock lock(Path folder) throws IOException {
    DurableFiles.createDirectories(folder);
    Path file = folder.resolve(LOCK);
    Optional<ProcessLock> lock;
    try {
      lock = ProcessLock.tryLock(file);
    } catch (IOException e) {
      throw DurableFiles.notWritten(folder, e);
    }
    if (lock.isEmpty()) {
      throw new IOException(
          folder
              + " is being trained into by "
              + ProcessLock.holder(file)
              + "; wait for it, or choose another folder");
    }
    try {
      FolderSwap.requireWritable(folder);
      PlainFiles.requireDirectory(folder.resolve(CHECKPOINTS));
      DurableFiles.deleteLeftovers(folder.resolve(CHECKPOINTS), "");
      DurableFiles.deleteLeftovers(folder, Checkpoints.OLD);
      return lock.get();
    } catch (IOException | RuntimeException e) {
      lock.get().close();
      throw e;
    }
  }

  /**
   * Deletes a folder in which there is nothing but locks that nobody holds, and perhaps what a run
   * that came to nothing said.
   */
  public static void deleteIfEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      if (files.map(file -> file.getFileName().toString()).allMatch(ModelFolder::isNothing)) {
        DurableFiles.deleteTree(folder);
      }
    } catch (NoSuchFileException e) {
      // It is gone already.
    }
  }

  private static boolean isNothing(String name) {
    return name.endsWith(".lock") || List.of(LiveLog.NAME, EventFile.FOLDER).contains(name);
  }

  /**
   * Clears the way for a new run in a folder: the checkpoints of the run before go in one step,
   * then what TensorBoard reads of it. Its model stays until the new run has one, and says so when
   * it is opened.
   */
  public static void beginAnew(Path folder) throws IOException {
    Path config = folder.resolve(CONFIG);
    if (PlainFiles.exists(config)) {
      String model = digest(PlainFiles.bytes(config, FolderSnapshot.MOST_TEXT));
      DurableFiles.write(folder.resolve(REPLACING), model.getBytes(StandardCharsets.US_ASCII));
    }
    checkpoints(folder).clear();
    EventFile.forget(folder);
  }

  /** Whether the model in a folder is one that a run there has begun to replace. */
  public static boolean isOfEarlierRun(Path folder) throws IOException {
    try {
      byte[] config = PlainFiles.bytes(folder.resolve(CONFIG), FolderSnapshot.MOST_TEXT);
      return isOfEarlierRun(folder, config);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean isOfEarlierRun(Path folder, byte[] config) throws IOException {
    try {
      byte[] replaced = PlainFiles.bytes(folder.resolve(REPLACING), MOST_MARKER);
      return new String(replaced, StandardCharsets.US_ASCII).equals(digest(config));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static String digest(byte[] config) {
    return Digests.sha256().add(config).hex();
  }

  /** Writes a model without companions. */
  public static void write(
      Path folder,
      ModelConfig config,
      Map<String, HostTensor> tensors,
      RunFiles.RunLog log,
      Object evaluation)
      throws IOException {
    write(folder, config, Companions.NONE, tensors, log, evaluation, Optional.empty());
  }

  /**
   * Writes a model in place of what the folder held.
   *
   * @param evaluation the content of evaluation.json
   * @param records what is known of the run's records
   */
  public static void write(
      Path folder,
      ModelConfig config,
      Companions companions,
      Map<String, HostTensor> tensors,
      RunFiles.RunLog log,
      Object evaluation,
      Optional<RunRecords> records)
      throws IOException {
    Map<String, Content> files = new LinkedHashMap<>();
    files.put(TENSORS, out -> SafeTensors.write(tensors, out));
    files.put(TOKENIZER, text(config.tokenizer().file().json()));
    if (!companions.isEmpty()) {
      files.put(COMPANIONS, out -> SafeTensors.write(companions.tables(), out));
    }
    records.ifPresent(known -> files.put(RECORDS, Content.of(known.bytes())));
    RunFiles.contents(log, evaluation).forEach((name, bytes) -> files.put(name, Content.of(bytes)));
    files.put(CONFIG, text(config.toJson(companions)));
    new FolderSwap(folder, Disk.REAL).replace(files);
    replaced(folder);
  }

  /** Notes that the model of before is gone. */
  static void replaced(Path folder) throws IOException {
    Disk.REAL.delete(folder.resolve(REPLACING));
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads the configuration of a model, once all of it is checked. */
  public static ModelConfig config(Path folder) throws IOException {
    return open(folder).config();
  }

  /** Opens a model's files, checked against its manifest. */
  public static StoredModel open(Path folder) throws IOException {
    try {
      return stored(folder, snapshot(folder));
    } catch (CorruptFileException e) {
      throw cannotBeOpened(folder, e);
    }
  }

  private static FolderSnapshot snapshot(Path folder) throws IOException {
    return FolderSnapshot.read(folder, WITHOUT_TENSORS)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    folder
                        + (hasCheckpoints(folder)
                            ? " holds a run that has no model yet; train --resume goes on with it"
                            : " holds no model: there is no config.json in it")));
  }

  private static StoredModel stored(Path folder, FolderSnapshot snapshot) throws IOException {
    byte[] config = snapshot.files().get(CONFIG);
    snapshot.requireChecked();
    if (isOfEarlierRun(folder, config)) {
      LOG.log(
          Logger.Level.WARNING,
          "{0} holds the model of an earlier run: the run that replaces it has none yet",
          Printable.line(folder.toString()));
    }
    return new StoredModel(folder, snapshot.files());
  }

  private static CorruptFileException cannotBeOpened(Path folder, CorruptFileException e) {
    return new CorruptFileException(folder + " cannot be opened: " + e.getMessage());
  }

  /** A loaded model; close the network when done. */
  public record Loaded(StoredModel stored, Network network) {

    /** The configuration of the model. */
    public ModelConfig config() {
      return stored.config();
    }
  }

  /** Reads a model, ready to compute on a device. */
  public static Loaded read(Path folder, Device device) throws IOException {
    try {
      FolderSnapshot snapshot = snapshot(folder);
      StoredModel stored = stored(folder, snapshot);
      return new Loaded(stored, network(stored.config(), snapshot.tensors(), device));
    } catch (CorruptFileException e) {
      throw cannotBeOpened(folder, e);
    }
  }

  /** Builds the network; config and tensors must match exactly. */
  private static Network network(
      ModelConfig config, Map<String, HostTensor> tensors, Device device) {
    tensors.forEach((name, tensor) -> tensor.requireWeights(name));
    device.require();
    Network network =
        Libtorch.building(
            () ->
                new Network(
                    config.shape(),
                    new Compute(device, Precision.FLOAT32),
                    config.architecture(),
                    ParameterSource.stored(tensors)));
    Set<String> unknown = new HashSet<>(tensors.keySet());
    network.parameters().forEach(parameter -> unknown.remove(parameter.name()));
    if (!unknown.isEmpty()) {
      network.close();
      throw new CorruptFileException(
          "the tensor " + unknown.iterator().next() + " is not part of the architecture");
    }
    return network;
  }
}
