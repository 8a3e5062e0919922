package io.incrt.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.data.tokens.Spelling;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Tokenizers;
import io.incrt.model.OnnxNodes;
import io.incrt.model.part.FloorMix;
import io.incrt.model.part.LetterPath;
import io.incrt.predict.Predictor;
import io.incrt.store.ModelConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A trained model as an ONNX file. Its parts write their own nodes; this adds the input, the
 * outputs and the metadata that users of the file need.
 *
 * <p>In: {@code tokens}, int64 [batch, length], 0 where a record has ended. Out: {@code logits} and
 * {@code probabilities}, [batch, classes]. Batch and length are dynamic; the length is at most the
 * model's, and where the model pools tokens a multiple of as many as it pools.
 *
 * <p>A model that is mixed with the linear model on n-grams has a second input: {@code floor},
 * float [batch, classes], the linear model's log-probabilities. One that reads the letters of words
 * has {@code letters}, int64 [batch, length, letters]. A model that reads both strands reads the
 * other one by itself.
 */
final class OnnxModel {

  /** The operator set of the file: the first with LayerNormalization. */
  static final int OPSET = 17;

  private static final int IR_VERSION = 8;
  private static final String TOKENS = "tokens";
  private static final String FLOOR = "floor";
  private static final String LETTERS = "letters";

  private OnnxModel() {}

  /** The file's content. */
  static byte[] of(Predictor model) {
    OnnxGraph graph = new OnnxGraph("incrt");
    int classes = model.config().shape().classes();
    graph.input(TOKENS, TensorProto.DataType.INT64, "batch", "length");
    if (isMixed(model.config())) {
      graph.input(FLOOR, TensorProto.DataType.FLOAT, "batch", classes);
    }
    if (readsLetters(model.config())) {
      graph.input(LETTERS, TensorProto.DataType.INT64, "batch", "length", "letters");
    }
    String outputs = outputs(model, graph, TOKENS);
    String probabilities = graph.node("Softmax", Map.of("axis", -1), outputs);
    Optional<OtherStrand> strand = strand(model.config());
    if (strand.isPresent()) {
      String other = outputs(model, graph, StrandNodes.write(graph, TOKENS, strand.get()));
      probabilities =
          graph.node(
              "Mul",
              graph.node("Add", probabilities, graph.node("Softmax", Map.of("axis", -1), other)),
              graph.number(0.5f));
      outputs = graph.node("Log", probabilities);
    }
    graph.output("logits", outputs, "batch", classes);
    graph.output("probabilities", probabilities, "batch", classes);
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

  /** Whether a model's outputs are mixed with the linear model's. */
  static boolean isMixed(ModelConfig config) {
    return config.architecture().has(FloorMix.Type.NAME);
  }

  /** Whether a model reads the letters of words. */
  static boolean readsLetters(ModelConfig config) {
    return config.architecture().has(LetterPath.Type.NAME);
  }

  private static Optional<OtherStrand> strand(ModelConfig config) {
    return config.settings().data().strand() == Strand.BOTH
        ? OtherStrand.of(config.tokenizer())
        : Optional.empty();
  }

  private static String outputs(Predictor model, OnnxGraph graph, String tokens) {
    OnnxNodes.Inputs inputs = inputs(graph, tokens, model.config().shape().pooling());
    return model.withNetwork(network -> network.onnx(graph, inputs));
  }

  private static OnnxNodes.Inputs inputs(OnnxGraph graph, String tokens, int pooling) {
    // A position is real if its first token is.
    String first =
        pooling == 1
            ? tokens
            : graph.node(
                "Slice",
                tokens,
                graph.integers(0),
                graph.integers(Long.MAX_VALUE),
                graph.integers(1),
                graph.integers(pooling));
    String real = graph.node("Not", graph.node("Equal", first, graph.integers(0)));
    String bias =
        graph.node(
            "Where",
            graph.node("Unsqueeze", real, graph.integers(1, 2)),
            graph.number(0),
            graph.number(OnnxNodes.NOTHING));
    return new OnnxNodes.Inputs(
        tokens, FLOOR, LETTERS, graph.node("Unsqueeze", real, graph.integers(2)), bias);
  }

  private static Map<String, String> metadata(ModelConfig config) {
    ObjectNode tokens = Tokenizers.describe(config.tokenizer());
    tokens.put("padding", Tokenizer.PADDING);
    tokens.put("unknown", Tokenizer.UNKNOWN);
    tokens.put("maxLength", config.shape().maxTokens());
    tokens.put("multipleOf", config.shape().pooling());
    if (readsLetters(config)) {
      ObjectNode letters = tokens.putObject(LETTERS);
      letters.put("start", Spelling.START);
      letters.put("end", Spelling.END);
      letters.put("most", Spelling.KEPT);
    }
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("labels", Json.line(config.labels()));
    entries.put("tokens", Json.line(tokens));
    entries.put("tokenizer.json", config.tokenizer().file().json());
    entries.put("architecture", Json.line(config.architecture()));
    entries.put("provenance", Json.line(config.provenance()));
    return entries;
  }
}
