package io.incrt.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.familiarity.Familiarity;
import io.incrt.data.json.Json;
import io.incrt.data.ngrams.Floor;
import io.incrt.data.ngrams.LinearModel;
import io.incrt.data.ngrams.NgramFeatures;
import io.incrt.data.ngrams.NgramShape;
import io.incrt.data.records.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What stands beside a network: the linear model on n-grams that it is mixed with, and the measure
 * of what is like the training records. Their numbers are in config.json, their tables in a file of
 * their own.
 *
 * @param floor the linear model
 * @param familiarity the measure
 */
public record Companions(Optional<Floor> floor, Optional<Familiarity> familiarity) {

  /** A network alone. */
  public static final Companions NONE = new Companions(Optional.empty(), Optional.empty());

  private static final String FLOOR = "floor";
  private static final String FAMILIARITY = "familiarity";
  private static final String KEYS = "floor.keys";
  private static final String RARITY = "floor.rarity";
  private static final String WEIGHTS = "floor.weights";
  private static final String BIAS = "floor.bias";

  /** A key's bits in each of its floats, which hold that many exactly. */
  private static final int PIECE = 16;

  private static final int PIECES = 64 / PIECE;

  /** No weight that was fitted comes near it; what is added up of many is still a number. */
  private static final float LARGEST = 1e12f;

  /** Whether there is nothing to store. */
  public boolean isEmpty() {
    return floor.isEmpty() && familiarity.isEmpty();
  }

  /** Adds their numbers to config.json. */
  public void describe(ObjectNode config) {
    floor.ifPresent(
        linear -> {
          ObjectNode node = config.putObject(FLOOR);
          node.set("shape", Json.tree(linear.features().shape()));
          node.put("cost", linear.cost());
          node.put("scale", linear.scale());
        });
    familiarity.ifPresent(
        measure -> {
          ObjectNode node = config.putObject(FAMILIARITY);
          node.put("kind", measure.kind().name());
          node.set("numbers", Json.tree(measure.numbers()));
        });
  }

  /** Their tables. */
  public Map<String, HostTensor> tables() {
    Map<String, HostTensor> tables = new LinkedHashMap<>();
    floor.ifPresent(
        linear -> {
          long rows = linear.features().size();
          long classes = linear.model().classes();
          tables.put(KEYS, new HostTensor(new long[] {rows, PIECES}, pieces(linear)));
          tables.put(RARITY, flat(linear.features().rarity()));
          tables.put(WEIGHTS, new HostTensor(new long[] {rows, classes}, linear.model().weights()));
          tables.put(BIAS, flat(linear.model().bias()));
        });
    familiarity.ifPresent(
        measure ->
            measure
                .tables()
                .forEach((name, values) -> tables.put(FAMILIARITY + "." + name, flat(values))));
    return tables;
  }

  private static HostTensor flat(float... values) {
    return new HostTensor(new long[] {values.length}, values);
  }

