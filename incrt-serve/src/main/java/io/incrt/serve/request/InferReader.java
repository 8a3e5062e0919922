package io.incrt.serve.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.incrt.serve.request.InferRequest.Output;
import io.incrt.serve.request.InferRequest.WantedOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Requests of the Open Inference Protocol: one input of strings, as JSON or, by the extension for
 * binary tensors, as bytes behind the JSON (each string after its length in four bytes, the lowest
 * first).
 */
final class InferReader {

  /** The name of the input. */
  static final String INPUT = "text";

  private static final String DATATYPE = "BYTES";

  private final Limits limits;
  private final JsonInput json;

  InferReader(Limits limits, JsonInput json) {
    this.limits = limits;
    this.json = json;
  }

  /** What was read so far of a request. */
  private static final class Draft {
    private String id;
    private long timeoutMicros;
    private boolean binaryOutputs;
    private boolean hasInputs;
    private List<WantedOutput> outputs;
    private Input input = new Input();
  }

  private static final class Input {
    private String name;
    private String datatype;
    private List<Long> shape;
    private List<String> data;
    private long binarySize = -1;
  }

  InferRequest read(byte[] body, int length, OptionalInt header) {
    int jsonLength = header.orElse(length);
    if (jsonLength < 0 || jsonLength > length) {
      throw RefusedException.bad(
          "the header Inference-Header-Content-Length says that "
              + jsonLength
              + " bytes are JSON, but the body has "
              + length);
    }
    Draft draft = json.read(body, 0, jsonLength, this::draft);
    if (!draft.hasInputs) {
      throw RefusedException.bad("there are no 'inputs'; one named 'text' is expected");
    }
    List<String> texts = texts(draft.input, body, jsonLength, length);
    for (int i = 0; i < texts.size(); i++) {
      String problem = RequestReader.problem(texts.get(i), limits);
      if (problem != null) {
        throw RefusedException.bad("element " + i + " of the input: " + problem);
      }
    }
    List<WantedOutput> outputs =
        draft.outputs != null
            ? draft.outputs
            : Arrays.stream(Output.values())
                .map(output -> new WantedOutput(output, draft.binaryOutputs))
                .toList();
    return new InferRequest(draft.id, texts, outputs, draft.timeoutMicros);
  }

