package io.incrt.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.Corpus;
import io.incrt.data.KmerTokenizer;
import io.incrt.data.Tokenizer;
import io.incrt.data.WordTokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The folder a trained model lives in: config.json, model.safetensors, tokenizer.json and logs. */
final class ModelFolder {

  private static final int FORMAT = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final ObjectMapper LINES = new ObjectMapper();

  private ModelFolder() {}

  /** What config.json and tokenizer.json say. */
  record Content(
      Shape shape,
      Architecture architecture,
      List<String> labels,
      Tokenizer tokenizer,
      RunSettings settings,
      String dataAndSettings,
      long step,
      double validationScore,
      Made made) {}

  /** Of what data a model was made, by which version of this program, and when. */
  record Made(String dataSha256, String version, String startedAt, String finishedAt) {}

  /** The sizes a corpus and settings give. */
  static Shape shape(Corpus corpus, RunSettings settings) {
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

  static void write(
      Path folder,
      Content content,
      Map<String, HostTensor> tensors,
      List<Map<String, Object>> growth,
      List<Map<String, Object>> metrics,
      Map<String, Object> certificate)
      throws IOException {
    ObjectNode config = JSON.createObjectNode();
    config.put("format", FORMAT);
    config.set("shape", JSON.valueToTree(content.shape));
    config.set("architecture", JSON.valueToTree(content.architecture));
    config.set("labels", JSON.valueToTree(content.labels));
    config.set("settings", JSON.valueToTree(content.settings));
    ObjectNode provenance = config.putObject("provenance");
    provenance.put("sha256OfDataAndSettings", content.dataAndSettings);
    provenance.put("dataSha256", content.made.dataSha256());
    provenance.put("version", content.made.version());
    provenance.put("startedAt", content.made.startedAt());
    provenance.put("finishedAt", content.made.finishedAt());
    provenance.put("seed", content.settings.training().seed());
    provenance.put("step", content.step);
    provenance.put("validationScore", content.validationScore);
    DurableFiles.write(folder.resolve("model.safetensors"), SafeTensors.write(tensors));
    DurableFiles.write(
        folder.resolve("tokenizer.json"), JSON.writeValueAsBytes(tokenizer(content.tokenizer)));
    DurableFiles.write(folder.resolve("growth.jsonl"), lines(growth));
    DurableFiles.write(folder.resolve("metrics.jsonl"), lines(metrics));
    DurableFiles.write(folder.resolve("certificate.json"), JSON.writeValueAsBytes(certificate));
    // Last, since a folder with a config is one that can be opened.
    DurableFiles.write(folder.resolve("config.json"), JSON.writeValueAsBytes(config));
  }

  private static byte[] lines(List<Map<String, Object>> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> line : lines) {
      text.append(LINES.writeValueAsString(line)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static ObjectNode tokenizer(Tokenizer tokenizer) {
    ObjectNode json = JSON.createObjectNode();
    if (tokenizer instanceof KmerTokenizer kmers) {
      json.put("type", "kmer");
      json.put("k", kmers.k());
      json.put("stride", kmers.stride());
    } else {
      json.put("type", "word");
    }
    json.set("vocabulary", JSON.valueToTree(tokenizer.vocabulary()));
    return json;
  }

  /** A model read back; close the network when done. */
  record Loaded(Content content, Network network) {}

  static Loaded read(Path folder) throws IOException {
    if (!Files.exists(folder.resolve("config.json"))) {
      throw new IllegalArgumentException(folder + " holds no model: there is no config.json in it");
    }
    JsonNode config = JSON.readTree(Files.readAllBytes(folder.resolve("config.json")));
    if (config.path("format").asInt() != FORMAT) {
      throw new CorruptFileException(
          folder.resolve("config.json")
              + " has format "
              + config.path("format").asText("none")
              + ", but this program reads format "
              + FORMAT);
    }
    Content content =
        new Content(
            JSON.treeToValue(config.get("shape"), Shape.class),
            JSON.treeToValue(config.get("architecture"), Architecture.class),
            List.of(JSON.treeToValue(config.get("labels"), String[].class)),
            readTokenizer(folder.resolve("tokenizer.json")),
            JSON.treeToValue(config.get("settings"), RunSettings.class),
            config.path("provenance").path("sha256OfDataAndSettings").asText(),
            config.path("provenance").path("step").asLong(),
            config.path("provenance").path("validationScore").asDouble(),
            made(config.path("provenance")));
    Map<String, HostTensor> tensors =
        SafeTensors.read(Files.readAllBytes(folder.resolve("model.safetensors")));
    Libtorch.load();
    Network network =
        Libtorch.scoped(
            () ->
                new Network(content.shape, content.architecture, ParameterSource.stored(tensors)));
    return new Loaded(content, network);
  }

  private static Made made(JsonNode provenance) {
    return new Made(
        provenance.path("dataSha256").asText(),
        provenance.path("version").asText(),
        provenance.path("startedAt").asText(),
        provenance.path("finishedAt").asText());
  }

  private static Tokenizer readTokenizer(Path file) throws IOException {
    JsonNode json = JSON.readTree(Files.readAllBytes(file));
    List<String> vocabulary = new ArrayList<>();
    json.path("vocabulary").forEach(word -> vocabulary.add(word.asText()));
    return json.path("type").asText().equals("kmer")
        ? KmerTokenizer.of(json.path("k").asInt(), json.path("stride").asInt(), vocabulary)
        : WordTokenizer.of(vocabulary);
  }
}