  private static float[] pieces(Floor floor) {
    long[] keys = floor.features().keys();
    float[] pieces = new float[keys.length * PIECES];
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = (keys[i / PIECES] >>> (PIECE * (i % PIECES))) & ((1L << PIECE) - 1);
    }
    return pieces;
  }

  /**
   * Restores them.
   *
   * @param config the text of config.json
   * @param tables the bytes of their file; null if there is none
   */
  public static Companions read(String config, byte[] tables) {
    try {
      JsonNode json = Json.mapper().readTree(config);
      if (!json.has(FLOOR) && !json.has(FAMILIARITY)) {
        return NONE;
      }
      if (tables == null) {
        throw new CorruptFileException(FolderFiles.COMPANIONS + " is missing");
      }
      Map<String, HostTensor> stored = SafeTensors.read(tables);
      return new Companions(
          json.has(FLOOR) ? Optional.of(floor(json.get(FLOOR), stored)) : Optional.empty(),
          json.has(FAMILIARITY)
              ? Optional.of(familiarity(json.get(FAMILIARITY), stored))
              : Optional.empty());
    } catch (JsonProcessingException e) {
      throw new CorruptFileException("config.json: " + Json.problem(e));
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          FolderFiles.COMPANIONS + " does not fit config.json: " + e.getMessage());
    }
  }

  /**
   * Refuses a linear model for other classes, or none where the network is mixed with one.
   *
   * @param labels how many there are
   */
  public Companions requireFit(Architecture architecture, int labels) {
    boolean mixed = architecture.has(Architecture.FLOOR);
    if (mixed && floor.isEmpty()) {
      throw new CorruptFileException(
          "config.json contradicts itself: its architecture is mixed with a linear model, of which"
              + " it says nothing");
    }
    floor.ifPresent(
        linear -> {
          if (linear.model().classes() != labels) {
            throw new CorruptFileException(
                FolderFiles.COMPANIONS
                    + " has a linear model for "
                    + linear.model().classes()
                    + " classes, but there are "
                    + labels
                    + " labels");
          }
        });
    return this;
  }

  private static Floor floor(JsonNode node, Map<String, HostTensor> tables)
      throws JsonProcessingException {
    if (!node.hasNonNull("shape")) {
      throw new CorruptFileException("config.json does not say which n-grams the floor has");
    }
    JsonNode stored = node.get("shape");
    if (stored instanceof ObjectNode older && !older.has("length")) {
      // Of a version that knew no lengths; where places count there is then no telling them.
      older.put("length", 0);
    }
    NgramShape shape = Json.mapper().treeToValue(stored, NgramShape.class);
    float[] pieces = values(tables, KEYS);
    long[] keys = new long[pieces.length / PIECES];
    for (int i = 0; i < keys.length * PIECES; i++) {
      float piece = pieces[i];
      if (!(piece >= 0 && piece < 1 << PIECE) || piece != Math.rint(piece)) {
        throw new CorruptFileException("the key of n-gram " + i / PIECES + " is damaged");
      }
      keys[i / PIECES] |= (long) piece << (PIECE * (i % PIECES));
    }
    return new Floor(
        NgramFeatures.restore(shape, keys, values(tables, RARITY)),
        LinearModel.restore(weights(tables, WEIGHTS), weights(tables, BIAS)),
        node.path("cost").asDouble(),
        node.path("scale").asDouble());
  }

  private static Familiarity familiarity(JsonNode node, Map<String, HostTensor> tables)
      throws JsonProcessingException {
    String kind = node.path("kind").asText();
    if (Stream.of(Kind.values()).noneMatch(one -> one.name().equals(kind))
        || !node.hasNonNull("numbers")) {
      throw new CorruptFileException(
          "config.json gives no numbers of the familiarity, or a kind that there is not: " + kind);
    }
    Map<String, Double> numbers =
        Json.mapper().treeToValue(node.get("numbers"), new TypeReference<>() {});
    Map<String, float[]> own = new LinkedHashMap<>();
    tables.forEach(
        (name, table) -> {
          if (name.startsWith(FAMILIARITY + ".")) {
            own.put(name.substring(FAMILIARITY.length() + 1), table.values());
          }
        });
    return Familiarity.restore(Kind.valueOf(kind), numbers, own);
  }

  private static float[] values(Map<String, HostTensor> tables, String name) {
    HostTensor table = tables.get(name);
    if (table == null) {
      throw new CorruptFileException("the table " + name + " is missing");
    }
    return table.values();
  }

  private static float[] weights(Map<String, HostTensor> tables, String name) {
    float[] values = values(tables, name);
    for (float value : values) {
      if (!(Math.abs(value) <= LARGEST)) {
        throw new CorruptFileException(
            "the table " + name + " holds " + value + ", which is no weight of a fitted model");
      }
    }
    return values;
  }
}
