package io.incrt.fuzz;

import io.incrt.serve.request.Entry;
import io.incrt.serve.request.InferRequest;
import io.incrt.serve.request.Limits;
import io.incrt.serve.request.Lines;
import io.incrt.serve.request.PredictRequest;
import io.incrt.serve.request.RefusedException;
import io.incrt.serve.request.RequestReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Bodies of requests to a server: the first byte says of which kind, the second how many of the
 * bytes are JSON or how large the pieces are in which lines come. What is taken must be records;
 * what is refused must say why.
 */
public final class RequestTarget {

  private static final int RECORDS = 20;
  private static final int LETTERS = 100;
  private static final int LONGEST_LINE = 300;
  private static final int LONGEST_MESSAGE = 501;
  private static final RequestReader READER =
      new RequestReader(new Limits(10_000, 10_000, RECORDS, LETTERS));

  private RequestTarget() {}

  /** Loads the classes first, which takes longer than any input may. */
  public static void fuzzerInitialize() {
    for (byte kind = 0; kind < 5; kind++) {
      fuzzerTestOneInput(new byte[] {kind, 1, '{', '}'});
    }
  }

  /** Reads the bytes. */
  public static void fuzzerTestOneInput(byte[] data) {
    if (data.length < 2) {
      return;
    }
    byte[] body = Arrays.copyOfRange(data, 2, data.length);
    int second = data[1] & 0xff;
    try {
      switch (data[0]) {
        case 0 -> requirePredict(READER.predict(body, body.length));
        case 1 -> requireInfer(READER.infer(body, body.length, OptionalInt.empty()));
        case 2 -> requireInfer(READER.infer(body, body.length, OptionalInt.of(second)));
        case 3 -> lines(body, 1 + second);
        default -> {
          requireEntry(READER.jsonLine(body, 0, body.length, second));
          requireEntry(READER.textLine(body, 0, body.length, second));
        }
      }
    } catch (RefusedException e) {
      requireMessage(e.getMessage());
      if (e.status() != 400 && e.status() != 413) {
        throw new IllegalStateException("a refusal has the status " + e.status(), e);
      }
    }
  }

  private static void requirePredict(PredictRequest request) {
    if (request.entries().isEmpty() || request.entries().size() > RECORDS || request.top() < 0) {
      throw new IllegalStateException("a request came through that is none: " + request);
    }
    request.entries().forEach(RequestTarget::requireEntry);
  }

  private static void requireInfer(InferRequest request) {
    if (request.texts().isEmpty()
        || request.texts().size() > RECORDS
        || request.outputs().isEmpty()
        || request.timeoutMicros() < 0) {
      throw new IllegalStateException("a request came through that is none: " + request);
    }
    request.texts().forEach(RequestTarget::requireText);
  }

  private static void requireEntry(Entry entry) {
    if (entry.id() == null || entry.text() == null == (entry.problem() == null)) {
      throw new IllegalStateException("neither a record nor none: " + entry);
    }
    requireWritable(entry.id());
    if (entry.text() == null) {
      requireMessage(entry.problem());
    } else {
      requireText(entry.text());
    }
  }

  private static void requireText(String text) {
    if (text.isBlank() || text.length() > LETTERS) {
      throw new IllegalStateException("a text of " + text.length() + " characters came through");
    }
    requireWritable(text);
  }

  private static void requireMessage(String message) {
    if (message == null
        || message.isBlank()
        || message.length() > LONGEST_MESSAGE
        || message.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalStateException("a refusal must say why, in one line of words: " + message);
    }
    requireWritable(message);
  }

  private static void requireWritable(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalStateException("it cannot be written");
    }
  }

  /** Lines are the same however they come. */
  private static void lines(byte[] body, int piece) {
    List<String> whole = cut(body, Math.max(1, body.length));
    List<String> pieces = cut(body, piece);
    if (!whole.equals(pieces)) {
      throw new IllegalStateException(whole + " as a whole, in pieces " + pieces);
    }
  }

  private static List<String> cut(byte[] body, int piece) {
    List<String> cut = new ArrayList<>();
    Lines.Receiver receiver =
        (bytes, from, to) -> {
          requireEntry(READER.jsonLine(bytes, from, to, cut.size()));
          requireEntry(READER.textLine(bytes, from, to, cut.size()));
          cut.add(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        };
    Lines lines = new Lines(LONGEST_LINE);
    try {
      for (int at = 0; at < body.length; at += piece) {
        lines.add(body, at, Math.min(body.length, at + piece), receiver);
      }
      lines.finish(receiver);
    } catch (RefusedException e) {
      cut.add(e.getMessage());
    }
    return cut;
  }
}
