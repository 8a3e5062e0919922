package io.incrt.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.model.Architecture;
import io.incrt.model.BlockType;
import io.incrt.model.Shape;
import io.incrt.model.part.LetterPath;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.objective.ObjectiveType;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The content of config.json and tokenizer.json.
 *
 * @param shape the sizes that do not grow
 * @param architecture what it grew into
 * @param objective what it was trained for, with the labels in the order of the outputs
 * @param tokenizer turns sequences into tokens
 * @param settings what it was trained with
 * @param provenance where it comes from
 */
public record ModelConfig(
    Shape shape,
    Architecture architecture,
    Objective objective,
    Tokenizer tokenizer,
    RunSettings settings,
    Provenance provenance) {

  /** The format of model folders this program writes. */
  static final int FORMAT = 3;

  /** An older format that it reads: the same without a manifest. */
  static final int WITHOUT_MANIFEST = 2;

  /**
   * Where a model comes from.
   *
   * @param sha256OfDataAndSettings of the records and the settings together
   * @param dataSha256 of the records
   * @param version the program's
   * @param startedAt when training began
   * @param finishedAt when it ended; null if it was stopped or goes on
   * @param seed the random seed of the run
   * @param step the step the best model is of
   * @param validationScore its score
   * @param command the command that reproduces it; null if unknown
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

    /** Whether the run came to its end, so that nothing better can follow. */
    public boolean hasFinished() {
      return finishedAt != null;
    }

    /** For a model made by an experiment, which documents itself how. */
    public static Provenance unknown(long seed, long step, double validationScore) {
      return new Provenance("", "", "", "", "", seed, step, validationScore, null);
    }
  }

  /** The version of this program, for {@link Provenance}. */
  public static String version() {
    String version = ModelConfig.class.getPackage().getImplementationVersion();
    return version == null ? "not packaged" : version;
  }

  /** The classes, in the order of the outputs. */
  public List<String> labels() {
    return objective.labels();
  }

  /** The text of config.json. */
  String toJson(Companions companions) {
    ObjectNode config = Json.object();
    config.put("format", FORMAT);
    config.set("shape", Json.tree(shape));
    config.set("architecture", Json.tree(architecture));
    config.put("objective", objective.type());
    config.set("labels", Json.tree(labels()));
    config.set("tokenizer", Tokenizers.describe(tokenizer));
    companions.describe(config);
    config.set("settings", Json.tree(settings));
    config.set("provenance", Json.tree(provenance));
    return Json.pretty(config);
  }

  /** Parses the text of the two files and refuses inconsistent ones. */
  public static ModelConfig parse(String config, String tokenizer) {
    try {
      JsonNode json = Json.mapper().readTree(config);
      if (!json.path("format").isInt()) {
        throw new CorruptFileException("config.json is not that of a model: it names no format");
      }
      int format = json.path("format").asInt();
      if (format != FORMAT && format != WITHOUT_MANIFEST) {
        throw new CorruptFileException(
            "config.json has format "
                + format
                + ", but this program reads the formats "
                + WITHOUT_MANIFEST
                + " and "
                + FORMAT
                + "; a model of another version has to be trained anew");
      }
      Settings.complete(json.path("settings"));
      complete(json.path("shape"));
      return new ModelConfig(
              required(json, "shape", Shape.class),
              required(json, "architecture", Architecture.class),
              objective(json),
              tokenizer(json.path("tokenizer"), tokenizer),
              required(json, "settings", RunSettings.class),
              required(json, "provenance", Provenance.class))
          .requireWhole();
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("config.json: " + Json.problem(e));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new CorruptFileException("config.json does not describe a model: " + e.getMessage());
    }
  }

  /** Adds what shapes of earlier versions lack. */
  private static void complete(JsonNode shape) {
    if (shape instanceof ObjectNode sizes && !sizes.has("pooling")) {
      sizes.put("pooling", 1);
      sizes.put("bothEnds", false);
      sizes.set("embedded", sizes.path("vocabulary"));
    }
    if (shape instanceof ObjectNode sizes && !sizes.has("readout")) {
      sizes.put("readout", NetworkSettings.Readout.ALL.name());
    }
  }

  /** Whether the text of config.json is that of a folder that has no manifest. */
  static boolean needsNoManifest(String config) {
    try {
      JsonNode json = Json.mapper().readTree(config);
      return json != null && json.path("format").asInt() <= WITHOUT_MANIFEST;
    } catch (JsonProcessingException e) {
      return true;
    }
  }

  private static <T> T required(JsonNode json, String name, Class<T> type)
      throws JsonProcessingException {
    if (!json.hasNonNull(name)) {
      throw new CorruptFileException("config.json says nothing of " + name);
    }
    return Json.mapper().treeToValue(json.get(name), type);
  }

  /** Models of older versions name no objective: they are all classifiers. */
  private static Objective objective(JsonNode json) throws JsonProcessingException {
    String type = json.path("objective").asText(Classification.Type.NAME);
    return ObjectiveType.named(type).of(List.of(required(json, "labels", String[].class)));
  }

  private static Tokenizer tokenizer(JsonNode described, String file) {
    try {
      return Tokenizers.read(described, file);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(e.getMessage());
    }
  }

  private ModelConfig requireWhole() {
    Set<String> names = new HashSet<>(labels());
    require(
        objective.outputs() == shape.classes() && names.size() == labels().size(),
        "labels",
        "classes");
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
    architecture.blocks().forEach(BlockType::of);
    boolean reads = architecture.has(LetterPath.Type.NAME);
    require(!reads || tokenizer.spelled("").isPresent(), "letters of words", "tokenizer");
    return this;
  }

  private static void require(boolean fits, String what, String with) {
    if (!fits) {
      throw new CorruptFileException(
          "config.json contradicts itself: its " + what + " do not fit its " + with);
    }
  }
}
