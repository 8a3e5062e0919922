package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.incrt.serve.request.InferRequest.Output;
import io.incrt.serve.request.InferRequest.WantedOutput;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the Open Inference Protocol, in JSON and with bytes behind it. */
class InferBodyTest {

  private static final int RECORDS = 3;
  private static final RequestReader READER =
      new RequestReader(new Limits(1 << 20, 1 << 20, RECORDS, 10));

  private static InferRequest read(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return READER.infer(bytes, bytes.length, OptionalInt.empty());
  }

  private static String input(String rest) {
    return "{\"inputs\":[{\"name\":\"text\",\"datatype\":\"BYTES\"," + rest + "}]}";
  }

  /** A request whose strings are bytes behind the JSON, given in hexadecimal. */
  private static InferRequest binary(String shape, String hex) {
    return binary(shape, hex, hex.length() / 2);
  }

  private static InferRequest binary(String shape, String hex, int size) {
    byte[] json =
        input("\"shape\":" + shape + ",\"parameters\":{\"binary_data_size\":" + size + "}")
            .getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(json);
    body.writeBytes(HexFormat.of().parseHex(hex));
    return READER.infer(body.toByteArray(), body.size(), OptionalInt.of(json.length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"shape\":[2],\"data\":[\"a\",\"b\"]",
        "\"shape\":[2,1],\"data\":[\"a\",\"b\"]",
        "\"shape\":[2,1],\"data\":[[\"a\"],[\"b\"]]",
        "\"parameters\":{\"priority\":{\"deep\":[1]}},\"shape\":[2],\"data\":[\"a\",\"b\"]"
      })
  void stringsAreReadInEveryShapeThatIsAllowed(String input) {
    InferRequest request = read(input(input));
    assertEquals(List.of("a", "b"), request.texts());
    assertNull(request.id());
    assertEquals(0, request.timeoutMicros());
    assertEquals(
        List.of(
            new WantedOutput(Output.LABEL, false),
            new WantedOutput(Output.PROBABILITIES, false),
            new WantedOutput(Output.KNOWN, false)),
        request.outputs());
  }

  @Test
  void parametersAndOutputsAreRead() {
    String input =
        "\"inputs\":[{\"name\":\"text\",\"datatype\":\"BYTES\",\"shape\":[1],"
            + "\"data\":[\"a\"]}]";
    InferRequest request =
        read(
            "{\"id\":\"7\",\"parameters\":{\"timeout\":5,\"binary_data_output\":true,"
                + "\"sequence_id\":3},"
                + input
                + ",\"outputs\":[{\"name\":\"known\",\"parameters\":{\"binary_data\":false,"
                + "\"other\":[]}},{\"name\":\"label\"}]}");
    assertEquals("7", request.id());
    assertEquals(5, request.timeoutMicros());
    assertEquals(
        List.of(new WantedOutput(Output.KNOWN, false), new WantedOutput(Output.LABEL, true)),
        request.outputs());
    // Without outputs there are all of them, as bytes if the request wants that.
    assertEquals(
        3,
        read("{\"parameters\":{\"binary_data_output\":true}," + input + ",\"outputs\":[]}")
            .outputs()
            .stream()
            .filter(WantedOutput::binary)
            .count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{}                       | there are no 'inputs'; one named 'text' is expected",
        "{\"inputs\":[]}          | there are no 'inputs'",
        "{\"inputs\":{}}          | 'inputs' must be a list, but it is an object",
        "{\"inputs\":[7]}         | 'input' must be an object, but it is a number",
        "{\"inputs\":[{}]}        | there is no input 'null'; one named 'text' is expected",
        "{\"input\":[]}           | 'input' is not known here; there is 'id', 'parameters'",
        "{\"id\":7}               | 'id' must be a string, but it is a number",
        "{\"inputs\":[],\"inputs\":[]} | Duplicate field 'inputs'",
        "{\"parameters\":[]}      | 'parameters' must be an object, but it is a list",
        "{\"parameters\":{\"timeout\":-1}} | 'timeout' must be a whole number from 0",
        "{\"parameters\":{\"timeout\":1.5}} | 'timeout' must be a whole number from 0",
        "{\"parameters\":{\"binary_data_output\":1}} | 'binary_data_output' must be true or false",
        "{\"outputs\":{}}         | 'outputs' must be a list",
        "{\"outputs\":[\"label\"]} | 'output' must be an object, but it is a string",
        "{\"outputs\":[{}]}       | an output has no name; there is label, probabilities, known",
        "{\"outputs\":[{\"name\":\"x\"}]} | there is no output 'x'; there is label, probabilities",
        "{\"outputs\":[{\"name\":\"known\",\"x\":1}]} | 'x' is not known in an output",
        "{\"outputs\":[{\"name\":\"known\"},{\"name\":\"known\"}]} | 'known' is wanted twice",
        "{\"outputs\":[{\"parameters\":7}]} | 'parameters' must be an object",
        "{\"outputs\":[{\"parameters\":{\"binary_data\":\"x\"}}]} | 'binary_data' must be true or",
        "{\"outputs\":[{\"parameters\":{\"classification\":3}}]} | ask for 'label'",
        "{\"outputs\":[{\"parameters\":{\"shared_memory_region\":\"a\"}}]} | shared memory is not",
      })
  void whatIsWrongWithARequestIsSaid(String body, String message) {
    Refused.with(400, message, () -> read(body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "\"shape\":[0],\"data\":[]                 | the input is empty: its shape is [0]",
        "\"data\":[\"a\"]                          | must be [n] or [n, 1], not missing",
        "\"shape\":[],\"data\":[\"a\"]             | must be [n] or [n, 1], not []",
        "\"shape\":[1,2],\"data\":[\"a\"]          | must be [n] or [n, 1], not [1, 2]",
        "\"shape\":[1,1,1],\"data\":[\"a\"]        | must be [n] or [n, 1]",
        "\"shape\":[1,1,1,1],\"data\":[\"a\"]      | must be [n] or [n, 1]",
        "\"shape\":[-1],\"data\":[\"a\"]           | 'shape' must be a whole number from 0",
        "\"shape\":[1.0],\"data\":[\"a\"]          | 'shape' must be a whole number from 0",
        "\"shape\":[\"1\"],\"data\":[\"a\"]        | 'shape' must be a whole number from 0",
        "\"shape\":[99999999999],\"data\":[\"a\"]  | 'shape' must be a whole number from 0",
        "\"shape\":1,\"data\":[\"a\"]              | 'shape' must be a list, but it is a number",
        "\"shape\":[2],\"data\":[\"a\"]            | shape is [2], but it has 1 elements",
        "\"shape\":[1],\"data\":[\"a\",\"b\"]      | shape is [1], but it has 2 elements",
        "\"shape\":[1],\"data\":[]                 | shape is [1], but it has 0 elements",
        "\"shape\":[1]                             | the input has no 'data'",
        "\"shape\":[1],\"data\":\"a\"              | 'data' must be a list, but it is a string",
        "\"shape\":[1],\"data\":[7]                | 'element 0 of the input' must be a string",
        "\"shape\":[1],\"data\":[null]             | element 0 of the input is null",
        "\"shape\":[1],\"data\":[{\"a\":\"b\"}]    | must be a string, but it is an object",
        "\"shape\":[1],\"data\":[\" \"]            | element 0 of the input: the sequence is empty",
        "\"shape\":[2],\"data\":[\"a\",\"\\udc00\"] | element 1 of the input: the sequence has half",
        "\"shape\":[1],\"data\":[\"12345678901\"]  | the sequence has 11 characters, more than 10",
        "\"shape\":[1],\"data\":[\"a\"],\"x\":1    | 'x' is not known in an input",
        "\"shape\":[1],\"parameters\":{\"binary_data_size\":1},\"data\":[\"a\"] | has both 'data'",
        "\"shape\":[1],\"parameters\":{\"binary_data_size\":1} | 0 bytes, but the input's",
        "\"shape\":[1],\"parameters\":{\"binary_data_size\":0} | is [1], but it has 0 elements",
        "\"shape\":[1],\"parameters\":{\"binary_data_size\":-1} | must be a whole number from 0",
        "\"shape\":[1],\"parameters\":{\"shared_memory_region\":\"a\"} | shared memory is not",
        "\"shape\":[1],\"parameters\":[]           | 'parameters' must be an object",
      })
  void whatIsWrongWithAnInputIsSaid(String input, String message) {
    Refused.with(400, message, () -> read(input(input)));
  }

  @Test
  void thereIsOneInputOfStringsNamedText() {
    String other = "{\"name\":\"text\",\"datatype\":\"BYTES\",\"shape\":[1],\"data\":[\"a\"]}";
    Refused.with(
        400, "more than one input", () -> read("{\"inputs\":[" + other + "," + other + "]}"));
    Refused.with(
        400,
        "there is no input 'x'",
        () -> read("{\"inputs\":[" + other.replace("\"text\"", "\"x\"") + "]}"));
    Refused.with(
        400,
        "datatype must be BYTES, not 'FP32'",
        () -> read("{\"inputs\":[" + other.replace("BYTES", "FP32") + "]}"));
  }

  @Test
  void asManyRecordsAsMayBeButNotOneMore() {
    assertEquals(RECORDS, read(input(data(RECORDS))).texts().size());
    Refused.with(413, "at most 3 records", () -> read(input(data(RECORDS + 1))));
    Refused.with(413, "at most 3 records", () -> read(input("\"shape\":[2147483647],\"data\":[]")));
    assertEquals(RECORDS, binary("[3]", "0100000041".repeat(RECORDS)).texts().size());
    Refused.with(413, "at most 3 records", () -> binary("[4]", "0100000041".repeat(RECORDS + 1)));
    Refused.with(413, "at most 3 records", () -> binary("[3]", "0100000041".repeat(RECORDS + 1)));
  }

  private static String data(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"a\"")
        .collect(Collectors.joining(",", "\"shape\":[" + count + "],\"data\":[", "]"));
  }

  @Test
  void stringsAreReadFromBytes() {
    assertEquals(List.of("A", "é"), binary("[2]", "010000004102000000c3a9").texts());
    assertEquals(List.of("ABCDEFGHIJ"), binary("[1,1]", "0a0000004142434445464748494a").texts());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "010000           | the bytes of the input end within element 0",
        "0200000041       | the bytes of the input end within element 0",
        "010000004101     | the bytes of the input end within element 1",
        "ffffffff41       | the bytes of the input end within element 0",
        "ffffff7f41       | the bytes of the input end within element 0",
        "0000008041       | the bytes of the input end within element 0",
        "01000000ff       | element 0 of the input: byte 0 is 255, which is not UTF-8",
        "010000004101000000c3 | element 1 of the input: byte 0 is 195, which is not UTF-8",
        "00000000         | element 0 of the input: the sequence is empty",
        "0b0000004141414141414141414141 | element 0 of the input: the sequence has 11 characters",
        "01000000410100000042 | the input's shape is [1], but it has 2 elements",
      })
  void whatIsWrongWithBytesIsSaid(String hex, String message) {
    Refused.with(400, message, () -> binary("[1]", hex));
  }

  @Test
  void sizesMustAgree() {
    Refused.with(
        400,
        "5 bytes, but the input's 'binary_data_size' is 6",
        () -> binary("[1]", "0100000041", 6));
    Refused.with(
        400,
        "5 bytes, but the input's 'binary_data_size' is 4",
        () -> binary("[1]", "0100000041", 4));
    byte[] json = input(data(1)).getBytes(StandardCharsets.UTF_8);
    for (int wrong : new int[] {-1, json.length + 1, Integer.MAX_VALUE}) {
      Refused.with(
          400,
          "Inference-Header-Content-Length says that " + wrong + " bytes are JSON",
          () -> READER.infer(json, json.length, OptionalInt.of(wrong)));
    }
    Refused.with(
        400, "but there is none", () -> READER.infer(json, json.length, OptionalInt.of(0)));
    Refused.with(
        400,
        "it is not JSON",
        () -> READER.infer(json, json.length, OptionalInt.of(json.length - 1)));
    byte[] more = (input(data(1)) + "rest").getBytes(StandardCharsets.UTF_8);
    Refused.with(
        400,
        "behind the JSON are 4 bytes, but the input's 'binary_data_size' is missing",
        () -> READER.infer(more, more.length, OptionalInt.of(json.length)));
  }
}
