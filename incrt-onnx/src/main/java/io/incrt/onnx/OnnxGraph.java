package io.incrt.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import io.incrt.model.OnnxNodes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Builds an ONNX graph: nodes and constants, by name. */
final class OnnxGraph implements OnnxNodes {

  private final GraphProto.Builder graph;
  private final Set<String> constants = new HashSet<>();
  private int next;

  OnnxGraph(String name) {
    graph = GraphProto.newBuilder().setName(name);
  }

  @Override
  public String floats(String name, float[] values, long... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return constant(name, TensorProto.DataType.FLOAT, bytes, shape);
  }

  @Override
  public String integers(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return constant("integers_" + next++, TensorProto.DataType.INT64, bytes, values.length);
  }

  @Override
  public String number(float value) {
    return floats("number_" + next++, new float[] {value});
  }

  private String constant(String name, TensorProto.DataType type, ByteBuffer bytes, long... shape) {
    if (!constants.add(name)) {
      // A parameter that is used again, as for the other strand.
      return name;
    }
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(type.getNumber())
            .setRawData(ByteString.copyFrom(bytes.rewind()));
    for (long size : shape) {
      tensor.addDims(size);
    }
    graph.addInitializer(tensor);
    return name;
  }

  @Override
  public List<String> nodes(
      String operator, Map<String, ?> attributes, int outputs, String... inputs) {
    NodeProto.Builder node = NodeProto.newBuilder().setOpType(operator);
    node.setName(operator + "_" + next++);
    for (String input : inputs) {
      node.addInput(input);
    }
    for (int i = 0; i < outputs; i++) {
      node.addOutput(node.getName() + "_" + i);
    }
    new TreeMap<>(attributes).forEach((name, value) -> node.addAttribute(attribute(name, value)));
    graph.addNode(node);
    return List.copyOf(node.getOutputList());
  }

  private static AttributeProto attribute(String name, Object value) {
    AttributeProto.Builder attribute = AttributeProto.newBuilder().setName(name);
    if (value instanceof Integer number) {
      attribute.setType(AttributeProto.AttributeType.INT).setI(number);
    } else if (value instanceof Float number) {
      attribute.setType(AttributeProto.AttributeType.FLOAT).setF(number);
    } else {
      attribute.setType(AttributeProto.AttributeType.INTS);
      for (Object number : (List<?>) value) {
        attribute.addInts((Integer) number);
      }
    }
    return attribute.build();
  }

  /** Declares an input; a string names a dynamic dimension. */
  void input(String name, TensorProto.DataType type, Object... shape) {
    graph.addInput(value(name, type, shape));
  }

  /** Declares a value as an output with its own name. */
  void output(String name, String result, Object... shape) {
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType("Identity")
            .setName(name)
            .addInput(result)
            .addOutput(name));
    graph.addOutput(value(name, TensorProto.DataType.FLOAT, shape));
  }

  private static ValueInfoProto value(String name, TensorProto.DataType type, Object... shape) {
    TensorShapeProto.Builder sizes = TensorShapeProto.newBuilder();
    for (Object size : shape) {
      TensorShapeProto.Dimension.Builder dimension = TensorShapeProto.Dimension.newBuilder();
      if (size instanceof String symbol) {
        dimension.setDimParam(symbol);
      } else {
        dimension.setDimValue((Integer) size);
      }
      sizes.addDim(dimension);
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder().setElemType(type.getNumber()).setShape(sizes)))
        .build();
  }

  GraphProto build() {
    return graph.build();
  }
}
