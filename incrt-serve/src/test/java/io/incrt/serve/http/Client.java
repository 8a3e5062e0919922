package io.incrt.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.incrt.data.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A client that says what it likes, byte by byte, which no proper client does. */
final class Client implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 15_000;

  private final Socket socket;
  private final InputStream in;
  private boolean inChunks;

  Client(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer; names of headers are in small letters. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Said(int status, TreeMap<String, String> headers, byte[] bytes) {

    String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    JsonNode json() throws IOException {
      return Json.mapper().readTree(bytes);
    }

    List<JsonNode> lines() throws IOException {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : text().lines().toList()) {
        lines.add(Json.mapper().readTree(line));
      }
      return lines;
    }

    /** Requires a refusal as the server writes them: JSON, one line, that holds a text. */
    Said refused(int wanted, String part) throws IOException {
      assertEquals(wanted, status, this::text);
      assertEquals("application/json", header("Content-Type"), this::text);
      assertEquals(1, json().size(), this::text);
      String error = json().path("error").asText();
      assertTrue(error.contains(part), this::text);
      assertEquals(1, error.lines().count(), error);
      return this;
    }

    /** Requires that all went well. */
    Said ok() {
      assertEquals(200, status, this::text);
      return this;
    }

    boolean closes() {
      return "close".equals(header("Connection"));
    }
  }

  static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }

  static String post(String path, String type, String body) {
    return head(path, type)
        + "Content-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  /** A request's line and first headers; the empty line is still to come. */
  static String head(String path, String type) {
    return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Type: " + type + "\r\n";
  }

  /** A piece of a chunked body. */
  static String chunk(String text) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return Integer.toHexString(length) + "\r\n" + text + "\r\n";
  }

  Client send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  Client send(byte... bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends what the server may refuse to take. */
  Client push(byte... bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      // The server has closed; what it said can still be read.
    }
    return this;
  }

  Client halfClose() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Goes away without a word. */
  void vanish() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** The next answer. */
  Said read() throws IOException {
    return readBody(readHead());
  }

  /** The rest of an answer. */
  Said readBody(Said said) throws IOException {
    String length = said.header("Content-Length");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if ("chunked".equalsIgnoreCase(said.header("Transfer-Encoding"))) {
      for (String piece = readChunk(); !piece.isEmpty(); piece = readChunk()) {
        body.writeBytes(piece.getBytes(StandardCharsets.ISO_8859_1));
      }
    } else if (length != null) {
      body.writeBytes(readBytes(Integer.parseInt(length)));
    } else if (said.closes()) {
      body.writeBytes(in.readAllBytes());
    }
    return new Said(said.status, said.headers, body.toByteArray());
  }

  /** The next answer's first lines. */
  Said readHead() throws IOException {
    String first = readLine();
    assertTrue(first.startsWith("HTTP/1."), first);
    TreeMap<String, String> headers = new TreeMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Said(Integer.parseInt(first.substring(9, 12)), headers, new byte[0]);
  }

  /** The next piece of a chunked answer, byte by byte; empty at its end. */
  String readChunk() throws IOException {
    // The end of a piece may come with the beginning of the next.
    String first = inChunks ? readLine() : "";
    assertEquals("", first);
    inChunks = true;
    int length = Integer.parseInt(readLine(), 16);
    String piece = new String(readBytes(length), StandardCharsets.ISO_8859_1);
    if (length == 0) {
      assertEquals("", readLine());
      inChunks = false;
    }
    return piece;
  }

  private byte[] readBytes(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer ends after " + bytes.length + " bytes");
    }
    return bytes;
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed after: " + line);
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).replace("\r", "");
  }

  /** Whether the server says something, or closes, within a time. */
  boolean hearsWithin(Duration time) throws IOException {
    socket.setSoTimeout(Math.toIntExact(time.toMillis()));
    try {
      in.mark(1);
      in.read();
      in.reset();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MILLIS);
    }
  }

  /** Waits for the server to end the connection; there must be nothing more to read. */
  void requireClosed() throws IOException {
    try {
      assertEquals(-1, in.read(), "the server has more to say");
    } catch (SocketException e) {
      // Reset: it is closed, too.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
