package io.incrt.lite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.data.json.Json;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.folder.HostTensor;
import io.incrt.folder.Manifest;
import io.incrt.folder.SafeTensors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model in plain Java says what it said when it was trained; damaged ones are refused. */
class LiteModelTest {

  private static final Path GOLDEN =
      Path.of("..", "incrt-network", "src", "test", "resources", "golden");
  private static final double TOLERANCE = 1e-5;
  private static final Pattern NUMBER = Pattern.compile("(?<=[\\[ ])-?[0-9][0-9.E-]*(?=[,\\]\\s])");

  @TempDir private Path directory;
  private Path folder;

  @BeforeEach
  void copyAModel() throws IOException {
    folder = Files.createDirectory(directory.resolve("model"));
    try (Stream<Path> files = Files.list(GOLDEN.resolve("format-3/text"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  /** Writes a manifest that fits, as an attacker could. */
  private void seal() throws IOException {
    List<Manifest.Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> !one.endsWith(Manifest.NAME)).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        String name = file.getFileName().toString();
        entries.add(new Manifest.Entry(name, bytes.length, Digests.sha256().add(bytes).hex()));
      }
    }
    Files.write(folder.resolve(Manifest.NAME), Manifest.of(entries).toJson());
  }

  private void change(String file, String from, String to) throws IOException {
    String text = Files.readString(folder.resolve(file));
    assertTrue(text.contains(from), text);
    Files.writeString(folder.resolve(file), text.replace(from, to));
    seal();
  }

  private void assertRefused(String message) {
    String found =
        assertThrows(CorruptFileException.class, () -> LiteModel.open(folder)).getMessage();
    assertTrue(found.startsWith(folder + " cannot be opened: "), found);
    assertTrue(found.contains(message), found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"format-2/text", "format-2/pieces", "format-2/dna", "format-3/text"})
  void aModelSaysWhatItSaid(String name) throws IOException {
    Path golden = GOLDEN.resolve(name);
    LiteModel model = LiteModel.open(golden);
    JsonNode expected = Json.mapper().readTree(Files.readString(golden.resolve("expected.json")));
    for (JsonNode one : expected) {
      LitePrediction answer = model.predict(one.get("sequence").asText());
      for (Map.Entry<String, Double> share : answer.probabilities().entrySet()) {
        double before = one.get("probabilities").get(share.getKey()).asDouble();
        assertEquals(before, share.getValue(), TOLERANCE, one.toString());
      }
    }
    assertEquals(model.labels().size(), model.predict("ACGTACGT").probabilities().size());
  }

  @Test
  void damageIsNoticed() throws IOException {
    byte[] tensors = Files.readAllBytes(folder.resolve("model.safetensors"));
    tensors[tensors.length - 1] ^= 1;
    Files.write(folder.resolve("model.safetensors"), tensors);
    assertRefused("model.safetensors is not the file that manifest.json was written for");
  }

  @Test
  void aFolderWithoutItsManifestIsRefused() throws IOException {
    Files.delete(folder.resolve(Manifest.NAME));
    assertRefused("manifest.json is missing");
  }

  @Test
  void aFolderWithoutAModelIsRefused() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    String found =
        assertThrows(IllegalArgumentException.class, () -> LiteModel.open(empty)).getMessage();
    assertEquals(empty + " holds no model: there is no config.json in it", found);
  }

  @Test
  void filesThatContradictEachOtherAreRefused() throws IOException {
    change("config.json", "\"classes\" : 2", "\"classes\" : 3");
    assertRefused("its labels do not fit its classes");
  }

  @Test
  void anObjectiveBesidesClassesIsRefused() throws IOException {
    change("config.json", "\"classification\"", "\"number\"");
    assertRefused("learned 'number', but this program predicts classes alone");
  }

  @Test
  void aPartThatIsNotKnownIsRefused() throws IOException {
    String block =
        "\"blocks\" : [ { \"type\" : \"waves\", \"id\" : 0, \"position\" : 0, \"bornAt\" : 0,"
            + " \"sizes\" : { } } ], \"layers\"";
    change("config.json", "\"layers\"", block);
    assertRefused("this program knows no part of the type 'waves'");
  }

  @Test
  void tensorsMustBeThoseOfTheArchitecture() throws IOException {
    Path file = folder.resolve("model.safetensors");
    byte[] before = Files.readAllBytes(file);
    Map<String, HostTensor> tensors = SafeTensors.read(before);
    tensors.put("extra", new HostTensor(new long[] {1}, new float[1]));
    Files.write(file, SafeTensors.write(tensors));
    seal();
    assertRefused("the tensor extra is not part of the architecture");
    tensors.remove("extra");
    HostTensor bias = tensors.remove("classifier.bias");
    Files.write(file, SafeTensors.write(tensors));
    seal();
    assertRefused("the tensor classifier.bias is missing");
    tensors.put("classifier.bias", new HostTensor(new long[] {1, 2}, bias.values()));
    Files.write(file, SafeTensors.write(tensors));
    seal();
    assertRefused("the tensor classifier.bias must be [2] but is [1, 2]");
    tensors.put("classifier.bias", new HostTensor(new long[] {2}, new float[] {Float.NaN, 0}));
    Files.write(file, SafeTensors.write(tensors));
    seal();
    assertRefused("the tensor classifier.bias holds NaN");
  }

