package io.incrt.serve.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The body of {@code POST /predict}, whole and broken. */
class PredictBodyTest {

  private static final int RECORDS = 3;
  private static final int LETTERS = 2000;
  private static final RequestReader READER =
      new RequestReader(new Limits(1 << 20, 1 << 20, RECORDS, LETTERS));

  private static PredictRequest read(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return READER.predict(bytes, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'text':'ACGT'}",
        "{'sentence':'ACGT'}",
        "{'sequence':'ACGT'}",
        "{'texts':['ACGT']}",
        "{'records':['ACGT']}",
        "{'records':[{'text':'ACGT'}]}",
        "{'records':[{'sentence':'ACGT','label':'x','more':{'a':[1,2,{}]}}]}",
        "{'records':[{'id':null,'sequence':'ACGT'}]}",
        "  {'model':null,'top':0,'text':'ACGT'}\n\t ",
        "{'text':'\\u0041CGT'}"
      })
  void oneRecordIsWrittenInManyWays(String body) {
    PredictRequest request = read(body.replace('\'', '"'));
    assertNull(request.model());
    assertEquals(0, request.top());
    assertEquals(List.of(Entry.of("1", "ACGT")), request.entries());
  }

  @Test
  void recordsKeepTheirNamesAndTheOthersTheirNumbers() {
    PredictRequest request =
        read("{\"records\":[{\"id\":7,\"text\":\"a\"},\"b\",{\"text\":\"c\",\"id\":\"x\"}]}");
    assertEquals(
        List.of(Entry.of("7", "a"), Entry.of("2", "b"), Entry.of("x", "c")), request.entries());
    assertEquals(
        "true", read("{\"records\":[{\"id\":true,\"text\":\"a\"}]}").entries().get(0).id());
    assertEquals(
        "1.50", read("{\"records\":[{\"id\":1.50,\"text\":\"a\"}]}").entries().get(0).id());
  }

  @Test
  void modelAndNumberOfClassesAreRead() {
    PredictRequest request = read("{\"text\":\"a\",\"model\":\"m\",\"top\":2147483647}");
    assertEquals("m", request.model());
    assertEquals(Integer.MAX_VALUE, request.top());
  }

  @Test
  void aRecordThatCannotBeUsedFailsAlone() {
    PredictRequest request = read("{\"records\":[{\"id\":\"x\"},\" \",\"good\"]}");
    assertEquals(
        List.of(
            Entry.bad("x", "the record has no 'text', 'sentence' or 'sequence'"),
            Entry.bad("2", "the sequence is empty"),
            Entry.of("3", "good")),
        request.entries());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "                            | a JSON object was expected, but there is none",
        "  \t                        | there is none",
        "[]                          | but there is a list",
        "\"ACGT\"                    | but there is a string",
        "7                           | but there is a number",
        "true                        | but there is true or false",
        "null                        | but there is null",
        "ACGT                        | it is not JSON at line 1, column",
        "{                           | it is not JSON at line 1, column",
        "{\"text\"                   | it is not JSON",
        "{\"text\":                  | it is not JSON",
        "{\"text\":\"a               | it is not JSON",
        "{\"text\":\"a\"             | it is not JSON",
        "{\"text\":\"a\",}           | it is not JSON",
        "{'text':'a'}                | it is not JSON",
        "{\"text\":\"a\\x\"}         | it is not JSON",
        "{\"text\":\"a\\u12\"}       | it is not JSON",
        "{\"text\":\"a\tb\"}         | it is not JSON",
        "{\"text\":NaN}              | it is not JSON",
        "{\"text\":\"a\"} {}         | there is something behind the end",
        "{\"text\":\"a\"} x          | it is not JSON",
        "{}                          | there are no records; a request has 'text'",
        "{\"top\":1}                 | there are no records",
        "{\"text\":7}                | 'text' must be a string, but it is a number",
        "{\"text\":[\"a\"]}          | 'text' must be a string, but it is a list",
        "{\"text\":{}}               | 'text' must be a string, but it is an object",
        "{\"texts\":\"a\"}           | 'texts' must be a list, but it is a string",
        "{\"texts\":null}            | 'texts' must be a list, but it is null",
        "{\"texts\":[]}              | 'texts' is empty",
        "{\"records\":[]}            | 'records' is empty",
        "{\"texts\":[{\"text\":1}]}  | 'texts 1' must be a string, but it is an object",
        "{\"texts\":[\"a\",[]]}      | 'texts 2' must be a string, but it is a list",
        "{\"records\":[null]}        | 'records 1' must be an object, but it is null",
        "{\"records\":[\"a\",3]}     | 'records 2' must be an object, but it is a number",
        "{\"records\":[{\"text\":1}]} | 'text' must be a string, but it is a number",
        "{\"records\":[{\"id\":[]}]} | 'id' must be a string, but it is a list",
        "{\"records\":{\"a\":\"b\"}} | 'records' must be a list, but it is an object",
        "{\"text\":\"a\",\"texts\":[]} | choose 'text' or 'texts', not both",
        "{\"records\":[{\"text\":\"a\",\"sequence\":\"b\"}]} | choose 'text' or 'sequence'",
        "{\"text\":\"a\",\"text\":\"b\"} | Duplicate field 'text'",
        "{\"records\":[{\"z\":1,\"z\":2}]} | Duplicate field 'z'",
        "{\"text\":\"a\",\"temperature\":1} | 'temperature' is not known here; there is 'text'",
        "{\"text\":\"a\",\"model\":1} | 'model' must be a string, but it is a number",
        "{\"text\":\"a\",\"model\":\"\\ud800\"} | 'model' has half of a surrogate pair",
        "{\"text\":\"a\",\"top\":-1} | 'top' must be a whole number from 0 to 2147483647",
        "{\"text\":\"a\",\"top\":1.0} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":\"1\"} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":null} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":2147483648} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":9223372036854775808} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":1e400} | 'top' must be a whole number",
        "{\"text\":\"a\",\"top\":01}  | it is not JSON",
        "{\"text\":\"a\",\"top\":-}   | it is not JSON",
      })
  void whatIsWrongIsSaid(String body, String message) {
    Refused.with(400, message, () -> read(body == null ? "" : body));
  }

  @Test
  void asManyRecordsAsMayBeButNotOneMore() {
    assertEquals(RECORDS, read(texts(RECORDS)).entries().size());
    Refused.with(413, "a request may have at most 3 records", () -> read(texts(RECORDS + 1)));
  }

  private static String texts(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"a\"")
        .collect(Collectors.joining(",", "{\"texts\":[", "]}"));
  }

  @Test
  void aRecordIsAsLongAsItMayBeButNotOneLetterLonger() {
    String longest = "A".repeat(LETTERS);
    assertEquals(longest, read("{\"text\":\"" + longest + "\"}").entries().get(0).text());
    Refused.with(
        413, "a text has more than 2000 characters", () -> read("{\"text\":\"" + longest + "A\"}"));
    Refused.with(
        413,
        "a text has more than 2000 characters",
        () -> read("{\"text\":\"" + "A".repeat(900_000) + "\"}"));
    // Written as an escape a letter is still one letter.
    assertEquals(
        LETTERS,
        read("{\"text\":\"" + "\\u0041".repeat(LETTERS) + "\"}").entries().get(0).text().length());
  }

  @Test
  void whereTextsAreShorterThanNamesTheOneTooLongFailsAlone() {
    RequestReader reader = new RequestReader(new Limits(1000, 1000, RECORDS, 3));
    byte[] body = "{\"texts\":[\"AAA\",\"AAAA\"]}".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        List.of(
            Entry.of("1", "AAA"),
            Entry.bad("2", "the sequence has 4 characters, more than 3 are not taken")),
        reader.predict(body, body.length).entries());
  }

  @Test
  void namesAreAsLongAsTheyMayBe() {
    String name = "n".repeat(Limits.NAME);
    assertEquals(name, read("{\"text\":\"a\",\"model\":\"" + name + "\"}").model());
    Refused.with(
        413,
        "'model' may have at most 1000 characters, not 1001",
        () -> read("{\"text\":\"a\",\"model\":\"" + name + "n\"}"));
    Refused.with(
        400, "the JSON is refused", () -> read("{\"text\":\"a\",\"" + name + "n\":\"x\"}"));
    Refused.with(
        400,
        "the JSON is refused",
        () -> read("{\"text\":\"a\",\"top\":" + "1".repeat(Limits.NAME + 1) + "}"));
    String number = "9".repeat(Limits.NAME);
    assertEquals(
        number,
        read("{\"records\":[{\"text\":\"a\",\"id\":" + number + "}]}").entries().get(0).id());
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 1000, 400_000})
  void whatIsNestedTooDeepIsRefusedHoweverDeep(int depth) {
    // The object and the list of records are two.
    int inner = depth - 3;
    String body =
        "{\"records\":[{\"text\":\"a\",\"x\":" + "[".repeat(inner) + "]".repeat(inner) + "}]}";
    if (depth <= 20) {
      assertEquals(1, read(body).entries().size());
    } else {
      Refused.with(400, "exceeds the maximum allowed (20)", () -> read(body));
      Refused.with(400, "the JSON is refused", () -> read(body.replace("[[", "[{\"a\":[")));
    }
  }

  @Test
  void halfACharacterIsNoRecordAndAWholeOneIs() {
    assertEquals("\ud83d\ude00", read("{\"text\":\"\\ud83d\\ude00\"}").entries().get(0).text());
    for (String half : List.of("\\ud83d", "\\ude00", "\\ude00\\ud83d", "\\ud83dx", "x\\ud83d")) {
      assertEquals(
          "the sequence has half of a surrogate pair",
          read("{\"text\":\"" + half + "\"}").entries().get(0).problem(),
          half);
    }
  }

  @Test
  void thousandsOfFieldsWithTheSameHashAreReadOrRefused() {
    // What a parser keeps of names must not be made slow, or fail, by names made for it.
    String fields =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "\"" + "AaBB".repeat(1 + i % 7) + i + "\":1")
            .collect(Collectors.joining(","));
    assertEquals(
        List.of(Entry.of("1", "a")),
        read("{\"records\":[{" + fields + ",\"text\":\"a\"}]}").entries());
  }

  @Test
  void onlyTheBytesThatAreThereAreRead() {
    byte[] body = "{\"text\":\"a\"}garbage".getBytes(StandardCharsets.UTF_8);
    assertEquals(1, READER.predict(body, 12).entries().size());
  }

  @Test
  void whatAClientSentIsRepeatedInOneLineAndNotAtLength() {
    for (String before : List.of("", "x")) {
      String message = before + "\ud83d\ude00".repeat(300);
      Refused.with(
          404,
          "…",
          () -> {
            throw new RefusedException(404, message);
          });
    }
    Refused.with(400, "'a b' is not known", () -> read("{\"a\\r\\n\\u2028\\u202eb\":1}"));
  }
}
