package io.incrt.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.folder.Architecture;
import io.incrt.folder.Companions;
import io.incrt.folder.ConfigFile;
import io.incrt.folder.Shape;
import io.incrt.model.BlockType;
import io.incrt.objective.Objective;
import io.incrt.objective.ObjectiveType;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import java.util.List;

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
    config.put("format", ConfigFile.FORMAT);
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
    ConfigFile file = ConfigFile.parse(config);
    try {
      Settings.complete(file.json().path("settings"));
      return new ModelConfig(
              file.shape(),
              file.architecture(),
              ObjectiveType.named(file.objective()).of(file.labels()),
              tokenizer(file.json().path("tokenizer"), tokenizer),
              file.section("settings", RunSettings.class),
              file.section("provenance", Provenance.class))
          .requireWhole();
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("config.json: " + Json.problem(e));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new CorruptFileException("config.json does not describe a model: " + e.getMessage());
    }
  }

  private static Tokenizer tokenizer(JsonNode described, String file) {
    try {
      return Tokenizers.read(described, file);
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(e.getMessage());
    }
  }

  private ModelConfig requireWhole() {
    ConfigFile.require(objective.outputs() == shape.classes(), "labels", "classes");
    ConfigFile.require(tokenizer.size() == shape.vocabulary(), "tokenizer", "shape's vocabulary");
    architecture.blocks().forEach(BlockType::of);
    boolean reads = architecture.has(Architecture.LETTERS);
    ConfigFile.require(
        !reads || tokenizer.spelled("").isPresent(), "letters of words", "tokenizer");
    return this;
  }
}
