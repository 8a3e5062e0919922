package io.incrt.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.model.OnnxNodes;
import io.incrt.predict.Predictor;
import io.incrt.store.ModelConfig;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A trained model as an ONNX file. Its parts write their own nodes; this adds the input, the
 * outputs and the metadata that users of the file need.
 *
 * <p>In: {@code tokens}, int64 [batch, length], 0 where a record has ended. Out: {@code logits} and
 * {@code probabilities}, [batch, classes]. Batch and length are dynamic; the length is at most the
 * model's.
 */
final class OnnxModel {

  /** The operator set of the file: the first with LayerNormalization. */
  static final int OPSET = 17;

  private static final int IR_VERSION = 8;
  private static final String TOKENS = "tokens";

  private OnnxModel() {}

  /** The file's content. */
  static byte[] of(Predictor model) {
    OnnxGraph graph = new OnnxGraph("incrt");
    int classes = model.config().shape().classes();
    String outputs = model.withNetwork(network -> network.onnx(graph, inputs(graph)));
    graph.output("logits", outputs, "batch", classes);
    graph.output(
        "probabilities", graph.node("Softmax", Map.of("axis", -1), outputs), "batch", classes);
    ModelProto.Builder proto =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .setProducerName("incrt")
            .setProducerVersion(model.config().provenance().version())
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
            .setGraph(graph.build());
    metadata(model.config())
        .forEach(
            (key, value) ->
                proto.addMetadataProps(
                    StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
    return proto.build().toByteArray();
  }

  private static OnnxNodes.Inputs inputs(OnnxGraph graph) {
    graph.input(TOKENS, TensorProto.DataType.INT64, "batch", "length");
    String real = graph.node("Not", graph.node("Equal", TOKENS, graph.integers(0)));
    String bias =
        graph.node(
            "Where",
            graph.node("Unsqueeze", real, graph.integers(1, 2)),
            graph.number(0),
            graph.number(OnnxNodes.NOTHING));
    return new OnnxNodes.Inputs(TOKENS, graph.node("Unsqueeze", real, graph.integers(2)), bias);
  }

  private static Map<String, String> metadata(ModelConfig config) {
    ObjectNode tokens = Tokenizers.describe(config.tokenizer());
    tokens.put("padding", Tokenizer.PADDING);
    tokens.put("unknown", Tokenizer.UNKNOWN);
    tokens.put("maxLength", config.shape().maxLength());
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("labels", Json.line(config.labels()));
    entries.put("tokens", Json.line(tokens));
    entries.put("tokenizer.json", config.tokenizer().file().json());
    entries.put("architecture", Json.line(config.architecture()));
    entries.put("provenance", Json.line(config.provenance()));
    return entries;
  }
}