  private Draft draft(JsonParser parser) throws IOException {
    Draft draft = new Draft();
    List<Output> wanted = new ArrayList<>();
    List<Boolean> binary = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "id" -> draft.id = JsonInput.shortText(parser, name);
        case "parameters" -> parameters(parser, draft);
        case "inputs" -> inputs(parser, draft);
        case "outputs" -> outputs(parser, wanted, binary);
        default ->
            throw RefusedException.bad(
                "'"
                    + name
                    + "' is not known here; there is 'id', 'parameters', 'inputs' and 'outputs'");
      }
    }
    if (!wanted.isEmpty()) {
      draft.outputs = new ArrayList<>();
      for (int i = 0; i < wanted.size(); i++) {
        boolean own = binary.get(i) == null ? draft.binaryOutputs : binary.get(i);
        draft.outputs.add(new WantedOutput(wanted.get(i), own));
      }
    }
    return draft;
  }

  private static void parameters(JsonParser parser, Draft draft) throws IOException {
    JsonInput.requireObject(parser, "parameters");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "binary_data_output" -> draft.binaryOutputs = truth(parser, name);
        case "timeout" -> draft.timeoutMicros = JsonInput.number(parser, name, 0, Long.MAX_VALUE);
        // Others are for other servers; the protocol lets us pass them over.
        default -> parser.skipChildren();
      }
    }
  }

  private void inputs(JsonParser parser, Draft draft) throws IOException {
    JsonInput.requireList(parser, "inputs");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonInput.requireObject(parser, "input");
      if (draft.hasInputs) {
        throw RefusedException.bad("there is more than one input; one named 'text' is expected");
      }
      draft.hasInputs = true;
      draft.input = input(parser);
    }
  }

  private Input input(JsonParser parser) throws IOException {
    Input input = new Input();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "name" -> input.name = JsonInput.shortText(parser, name);
        case "datatype" -> input.datatype = JsonInput.shortText(parser, name);
        case "shape" -> input.shape = shape(parser);
        case "data" -> {
          JsonInput.requireList(parser, name);
          input.data = new ArrayList<>();
          data(parser, input.data);
        }
        case "parameters" -> inputParameters(parser, input);
        default -> throw RefusedException.bad("'" + name + "' is not known in an input");
      }
    }
    requireInput(input);
    return input;
  }

  private static void requireInput(Input input) {
    if (!INPUT.equals(input.name)) {
      throw RefusedException.bad(
          "there is no input '" + input.name + "'; one named 'text' is expected");
    }
    if (!DATATYPE.equals(input.datatype)) {
      throw RefusedException.bad(
          "the input's datatype must be BYTES, not '" + input.datatype + "'");
    }
    if (input.shape == null
        || input.shape.isEmpty()
        || input.shape.size() > 2
        || (input.shape.size() == 2 && input.shape.get(1) != 1)) {
      throw RefusedException.bad(
          "the input's shape must be [n] or [n, 1], not "
              + (input.shape == null ? "missing" : input.shape));
    }
  }

  private static void inputParameters(JsonParser parser, Input input) throws IOException {
    JsonInput.requireObject(parser, "parameters");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "binary_data_size" ->
            input.binarySize = JsonInput.number(parser, name, 0, Integer.MAX_VALUE);
        case "shared_memory_region" ->
            throw RefusedException.bad("shared memory is not supported; send the data");
        default -> parser.skipChildren();
      }
    }
  }

  private static List<Long> shape(JsonParser parser) throws IOException {
    JsonInput.requireList(parser, "shape");
    List<Long> shape = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (shape.size() == 3) {
        throw RefusedException.bad("the input's shape must be [n] or [n, 1]");
      }
      shape.add(JsonInput.number(parser, "shape", 0, Integer.MAX_VALUE));
    }
    return shape;
  }

  /** The strings of a list, in which lists may be nested as the shape says. */
  private void data(JsonParser parser, List<String> data) throws IOException {
    for (int depth = 1; depth > 0; ) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        depth++;
      } else if (token == JsonToken.END_ARRAY) {
        depth--;
      } else {
        if (data.size() == limits.records()) {
          throw BinaryStrings.many(limits);
        }
        String text = JsonInput.text(parser, "element " + data.size() + " of the input");
        if (text == null) {
          throw RefusedException.bad("element " + data.size() + " of the input is null");
        }
        data.add(text);
      }
    }
  }

  private void outputs(JsonParser parser, List<Output> wanted, List<Boolean> binary)
      throws IOException {
    JsonInput.requireList(parser, "outputs");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonInput.requireObject(parser, "output");
      Output output = null;
      Boolean own = null;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "name" -> output = output(JsonInput.shortText(parser, name));
          case "parameters" -> own = outputParameters(parser);
          default -> throw RefusedException.bad("'" + name + "' is not known in an output");
        }
      }
      if (output == null) {
        throw RefusedException.bad("an output has no name; there is " + names());
      }
      if (wanted.contains(output)) {
        throw RefusedException.bad("the output '" + output.text() + "' is wanted twice");
      }
      wanted.add(output);
      binary.add(own);
    }
  }

  private static Boolean outputParameters(JsonParser parser) throws IOException {
    Boolean binary = null;
    JsonInput.requireObject(parser, "parameters");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "binary_data" -> binary = truth(parser, name);
        case "shared_memory_region" -> throw RefusedException.bad("shared memory is not supported");
        case "classification" ->
            throw RefusedException.bad(
                "the extension 'classification' is not supported; ask for 'label'");
        default -> parser.skipChildren();
      }
    }
    return binary;
  }

  private static Output output(String name) {
    return Arrays.stream(Output.values())
        .filter(output -> output.text().equals(name))
        .findFirst()
        .orElseThrow(
            () -> RefusedException.bad("there is no output '" + name + "'; there is " + names()));
  }

  private static String names() {
    return Arrays.stream(Output.values()).map(Output::text).collect(Collectors.joining(", "));
  }

  private static boolean truth(JsonParser parser, String name) {
    if (!parser.currentToken().isBoolean()) {
      throw RefusedException.bad("'" + name + "' must be true or false");
    }
    return parser.currentToken() == JsonToken.VALUE_TRUE;
  }

  private List<String> texts(Input input, byte[] body, int from, int to) {
    long count = input.shape.get(0);
    if (count == 0) {
      throw RefusedException.bad("the input is empty: its shape is " + input.shape);
    }
    if (count > limits.records()) {
      throw BinaryStrings.many(limits);
    }
    if (input.data != null && input.binarySize >= 0) {
      throw RefusedException.bad("the input has both 'data' and 'binary_data_size'");
    }
    List<String> texts = input.data;
    long binary = Math.max(0, input.binarySize);
    if (binary != to - from) {
      throw RefusedException.bad(
          "behind the JSON are "
              + (to - from)
              + " bytes, but the input's 'binary_data_size' is "
              + (input.binarySize < 0 ? "missing" : binary));
    }
    if (input.binarySize >= 0) {
      texts = BinaryStrings.read(body, from, to, limits);
    }
    if (texts == null) {
      throw RefusedException.bad("the input has no 'data'");
    }
    if (texts.size() != count) {
      throw RefusedException.bad(
          "the input's shape is " + input.shape + ", but it has " + texts.size() + " elements");
    }
    return texts;
  }
}
