package io.incrt.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.incrt.data.json.Json;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.request.InferRequest;
import io.incrt.serve.request.InferRequest.WantedOutput;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes answers by the Open Inference Protocol. */
final class InferWriter {

  private InferWriter() {}

  /**
   * An answer.
   *
   * @param body JSON, and behind it the outputs that are wanted as bytes
   * @param jsonLength how many of the bytes are JSON
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Written(byte[] body, int jsonLength) {

    boolean isBinary() {
      return jsonLength < body.length;
    }
  }

  static Written write(
      String name, String version, InferRequest request, ModelCard model, List<Answer> answers) {
    ByteArrayOutputStream tensors = new ByteArrayOutputStream();
    ObjectNode json = Json.object();
    json.put("model_name", name);
    json.put("model_version", version);
    if (request.id() != null) {
      json.put("id", request.id());
    }
    ArrayNode outputs = json.putArray("outputs");
    for (WantedOutput wanted : request.outputs()) {
      ObjectNode output = outputs.addObject();
      output.put("name", wanted.output().text());
      output.put("datatype", wanted.output().datatype());
      ArrayNode shape = output.putArray("shape").add(answers.size());
      if (wanted.output() == InferRequest.Output.PROBABILITIES) {
        shape.add(model.labels().size());
      }
      if (wanted.binary()) {
        byte[] bytes = bytes(wanted.output(), model, answers);
        output.putObject("parameters").put("binary_data_size", bytes.length);
        tensors.writeBytes(bytes);
      } else {
        data(output.putArray("data"), wanted.output(), model, answers);
      }
    }
    byte[] head = Json.bytes(json);
    byte[] body = new byte[head.length + tensors.size()];
    System.arraycopy(head, 0, body, 0, head.length);
    System.arraycopy(tensors.toByteArray(), 0, body, head.length, tensors.size());
    return new Written(body, head.length);
  }

  private static void data(
      ArrayNode data, InferRequest.Output output, ModelCard model, List<Answer> answers) {
    for (Answer answer : answers) {
      switch (output) {
        case LABEL -> data.add(model.labels().get(answer.best()));
        case KNOWN -> data.add((float) answer.known());
        case PROBABILITIES -> {
          for (float probability : answer.probabilities()) {
            data.add(probability);
          }
        }
      }
    }
  }

  private static byte[] bytes(InferRequest.Output output, ModelCard model, List<Answer> answers) {
    if (output == InferRequest.Output.LABEL) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (Answer answer : answers) {
        byte[] label = model.labels().get(answer.best()).getBytes(StandardCharsets.UTF_8);
        byte[] length = new byte[4];
        little(length).putInt(label.length);
        bytes.writeBytes(length);
        bytes.writeBytes(label);
      }
      return bytes.toByteArray();
    }
    boolean known = output == InferRequest.Output.KNOWN;
    int columns = known ? 1 : model.labels().size();
    byte[] bytes = new byte[4 * columns * answers.size()];
    ByteBuffer floats = little(bytes);
    for (Answer answer : answers) {
      if (known) {
        floats.putFloat((float) answer.known());
      } else {
        for (float probability : answer.probabilities()) {
          floats.putFloat(probability);
        }
      }
    }
    return bytes;
  }

  private static ByteBuffer little(byte... bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
