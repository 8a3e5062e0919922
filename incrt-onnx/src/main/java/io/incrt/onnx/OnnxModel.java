package io.incrt.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Architecture;
import io.incrt.model.Shape;
import io.incrt.predict.Predictor;
import io.incrt.tensor.HostTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The network of a trained model as an ONNX graph.
 *
 * <p>In: {@code tokens}, int64 [batch, length], 0 where a record has ended. Out: {@code logits} and
 * {@code probabilities}, [batch, classes]. Batch and length may differ from call to call; the
 * length goes up to the model's.
 *
 * <p>Heads with the same number of key dimensions are one batched product; a head that has two of
 * sixteen is computed with two.
 */
final class OnnxModel {

  /** The operator set of the file: the first with LayerNormalization. */
  static final int OPSET = 17;

  private static final int IR_VERSION = 8;
  private static final float NOTHING = -1e30f;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Shape shape;
  private final Map<String, HostTensor> tensors;
  private final OnnxGraph graph = new OnnxGraph("incrt");

  private OnnxModel(Predictor model) {
    this.shape = model.shape();
    this.tensors = model.tensors();
  }

  /** The file's content. */
  static byte[] of(Predictor model) {
    OnnxModel onnx = new OnnxModel(model);
    onnx.forward(model.architecture());
    ModelProto.Builder proto =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("incrt")
            .setProducerVersion(model.provenance().getOrDefault("version", ""))
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
            .setGraph(onnx.graph.build());
    metadata(model)
        .forEach(
            (key, value) ->
                proto.addMetadataProps(
                    StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return proto.build().toByteArray();
  }

  /** What whoever has only this file needs besides the graph. */
  private static Map<String, String> metadata(Predictor model) {
    Map<String, Object> cut = new LinkedHashMap<>();
    if (model.tokenizer() instanceof KmerTokenizer kmers) {
      cut.put("type", "kmer");
      cut.put("k", kmers.k());
      cut.put("stride", kmers.stride());
    } else {
      cut.put("type", "text");
    }
    cut.put("padding", Tokenizer.PADDING);
    cut.put("unknown", Tokenizer.UNKNOWN);
    cut.put("maxLength", model.shape().maxLength());
    Map<String, String> entries = new LinkedHashMap<>();
    try {
      entries.put("labels", JSON.writeValueAsString(model.labels()));
      entries.put("tokens", JSON.writeValueAsString(cut));
      entries.put("tokenizer.json", model.tokenizer().file().json());
      entries.put("architecture", JSON.writeValueAsString(model.architecture()));
      entries.put("provenance", JSON.writeValueAsString(model.provenance()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records can always be written", e);
    }
    return entries;
  }

  private void forward(Architecture architecture) {
    graph.input("tokens", TensorProto.DataType.INT64, "batch", "length");
    String real = graph.node("Not", graph.node("Equal", "tokens", graph.integers(0)));
    String bias =
        graph.node(
            "Where",
            graph.node("Unsqueeze", real, graph.integers(1, 2)),
            graph.number(0),
            graph.number(NOTHING));
    String column = graph.node("Unsqueeze", real, graph.integers(2));
    String length =
        graph.node("Slice", graph.node("Shape", "tokens"), graph.integers(1), graph.integers(2));
    String x =
        graph.node(
            "Add",
            graph.node("Gather", stored("embedding"), "tokens"),
            graph.node("Slice", stored("positions"), graph.integers(0), length, graph.integers(0)));
    for (Architecture.Layer layer : architecture.layers()) {
      x = layer(layer, x, bias);
    }
    String out = norm(x, "norm");
    String pooled = pool(out, column);
    String weight =
        graph.node("Transpose", Map.of("perm", List.of(1, 0)), stored("classifier.weight"));
    String logits =
        graph.node("Add", graph.node("MatMul", pooled, weight), stored("classifier.bias"));
    graph.output("logits", logits, "batch", shape.classes());
    graph.output(
        "probabilities",
        graph.node("Softmax", Map.of("axis", -1), logits),
        "batch",
        shape.classes());
  }

  /** Mean and max over the real tokens, side by side. */
  private String pool(String x, String real) {
    String weight = graph.node("Cast", Map.of("to", TensorProto.DataType.FLOAT.getNumber()), real);
    String one = graph.integers(1);
    String sum = graph.node("ReduceSum", Map.of("keepdims", 0), graph.node("Mul", x, weight), one);
    String count = graph.node("ReduceSum", Map.of("keepdims", 0), weight, one);
    String mean = graph.node("Div", sum, count);
    String max =
        graph.node(
            "ReduceMax",
            Map.of("axes", List.of(1), "keepdims", 0),
            graph.node("Where", real, x, graph.number(NOTHING)));
    return graph.node("Concat", Map.of("axis", -1), mean, max);
  }

  private String norm(String x, String name) {
    return graph.node(
        "LayerNormalization",
        Map.of("axis", -1, "epsilon", 1e-5f),
        x,
        stored(name + ".gain"),
        stored(name + ".bias"));
  }

  private String stored(String name) {
    HostTensor tensor = tensors.get(name);
    return graph.floats(name, tensor.values(), tensor.shape());
  }

  private String layer(Architecture.Layer layer, String x, String bias) {
    String name = "layer." + layer.id();
    Map<Integer, List<Architecture.HeadShape>> groups = new TreeMap<>();
    for (Architecture.HeadShape head : layer.heads()) {
      groups.computeIfAbsent(head.dimensions(), r -> new ArrayList<>()).add(head);
    }
    // One product for every head's queries, keys and values.
    List<float[][]> parts = new ArrayList<>();
    List<Long> widths = new ArrayList<>();
    float scale = (float) (1 / Math.sqrt(shape.keyDimensions()));
    for (Map.Entry<Integer, List<Architecture.HeadShape>> group : groups.entrySet()) {
      for (String side : List.of(".q.", ".k.", ".v")) {
        long width = 0;
        for (Architecture.HeadShape head : group.getValue()) {
          for (float[][] part : columns(name + ".head." + head.id() + side, head, side)) {
            parts.add(side.equals(".q.") ? scaled(part, scale) : part);
            width += part[0].length;
          }
        }
        widths.add(width);
      }
    }
    String weights = name + ".qkv";
    float[] packed = sideBySide(parts);
    graph.floats(weights, packed, shape.width(), packed.length / shape.width());
    String all = graph.node("MatMul", norm(x, name + ".norm"), weights);
    List<String> split =
        graph.nodes(
            "Split",
            Map.of("axis", -1),
            widths.size(),
            all,
            graph.integers(widths.stream().mapToLong(Long::longValue).toArray()));
    String result = x;
    int next = 0;
    for (Map.Entry<Integer, List<Architecture.HeadShape>> group : groups.entrySet()) {
      String together =
          attend(group.getKey(), group.getValue().size(), split.subList(next, next + 3), bias);
      next += 3;
      result = graph.node("Add", result, graph.node("MatMul", together, output(name, group)));
    }
    return result;
  }

  /** softmax(Q Kᵀ) V of heads with the same key dimensions, side by side. */
  private String attend(int dimensions, int heads, List<String> qkv, String bias) {
    int dk = shape.keyDimensions();
    List<Integer> byHead = List.of(0, 2, 1, 3);
    String q = apart(qkv.get(0), heads, dimensions, byHead);
    String k = apart(qkv.get(1), heads, dimensions, List.of(0, 2, 3, 1));
    String v = apart(qkv.get(2), heads, dk, byHead);
    String scores = graph.node("Add", graph.node("MatMul", q, k), bias);
    String attended = graph.node("MatMul", graph.node("Softmax", Map.of("axis", -1), scores), v);
    return graph.node(
        "Reshape",
        graph.node("Transpose", Map.of("perm", byHead), attended),
        graph.integers(0, 0, (long) heads * dk));
  }

  /** [B, n, heads·r] as [B, heads, n, r], or with the last two the other way round. */
  private String apart(String x, int heads, int r, List<Integer> order) {
    return graph.node(
        "Transpose",
        Map.of("perm", order),
        graph.node("Reshape", x, graph.integers(0, 0, heads, r)));
  }

  /** W_O of a group's heads, one below the other. */
  private String output(String layer, Map.Entry<Integer, List<Architecture.HeadShape>> group) {
    int d = shape.width();
    int dk = shape.keyDimensions();
    float[] rows = new float[group.getValue().size() * dk * d];
    for (int h = 0; h < group.getValue().size(); h++) {
      HostTensor o = tensors.get(layer + ".head." + group.getValue().get(h).id() + ".o");
      System.arraycopy(o.values(), 0, rows, h * dk * d, dk * d);
    }
    return graph.floats(layer + ".o." + group.getKey(), rows, (long) rows.length / d, d);
  }

  /** A head's columns of one side: a block for every plane it was given, or its values. */
  private List<float[][]> columns(String prefix, Architecture.HeadShape head, String side) {
    List<float[][]> blocks = new ArrayList<>();
    if (side.equals(".v")) {
      blocks.add(matrix(tensors.get(prefix)));
    } else {
      for (int i = 0; i < head.blocks().size(); i++) {
        blocks.add(matrix(tensors.get(prefix + i)));
      }
    }
    return blocks;
  }

  private static float[][] matrix(HostTensor tensor) {
    int rows = (int) tensor.shape()[0];
    int columns = (int) tensor.shape()[1];
    float[][] matrix = new float[rows][columns];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(tensor.values(), i * columns, matrix[i], 0, columns);
    }
    return matrix;
  }

  private static float[][] scaled(float[][] matrix, float factor) {
    for (float[] row : matrix) {
      for (int j = 0; j < row.length; j++) {
        row[j] *= factor;
      }
    }
    return matrix;
  }

  private float[] sideBySide(List<float[][]> parts) {
    int width = parts.stream().mapToInt(part -> part[0].length).sum();
    float[] all = new float[shape.width() * width];
    for (int i = 0; i < shape.width(); i++) {
      int at = i * width;
      for (float[][] part : parts) {
        System.arraycopy(part[i], 0, all, at, part[i].length);
        at += part[i].length;
      }
    }
    return all;
  }
}
