package io.incrt.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An ONNX graph in the making: nodes and the numbers they use, by name. */
final class OnnxGraph {

  private final GraphProto.Builder graph;
  private int next;

  OnnxGraph(String name) {
    graph = GraphProto.newBuilder().setName(name);
  }

  /** A tensor of numbers in the file. */
  String floats(String name, float[] values, long... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return constant(name, TensorProto.DataType.FLOAT, bytes, shape);
  }

  /** A list of whole numbers in the file. */
  String integers(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return constant("integers_" + next++, TensorProto.DataType.INT64, bytes, values.length);
  }

  /** A single number in the file. */
  String number(float value) {
    return floats("number_" + next++, new float[] {value});
  }

  private String constant(String name, TensorProto.DataType type, ByteBuffer bytes, long... shape) {
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

  /** A node with one output, whose name is returned. */
  String node(String operator, Map<String, ?> attributes, String... inputs) {
    return nodes(operator, attributes, 1, inputs).get(0);
  }

  /** A node with one output and no attributes. */
  String node(String operator, String... inputs) {
    return node(operator, Map.of(), inputs);
  }

  /** A node with several outputs. */
  List<String> nodes(String operator, Map<String, ?> attributes, int outputs, String... inputs) {
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

  /** Declares an input; a text names a size that may differ from call to call. */
  void input(String name, TensorProto.DataType type, Object... shape) {
    graph.addInput(value(name, type, shape));
  }

  /** Declares a result as an output under a name of its own. */
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