  /** The model with the most parts, in the format without a manifest, where any byte may change. */
  private Path unsealed() throws IOException {
    Path mixed = Files.createDirectory(directory.resolve("mixed"));
    Path golden = GOLDEN.resolve("format-3-mixed/text");
    String config = Files.readString(golden.resolve("config.json"));
    Files.writeString(
        mixed.resolve("config.json"), config.replaceFirst("\"format\" : 3", "\"format\" : 2"));
    Files.copy(golden.resolve("tokenizer.json"), mixed.resolve("tokenizer.json"));
    Files.copy(golden.resolve("model.safetensors"), mixed.resolve("model.safetensors"));
    try (InputStream in =
        new GZIPInputStream(Files.newInputStream(golden.resolve("companions.safetensors.gz")))) {
      Files.copy(in, mixed.resolve("companions.safetensors"));
    }
    return mixed;
  }

  @Test
  void whateverTheConfigurationSaysIsReadOrRefusedInWords() throws IOException {
    Path mixed = unsealed();
    Path file = mixed.resolve("config.json");
    String config = Files.readString(file);
    assertEquals(2, LiteModel.open(mixed).labels().size());
    int numbers = (int) NUMBER.matcher(config).results().count();
    int end = config.indexOf("\"settings\"");
    int refused = 0;
    for (int i = 0; i < numbers; i++) {
      MatchResult number = NUMBER.matcher(config).results().skip(i).findFirst().orElseThrow();
      if (number.start() > end) {
        break;
      }
      for (String other : List.of("0", "-1", "1073741824", "null")) {
        Files.writeString(
            file, config.substring(0, number.start()) + other + config.substring(number.end()));
        try {
          LiteModel.open(mixed).predict("sun , rain");
        } catch (CorruptFileException | IllegalStateException e) {
          assertTrue(e.getMessage().length() > 10, e.toString());
          refused++;
        }
      }
    }
    assertTrue(refused > 60, "only " + refused + " were refused");
  }

  @Test
  void badRecordsAndNullAreRefusedInWords() throws IOException {
    LiteModel model = LiteModel.open(folder);
    String found = assertThrows(BadRecordException.class, () -> model.predict(" ")).getMessage();
    assertTrue(found.contains("too short to hold a token"), found);
    String none = null;
    found = assertThrows(NullPointerException.class, () -> model.predict(none)).getMessage();
    assertTrue(found.contains("a sequence to predict is null"), found);
  }

  @Test
  void aBadRecordOfAStreamEndsItUnlessTheReceiverGoesOn() throws IOException {
    LiteModel model = LiteModel.open(folder);
    byte[] lines = "a fine day\n\na dull day\n".getBytes(StandardCharsets.UTF_8);
    RecordReader reader =
        new RecordReader(ReadOptions.defaults().withFormat(ReadOptions.Format.LINES));
    assertThrows(
        BadRecordException.class,
        () -> model.predict(reader, "lines", new ByteArrayInputStream(lines), found -> {}));
    List<String> ids = new ArrayList<>();
    model.predict(
        reader,
        "lines",
        new ByteArrayInputStream(lines),
        new LiteModel.Receiver() {
          @Override
          public void accept(LitePrediction prediction) {
            ids.add(prediction.id());
          }

          @Override
          public void refused(BadRecordException bad) {
            ids.add("bad " + bad.id());
          }
        });
    assertEquals(List.of("lines:1", "bad lines:2", "lines:3"), ids);
  }

  /** Gives a line at a time, and the next only once this one is answered. */
  private static final class Questions extends InputStream {

    private static final int LINES = 3;
    private final List<Integer> answered = new ArrayList<>();
    private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);
    private int given;

    @Override
    public int read() {
      throw new UnsupportedOperationException("lines are read whole");
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
      if (line.available() == 0) {
        assertEquals(given, answered.size(), "the line before was not answered yet");
        if (given == LINES) {
          return -1;
        }
        given++;
        line = new ByteArrayInputStream("a fine day\n".getBytes(StandardCharsets.UTF_8));
      }
      return line.read(bytes, from, count);
    }
  }

  @Test
  void aRecordIsAnsweredBeforeTheNextIsWaitedFor() throws IOException {
    LiteModel model = LiteModel.open(folder);
    RecordReader reader =
        new RecordReader(ReadOptions.defaults().withFormat(ReadOptions.Format.LINES));
    try (Questions questions = new Questions()) {
      model.predict(
          reader, "questions", questions, found -> questions.answered.add(questions.given));
      assertEquals(List.of(1, 2, 3), questions.answered);
    }
  }

  @Test
  void manyThreadsGetTheSameAnswers() throws IOException {
    LiteModel model = LiteModel.open(folder);
    List<String> asked =
        IntStream.range(0, 200).mapToObj(i -> "a day number " + i + " fine".repeat(i % 7)).toList();
    List<LitePrediction> alone = asked.stream().map(model::predict).toList();
    assertEquals(alone, asked.parallelStream().map(model::predict).toList());
    String[] labels = model.labels().toArray(String[]::new);
    Arrays.sort(labels);
    assertEquals(List.of(labels), model.labels());
  }
}
