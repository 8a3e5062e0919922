package io.incrt.store;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.DurableFiles;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.settings.TrainingSettings.Precision;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The folder of a trained model: config.json, model.safetensors, tokenizer.json and logs. */
public final class ModelFolder {

  private static final String CONFIG = "config.json";
  private static final String TENSORS = "model.safetensors";
  private static final String TOKENIZER = "tokenizer.json";
  private static final String CHECKPOINTS = "checkpoints";

  private ModelFolder() {}

  /** Whether a folder holds a run, finished or not. */
  public static boolean holdsRun(Path folder) {
    return Files.exists(folder.resolve(CONFIG)) || hasCheckpoints(folder);
  }

  /** Whether a folder holds checkpoints to resume from. */
  public static boolean hasCheckpoints(Path folder) {
    return Files.exists(folder.resolve(CHECKPOINTS));
  }

  /** The checkpoints of a run in a folder. */
  public static Checkpoints checkpoints(Path folder) {
    return new Checkpoints(folder.resolve(CHECKPOINTS));
  }

  /**
   * Writes a model.
   *
   * @param evaluation the content of evaluation.json
   */
  public static void write(
      Path folder,
      ModelConfig config,
      Map<String, HostTensor> tensors,
      RunFiles.RunLog log,
      Object evaluation)
      throws IOException {
    DurableFiles.write(folder.resolve(TENSORS), SafeTensors.write(tensors));
    write(folder.resolve(TOKENIZER), config.tokenizer().file().json());
    RunFiles.write(folder, log, evaluation);
    // Last, since a folder with a config counts as complete.
    write(folder.resolve(CONFIG), config.toJson());
  }

  private static void write(Path file, String text) throws IOException {
    DurableFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Copies a model to another folder, without its checkpoints. */
  public static void copy(Path from, Path to) throws IOException {
    copy(from.resolve(TENSORS), to.resolve(TENSORS), true);
    copy(from.resolve(TOKENIZER), to.resolve(TOKENIZER), true);
    for (String file : RunFiles.NAMES) {
      copy(from.resolve(file), to.resolve(file), false);
    }
    copy(from.resolve(CONFIG), to.resolve(CONFIG), true);
  }

  private static void copy(Path from, Path to, boolean required) throws IOException {
    if (required || Files.exists(from)) {
      DurableFiles.write(to, Files.readAllBytes(from));
    }
  }

  /** Reads the configuration of a model, without its tensors. */
  public static ModelConfig config(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(CONFIG))) {
      throw new IllegalArgumentException(
          folder
              + (hasCheckpoints(folder)
                  ? " holds a run that has not ended; train --resume goes on with it"
                  : " holds no model: there is no config.json in it"));
    }
    try {
      return ModelConfig.parse(text(folder.resolve(CONFIG)), text(folder.resolve(TOKENIZER)));
    } catch (CorruptFileException e) {
      throw cannotBeOpened(folder, e);
    }
  }

  private static CorruptFileException cannotBeOpened(Path folder, CorruptFileException e) {
    return new CorruptFileException(folder + " cannot be opened: " + e.getMessage());
  }

  /** A loaded model; close the network when done. */
  public record Loaded(ModelConfig config, Network network) {}

  /** Reads a model, ready to compute on a device. */
  public static Loaded read(Path folder, Device device) throws IOException {
    ModelConfig config = config(folder);
    try {
      return new Loaded(config, network(config, tensors(folder), device));
    } catch (CorruptFileException e) {
      throw cannotBeOpened(folder, e);
    }
  }

  private static Map<String, HostTensor> tensors(Path folder) throws IOException {
    try {
      return SafeTensors.read(Files.readAllBytes(folder.resolve(TENSORS)));
    } catch (CorruptFileException e) {
      throw new CorruptFileException(TENSORS + ": " + e.getMessage());
    }
  }

  /** Builds the network; config and tensors must match exactly. */
  private static Network network(
      ModelConfig config, Map<String, HostTensor> tensors, Device device) {
    device.require();
    Network network =
        Libtorch.scoped(
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

  private static String text(Path file) throws IOException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new CorruptFileException(file.getFileName() + " is not UTF-8 text");
    }
  }
}
