package io.incrt.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.TextTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.TokenizerFile;
import io.incrt.model.Architecture;
import io.incrt.model.Shape;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * What config.json and tokenizer.json say of a model.
 *
 * @param shape the sizes that do not grow
 * @param architecture what it grew into
 * @param labels the classes, in the order of the probabilities
 * @param tokenizer turns sequences into tokens
 * @param settings what it was trained with
 * @param provenance where it comes from
 */
public record ModelConfig(
    Shape shape,
    Architecture architecture,
    List<String> labels,
    Tokenizer tokenizer,
    RunSettings settings,
    Provenance provenance) {

  /** The format of model folders this program writes and reads. */
  static final int FORMAT = 2;

  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(100).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * Where a model comes from.
   *
   * @param sha256OfDataAndSettings of the records and the settings together
   * @param dataSha256 of the records
   * @param version the program's
   * @param startedAt when training began
   * @param finishedAt when it ended
   * @param seed what everything random was drawn from
   * @param step the step the best model is of
   * @param validationScore its score
   * @param command how to make it again; null where it is not known
   */
  public record Provenance(
      String sha256OfDataAndSettings,
      String dataSha256,
      String version,
      String startedAt,
      String finishedAt,
      long seed,
      long step,
      double validationScore,
      String command) {

    /** Of a model made by an experiment, which keeps its own account of how. */
    public static Provenance unknown(long seed, long step, double validationScore) {
      return new Provenance("", "", "", "", "", seed, step, validationScore, null);
    }
  }

  /** The text of config.json. */
  String toJson() {
    ObjectNode config = JSON.createObjectNode();
    config.put("format", FORMAT);
    config.set("shape", JSON.valueToTree(shape));
    config.set("architecture", JSON.valueToTree(architecture));
    config.set("labels", JSON.valueToTree(labels));
    ObjectNode cut = config.putObject("tokenizer");
    if (tokenizer instanceof KmerTokenizer kmers) {
      cut.put("type", "kmer").put("k", kmers.k()).put("stride", kmers.stride());
    } else {
      cut.put("type", "text");
    }
    config.set("settings", JSON.valueToTree(settings));
    config.set("provenance", JSON.valueToTree(provenance));
    try {
      return JSON.writeValueAsString(config);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  /** Reads the two files' texts back; whatever does not fit together is refused. */
  public static ModelConfig parse(String config, String tokenizer) {
    try {
      JsonNode json = JSON.readTree(config);
      if (!json.path("format").isInt()) {
        throw new CorruptFileException("config.json is not that of a model: it names no format");
      }
      if (json.path("format").asInt() != FORMAT) {
        throw new CorruptFileException(
            "config.json has format "
                + json.path("format").asText()
                + ", but this program reads format "
                + FORMAT
                + "; a model of another version has to be trained anew");
      }
      Settings.complete(json.path("settings"));
      return new ModelConfig(
              required(json, "shape", Shape.class),
              required(json, "architecture", Architecture.class),
              List.of(required(json, "labels", String[].class)),
              tokenizer(json.path("tokenizer"), tokenizer),
              required(json, "settings", RunSettings.class),
              required(json, "provenance", Provenance.class))
          .requireWhole();
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("config.json: " + oneLine(e.getOriginalMessage()));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new CorruptFileException("config.json does not describe a model: " + e.getMessage());
    }
  }

  private static String oneLine(String message) {
    return message == null ? "unreadable" : message.replaceAll("\\R+", " ");
  }

  private static <T> T required(JsonNode json, String name, Class<T> type)
      throws JsonProcessingException {
    if (!json.hasNonNull(name)) {
      throw new CorruptFileException("config.json says nothing of " + name);
    }
    return JSON.treeToValue(json.get(name), type);
  }

  private static Tokenizer tokenizer(JsonNode cut, String text) {
    TokenizerFile file;
    try {
      file = TokenizerFile.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException("tokenizer.json cannot be used: " + e.getMessage());
    }
    switch (cut.path("type").asText()) {
      case "kmer" -> {
        TreeMap<Integer, String> byNumber = new TreeMap<>();
        file.vocabulary().forEach((token, number) -> byNumber.put(number, token));
        List<String> windows =
            new ArrayList<>(byNumber.values()).subList(Tokenizer.FIRST, file.size());
        return KmerTokenizer.of(cut.path("k").asInt(), cut.path("stride").asInt(), windows);
      }
      case "text" -> {
        return TextTokenizer.of(file);
      }
      default ->
          throw new CorruptFileException(
              "config.json must say the tokenizer is of type kmer or text");
    }
  }

  private ModelConfig requireWhole() {
    Set<String> names = new HashSet<>(labels);
    require(labels.size() == shape.classes() && names.size() == labels.size(), "labels", "classes");
    require(tokenizer.size() == shape.vocabulary(), "tokenizer", "shape's vocabulary");
    Set<Integer> layers = new HashSet<>();
    Set<Integer> heads = new HashSet<>();
    for (Architecture.Layer layer : architecture.layers()) {
      require(layers.add(layer.id()) && !layer.heads().isEmpty(), "layers", "architecture");
      for (Architecture.HeadShape head : layer.heads()) {
        boolean positive = head.blocks().stream().allMatch(block -> block > 0);
        require(
            heads.add(head.id()) && positive && head.dimensions() <= shape.keyDimensions(),
            "heads",
            "shape's keyDimensions");
      }
    }
    require(!layers.isEmpty(), "layers", "architecture");
    return this;
  }

  private static void require(boolean fits, String what, String with) {
    if (!fits) {
      throw new CorruptFileException(
          "config.json contradicts itself: its " + what + " do not fit its " + with);
    }
  }
}
