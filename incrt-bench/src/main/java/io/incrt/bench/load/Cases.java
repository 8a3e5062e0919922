package io.incrt.bench.load;

import io.incrt.data.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a server is asked, and what it should say.
 *
 * @param cases requests, asked in turn
 * @param tolerance by how much probabilities may differ: sums in batches of another size do
 */
public record Cases(List<Case> cases, double tolerance) {

  /** Copies the list. */
  public Cases {
    cases = List.copyOf(cases);
  }

  /**
   * A request.
   *
   * @param body what is sent
   * @param expected what a model says of each record, probabilities by class; where several models
   *     may answer, one of them must have said all of it
   */
  public record Case(String body, List<List<Map<String, Double>>> expected) {

    int records() {
      return expected.get(0).size();
    }

    /** All that is sent, in one piece. */
    byte[] request(int port, String path) {
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      byte[] head =
          String.join(
                  "\r\n",
                  "POST " + path + " HTTP/1.1",
                  "Host: 127.0.0.1:" + port,
                  "Content-Type: application/json",
                  "Accept: application/json",
                  "Content-Length: " + content.length,
                  "",
                  "")
              .getBytes(StandardCharsets.US_ASCII);
      byte[] all = new byte[head.length + content.length];
      System.arraycopy(head, 0, all, 0, head.length);
      System.arraycopy(content, 0, all, head.length, content.length);
      return all;
    }
  }

  /** Writes them for a generator. */
  public void write(Path file) throws IOException {
    Files.write(file, Json.bytes(this));
  }

  static Cases read(Path file) throws IOException {
    return Json.mapper().readValue(Files.readAllBytes(file), Cases.class);
  }
}
