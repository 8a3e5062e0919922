package io.incrt.store;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.incrt.Evaluation;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.DurableFiles;
import io.incrt.data.corpus.Corpus;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.HostTensor;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.TrainingRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The folder a trained model lives in: config.json, model.safetensors, tokenizer.json and logs. */
public final class ModelFolder {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final ObjectMapper LINES = new ObjectMapper();

  private ModelFolder() {}

  /** The sizes a corpus and settings give. */
  public static Shape shape(Corpus corpus, RunSettings settings) {
    RunSettings.NetworkSettings network = settings.network();
    int longest =
        corpus.train().stream()
            .mapToInt(sequence -> corpus.tokenizer().encode(sequence.sequence()).length)
            .max()
            .orElse(1);
    int length = Math.max(1, Math.min(network.maxLength(), longest));
    return new Shape(
        corpus.tokenizer().size(),
        length,
        corpus.labels().size(),
        network.width(),
        network.keyDimensions(),
        network.allDimensions(),
        network.printedValueVariance() ? length : 1);
  }

  /** How the best model does; {@code test} is null where there are no test records. */
  public record Judged(Evaluation valid, Evaluation test) {}

  /** What a folder keeps of the run. */
  public record Logs(
      List<Map<String, Object>> growth,
      List<Map<String, Object>> metrics,
      List<Map<String, Object>> history,
      Map<String, Object> certificate,
      Judged evaluation) {

    /** Of a model that was not grown in a run. */
    public static final Logs NONE =
        new Logs(List.of(), List.of(), List.of(), Map.of("settled", false), new Judged(null, null));
  }

  public static void write(
      Path folder, ModelConfig config, Map<String, HostTensor> tensors, Logs logs)
      throws IOException {
    DurableFiles.write(folder.resolve("model.safetensors"), SafeTensors.write(tensors));
    DurableFiles.write(
        folder.resolve("tokenizer.json"),
        config.tokenizer().file().json().getBytes(StandardCharsets.UTF_8));
    DurableFiles.write(folder.resolve("growth.jsonl"), lines(logs.growth));
    DurableFiles.write(folder.resolve("metrics.jsonl"), lines(logs.metrics));
    DurableFiles.write(folder.resolve("history.jsonl"), lines(logs.history));
    DurableFiles.write(folder.resolve("evaluation.json"), JSON.writeValueAsBytes(logs.evaluation));
    DurableFiles.write(
        folder.resolve("certificate.json"), JSON.writeValueAsBytes(logs.certificate));
    // Last, since a folder with a config is one that can be opened.
    DurableFiles.write(
        folder.resolve("config.json"), config.toJson().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] lines(List<Map<String, Object>> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> line : lines) {
      text.append(LINES.writeValueAsString(line)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A model read back; close the network when done. */
  public record Loaded(ModelConfig config, Network network) {}

  public static Loaded read(Path folder, Device device) throws IOException {
    if (!Files.exists(folder.resolve("config.json"))) {
      throw new IllegalArgumentException(
          folder
              + (TrainingRun.hasCheckpoints(folder)
                  ? " holds a run that has not ended; train --resume goes on with it"
                  : " holds no model: there is no config.json in it"));
    }
    try {
      ModelConfig config =
          ModelConfig.parse(
              text(folder.resolve("config.json")), text(folder.resolve("tokenizer.json")));
      return new Loaded(config, network(config, tensors(folder), device));
    } catch (CorruptFileException e) {
      throw new CorruptFileException(folder + " cannot be opened: " + e.getMessage());
    }
  }

  private static Map<String, HostTensor> tensors(Path folder) throws IOException {
    try {
      return SafeTensors.read(Files.readAllBytes(folder.resolve("model.safetensors")));
    } catch (CorruptFileException e) {
      throw new CorruptFileException("model.safetensors: " + e.getMessage());
    }
  }

  /** The network of a config and tensors that fit each other exactly. */
  static Network network(ModelConfig config, Map<String, HostTensor> tensors, Device device) {
    device.require();
    Network network =
        Libtorch.scoped(
            () ->
                new Network(
                    config.shape(),
                    new Compute(device, TrainingSettings.Precision.FLOAT32),
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
