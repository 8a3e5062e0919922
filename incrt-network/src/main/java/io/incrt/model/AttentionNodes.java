package io.incrt.model;

import io.incrt.folder.HostTensor;
import io.incrt.folder.Shape;
import io.incrt.tensor.HostCopy;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An attention layer as ONNX nodes. Heads with the same number of key dimensions are one batched
 * product; a head that has two of sixteen is computed with two.
 */
final class AttentionNodes {

  private final AttentionLayer layer;
  private final OnnxNodes graph;
  private final int width;
  private final int keyDimensions;

  AttentionNodes(AttentionLayer layer, Shape shape, OnnxNodes graph) {
    this.layer = layer;
    this.graph = graph;
    this.width = shape.width();
    this.keyDimensions = shape.keyDimensions();
  }

  String write(OnnxNodes.Inputs inputs, String x) {
    Map<Integer, List<Head>> groups = new TreeMap<>();
    for (Head head : layer.heads()) {
      groups.computeIfAbsent(head.dimensions(), r -> new ArrayList<>()).add(head);
    }
    // One product for every head's queries, keys and values.
    List<float[][]> columns = new ArrayList<>();
    List<Long> widths = new ArrayList<>();
    float scale = (float) (1 / Math.sqrt(keyDimensions));
    for (List<Head> group : groups.values()) {
      widths.add(add(columns, group.stream().flatMap(h -> h.queries().stream()).toList(), scale));
      widths.add(add(columns, group.stream().flatMap(h -> h.keys().stream()).toList(), 1));
      widths.add(add(columns, group.stream().map(Head::values).toList(), 1));
    }
    float[] packed = concatenate(columns);
    String weights = graph.floats(layer.name() + ".qkv", packed, width, packed.length / width);
    String projected =
        graph.node("MatMul", graph.layerNorm(x, layer.gain(), layer.bias()), weights);
    List<String> split =
        graph.nodes(
            "Split",
            Map.of("axis", -1),
            widths.size(),
            projected,
            graph.integers(widths.stream().mapToLong(Long::longValue).toArray()));
    String result = x;
    int next = 0;
    for (Map.Entry<Integer, List<Head>> group : groups.entrySet()) {
      List<String> qkv = split.subList(next, next + 3);
      next += 3;
      String attended = attend(group.getKey(), group.getValue().size(), qkv, inputs.scoreBias());
      String output = output(group.getKey(), group.getValue());
      result = graph.node("Add", result, graph.node("MatMul", attended, output));
    }
    return result;
  }

  /** softmax(Q Kᵀ) V of heads with the same key dimensions, concatenated. */
  private String attend(int dimensions, int heads, List<String> qkv, String bias) {
    List<Integer> byHead = List.of(0, 2, 1, 3);
    String q = byHead(qkv.get(0), heads, dimensions, byHead);
    String k = byHead(qkv.get(1), heads, dimensions, List.of(0, 2, 3, 1));
    String v = byHead(qkv.get(2), heads, keyDimensions, byHead);
    String scores = graph.node("Add", graph.node("MatMul", q, k), bias);
    String attended = graph.node("MatMul", graph.node("Softmax", Map.of("axis", -1), scores), v);
    return graph.node(
        "Reshape",
        graph.node("Transpose", Map.of("perm", byHead), attended),
        graph.integers(0, 0, (long) heads * keyDimensions));
  }

  /** [B, n, heads·r] as [B, heads, n, r], or with the last two axes swapped. */
  private String byHead(String x, int heads, int r, List<Integer> order) {
    return graph.node(
        "Transpose",
        Map.of("perm", order),
        graph.node("Reshape", x, graph.integers(0, 0, heads, r)));
  }

  /** W_O of a group's heads, stacked. */
  private String output(int dimensions, List<Head> group) {
    float[] rows = new float[group.size() * keyDimensions * width];
    for (int h = 0; h < group.size(); h++) {
      HostTensor own = values(group.get(h).output());
      System.arraycopy(own.values(), 0, rows, h * keyDimensions * width, keyDimensions * width);
    }
    return graph.floats(layer.name() + ".o." + dimensions, rows, (long) rows.length / width, width);
  }

  /** Appends the columns of parameters and returns their number. */
  private static long add(List<float[][]> columns, List<Parameter> parameters, float factor) {
    long width = 0;
    for (Parameter parameter : parameters) {
      HostTensor tensor = values(parameter);
      int rows = Math.toIntExact(tensor.shape()[0]);
      int count = Math.toIntExact(tensor.shape()[1]);
      float[][] matrix = new float[rows][count];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < count; j++) {
          matrix[i][j] = factor * tensor.values()[i * count + j];
        }
      }
      columns.add(matrix);
      width += count;
    }
    return width;
  }

  private static HostTensor values(Parameter parameter) {
    return Libtorch.scoped(() -> HostCopy.of(parameter.value()));
  }

  private float[] concatenate(List<float[][]> parts) {
    int columns = parts.stream().mapToInt(part -> part[0].length).sum();
    float[] packed = new float[width * columns];
    for (int i = 0; i < width; i++) {
      int at = i * columns;
      for (float[][] part : parts) {
        System.arraycopy(part[i], 0, packed, at, part[i].length);
        at += part[i].length;
      }
    }
    return packed;
  }
}
