package io.incrt.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A server that answers as it is told, by the number of the request; null hangs up instead. */
final class FakeServer implements AutoCloseable {

  private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final IntFunction<String> answers;
  private final AtomicInteger count = new AtomicInteger();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  FakeServer(IntFunction<String> answers) throws IOException {
    this.answers = answers;
    start(this::accept);
  }

  static String answer(String status, String headers, String body) {
    return "HTTP/1.1 "
        + status
        + "\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  int port() {
    return socket.getLocalPort();
  }

  int requests() {
    return count.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "fake");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        open.add(client);
        start(() -> answer(client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void answer(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      while (readRequest(in)) {
        String answer = answers.apply(count.getAndIncrement());
        if (answer == null) {
          return;
        }
        client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      // The generator is done.
    }
  }

  private static boolean readRequest(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return false;
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    int length = Integer.parseInt(text.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
    return in.readNBytes(length).length == length;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket client : open) {
      client.close();
    }
  }
}
