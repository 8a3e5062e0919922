package io.incrt.onnx;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.settings.RunSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A model's folder with any architecture and random numbers, written as the format says. */
final class HandmadeModel {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WIDTH = 12;
  private static final int KEY_DIMENSIONS = 8;
  private static final int LENGTH = 20;

  private HandmadeModel() {}

  /**
   * Writes a folder.
   *
   * @param layers for every layer the blocks of every head
   */
  static void write(Path folder, List<List<List<Integer>>> layers, Readout readout)
      throws IOException {
    Files.createDirectories(folder);
    List<String> words = List.of("[PAD]", "[UNK]", "a", "b", "c", "d", "e");
    Map<String, Integer> vocabulary = new LinkedHashMap<>();
    words.forEach(word -> vocabulary.put(word, vocabulary.size()));
    ObjectNode tokenizer = JSON.createObjectNode();
    tokenizer.put("version", "1.0").putNull("truncation").putNull("padding");
    tokenizer.putArray("added_tokens");
    tokenizer.putObject("normalizer").put("type", "Lowercase");
    ObjectNode split = tokenizer.putObject("pre_tokenizer").put("type", "Split");
    split.putObject("pattern").put("Regex", "[\\p{L}\\p{N}_]+|[^\\s\\p{L}\\p{N}_]");
    split.put("behavior", "Removed").put("invert", true);
    ObjectNode model = tokenizer.putObject("model").put("type", "WordLevel");
    model.set("vocab", JSON.valueToTree(vocabulary));
    model.put("unk_token", "[UNK]");
    tokenizer.putNull("post_processor").putNull("decoder");
    JSON.writeValue(folder.resolve("tokenizer.json").toFile(), tokenizer);

    Map<String, long[]> tensors = new LinkedHashMap<>();
    tensors.put("embedding", new long[] {words.size(), WIDTH});
    tensors.put("positions", new long[] {LENGTH, WIDTH});
    List<Map<String, Object>> architecture = new ArrayList<>();
    int id = 0;
    for (int l = 0; l < layers.size(); l++) {
      String layer = "layer." + l;
      tensors.put(layer + ".norm.gain", new long[] {WIDTH});
      tensors.put(layer + ".norm.bias", new long[] {WIDTH});
      List<Map<String, Object>> heads = new ArrayList<>();
      for (List<Integer> blocks : layers.get(l)) {
        String head = layer + ".head." + id;
        for (int i = 0; i < blocks.size(); i++) {
          tensors.put(head + ".q." + i, new long[] {WIDTH, blocks.get(i)});
          tensors.put(head + ".k." + i, new long[] {WIDTH, blocks.get(i)});
        }
        tensors.put(head + ".v", new long[] {WIDTH, KEY_DIMENSIONS});
        tensors.put(head + ".o", new long[] {KEY_DIMENSIONS, WIDTH});
        heads.add(Map.of("id", id++, "bornAt", 0, "blocks", blocks));
      }
      architecture.add(Map.of("id", l, "heads", heads));
    }
    tensors.put("norm.gain", new long[] {WIDTH});
    tensors.put("norm.bias", new long[] {WIDTH});
    tensors.put("classifier.weight", new long[] {3, 2 * WIDTH});
    tensors.put("classifier.bias", new long[] {3});
    Files.write(folder.resolve("model.safetensors"), safetensors(tensors));

    ObjectNode config = JSON.createObjectNode().put("format", 2);
    Shape shape =
        ShapeBuilder.builder()
            .vocabulary(words.size())
            .embedded(0)
            .maxLength(LENGTH)
            .pooling(1)
            .bothEnds(false)
            .readout(readout)
            .classes(3)
            .width(WIDTH)
            .keyDimensions(KEY_DIMENSIONS)
            .allDimensions(false)
            .valueVariance(1)
            .build();
    config.set("shape", JSON.valueToTree(shape));
    config.set("architecture", JSON.valueToTree(Map.of("layers", architecture)));
    config.set("labels", JSON.valueToTree(List.of("x", "y", "z")));
    config.putObject("tokenizer").put("type", "text");
    config.set("settings", JSON.valueToTree(RunSettings.geometry()));
    config
        .putObject("provenance")
        .put("version", "made by hand")
        .put("seed", 1)
        .put("step", 0)
        .put("validationScore", 0.5);
    JSON.writeValue(folder.resolve("config.json").toFile(), config);
  }

  private static byte[] safetensors(Map<String, long[]> tensors) throws IOException {
    Random random = new Random(5);
    ObjectNode header = JSON.createObjectNode();
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    for (Map.Entry<String, long[]> tensor : tensors.entrySet()) {
      ObjectNode node = header.putObject(tensor.getKey()).put("dtype", "F32");
      int count = 1;
      for (long size : tensor.getValue()) {
        node.withArray("shape").add(size);
        count *= (int) size;
      }
      ByteBuffer values = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        values.putFloat((float) random.nextGaussian());
      }
      node.putArray("data_offsets").add(numbers.size()).add(numbers.size() + 4 * count);
      numbers.writeBytes(values.array());
    }
    byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(8 + text.length + numbers.size()).order(ByteOrder.LITTLE_ENDIAN);
    return file.putLong(text.length).put(text).put(numbers.toByteArray()).array();
  }
}
