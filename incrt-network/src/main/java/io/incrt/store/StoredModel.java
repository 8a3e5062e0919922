package io.incrt.store;

import io.incrt.base.file.Content;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Disk;
import io.incrt.base.file.PlainFiles;
import io.incrt.data.json.Json;
import io.incrt.folder.Companions;
import io.incrt.folder.ConfigFile;
import io.incrt.folder.HostTensor;
import io.incrt.folder.SafeTensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a model as they were when it was opened, apart from its tensors. What happens to the
 * folder later changes nothing here.
 */
public final class StoredModel {

  private final Path folder;
  private final Map<String, byte[]> files;
  private final ModelConfig config;
  private final Companions companions;

  StoredModel(Path folder, Map<String, byte[]> files) {
    this.folder = folder;
    this.files = files;
    this.config = ModelConfig.parse(text(ModelFolder.CONFIG), text(ModelFolder.TOKENIZER));
    this.companions =
        Companions.read(text(ModelFolder.CONFIG), files.get(ModelFolder.COMPANIONS))
            .requireFit(config.architecture(), config.labels().size());
  }

  private String text(String name) {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new CorruptFileException(name + " is missing");
    }
    return PlainFiles.text(name, bytes);
  }

  /** The folder it was read from. */
  public Path folder() {
    return folder;
  }

  /** The configuration of the model. */
  public ModelConfig config() {
    return config;
  }

  /** The format of its folder. */
  public int format() {
    return ConfigFile.parse(text(ModelFolder.CONFIG)).json().path("format").asInt();
  }

  /** What stands beside its network. */
  public Companions companions() {
    return companions;
  }

  /** The log of the run that trained it. */
  public RunFiles.RunLog log() {
    return RunFiles.read(folder, files);
  }

  /**
   * Its evaluation; empty if there is none, as in folders of older versions.
   *
   * @param type what evaluation.json was written from
   */
  public <T> Optional<T> evaluation(Class<T> type) {
    return RunFiles.evaluation(folder, files, type);
  }

  /** What is known of the run's records; empty where nothing was recorded. */
  public Optional<RunRecords> records() {
    try {
      return Optional.ofNullable(files.get(ModelFolder.RECORDS))
          .map(content -> RunRecords.read(content, config.labels().size()));
    } catch (CorruptFileException e) {
      throw new CorruptFileException(folder + " cannot be compared: " + e.getMessage());
    }
  }

  /**
   * What is known of how its answers come about; empty if nothing is.
   *
   * @param type what explained.json was written from
   */
  public <T> Optional<T> explained(Class<T> type) {
    return RunFiles.explained(folder, files, type);
  }

  /** Adds what is known of how its answers come about, unless the folder has another model. */
  public void saveExplained(Object found) throws IOException {
    byte[] text = Json.pretty(found).getBytes(StandardCharsets.UTF_8);
    add(RunFiles.EXPLAINED, text);
  }

  /** Writes the model to a folder, which then holds it and no other. */
  public void save(Path to, Map<String, HostTensor> tensors) throws IOException {
    save(to, tensors, Disk.REAL);
  }

  /** The same on a disk that may be none, to find out what a bad one would leave. */
  public void save(Path to, Map<String, HostTensor> tensors, Disk disk) throws IOException {
    Map<String, Content> contents = new LinkedHashMap<>();
    contents.put(ModelFolder.TENSORS, out -> SafeTensors.write(tensors, out));
    files.forEach((name, bytes) -> contents.put(name, Content.of(bytes)));
    new FolderSwap(to, disk).replace(contents);
    ModelFolder.replaced(to);
  }

  /** Puts a report of this model into its folder, unless that holds another model by now. */
  public Path saveReport(byte[] page) throws IOException {
    add(ModelFolder.REPORT, page);
    return folder.resolve(ModelFolder.REPORT);
  }

  private void add(String name, byte[] bytes) throws IOException {
    new FolderSwap(folder, Disk.REAL)
        .add(name, Content.of(bytes), ModelFolder.CONFIG, files.get(ModelFolder.CONFIG));
  }
}
