package io.incrt.folder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.familiarity.Familiarity;
import io.incrt.data.json.Json;
import io.incrt.data.ngrams.FloorLearner;
import io.incrt.data.ngrams.FloorSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What stands beside a network survives its files, and hostile ones are refused in words. */
class CompanionsTest {

  private static Companions companions;
  private static String config;

  @BeforeAll
  static void learn() {
    Random random = new Random(5);
    List<LabelledSequence> records = new ArrayList<>();
    int[] labels = new int[30];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i % 2;
      StringBuilder bases = new StringBuilder(i % 2 == 0 ? "GGCCGG" : "TATAAT");
      random.ints(10, 0, 4).forEach(base -> bases.append("ACGT".charAt(base)));
      records.add(new LabelledSequence("" + i, bases.toString(), "xy".substring(i % 2, i % 2 + 1)));
    }
    companions =
        new Companions(
            Optional.of(
                FloorLearner.learn(Kind.DNA, records, labels, 2, FloorSettings.usual(1)).floor()),
            Optional.of(Familiarity.learn(Kind.DNA, records, List.of(), 1)));
    ObjectNode json = Json.object();
    companions.describe(json);
    config = json.toString();
  }

  private static void assertRefused(String config, Map<String, HostTensor> tables, String why) {
    byte[] bytes = tables == null ? null : SafeTensors.write(tables);
    String message =
        assertThrows(CorruptFileException.class, () -> Companions.read(config, bytes)).getMessage();
    assertTrue(message.contains(why), message);
  }

  private static Map<String, HostTensor> with(String name, int at, float value) {
    Map<String, HostTensor> tables = new LinkedHashMap<>(companions.tables());
    HostTensor table = tables.get(name);
    float[] values = table.values().clone();
    values[at] = value;
    tables.put(name, new HostTensor(table.shape(), values));
    return tables;
  }

  @Test
  void theyAreReadAsTheyWereWritten() {
    Companions read = Companions.read(config, SafeTensors.write(companions.tables()));
    assertArrayEquals(
        companions.floor().orElseThrow().scores("GGCCGGA"),
        read.floor().orElseThrow().scores("GGCCGGA"));
    assertEquals(companions.familiarity(), read.familiarity());
    assertEquals(Companions.NONE, Companions.read("{}", null));
  }

  @Test
  void olderOnesThatKnewNoLengthAreReadUnlessPlacesCount() {
    String older = config.replaceAll("\"length\":\\d+,", "");
    assertTrue(older.length() < config.length());
    String unplaced = older.replaceAll("\"placed\":\\d+", "\"placed\":0");
    assertTrue(
        Companions.read(unplaced, SafeTensors.write(companions.tables())).floor().isPresent());
    assertRefused(
        older.replaceAll("\"placed\":\\d+", "\"placed\":2"),
        companions.tables(),
        "places count where all records have one length");
    assertRefused(
        config.replace("\"kind\":\"DNA\",\"words\"", "\"words\""),
        companions.tables(),
        "none is named");
  }

  @Test
  void whatIsNoNumberOfAFittedModelIsRefused() {
    assertRefused(config, null, "companions.safetensors is missing");
    assertRefused(config, with("floor.keys", 3, 0.5f), "the key of n-gram 0 is damaged");
    assertRefused(config, with("floor.keys", 3, 65535), "impossible key");
    assertRefused(config, with("floor.rarity", 1, 0), "n-gram 1 has the rarity 0.0");
    assertRefused(config, with("floor.weights", 1, 3.4e38f), "no weight of a fitted model");
    assertRefused(config, with("floor.bias", 0, Float.NaN), "the table floor.bias holds NaN");
    assertRefused(config, with("familiarity.letters", 0, 77), "is no alphabet of DNA");
    Map<String, HostTensor> fewer = new LinkedHashMap<>(companions.tables());
    fewer.remove("floor.rarity");
    assertRefused(config, fewer, "the table floor.rarity is missing");
  }

  @Test
  void aConfigThatSaysSomethingElseIsRefusedInWords() {
    Map<String, HostTensor> tables = companions.tables();
    assertRefused("{\"floor\":{}}", tables, "does not say which n-grams");
    assertRefused("{\"floor\":null}", tables, "does not say which n-grams");
    assertRefused(
        config.replace("\"longest\":", "\"longest\":9"), tables, "n-grams have 0 to 16 words");
    assertRefused(
        config.replace("\"shortest\":1,", "\"shortest\":\"one\","),
        tables,
        "config.json: 'shortest' is one where a number was expected");
    assertRefused(
        config.replace("\"scale\":", "\"scale\":1e99,\"x\":"), tables, "the scale must be");
    assertRefused(config.replace("\"noticed\"", "\"n\""), tables, "not nothing");
    assertRefused("{\"familiarity\":{\"kind\":\"XNA\"}}", tables, "a kind that there is not: XNA");
  }
}
