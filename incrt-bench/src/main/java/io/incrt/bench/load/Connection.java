package io.incrt.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A connection that is asked for one request after the other and never waits. */
final class Connection {

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ResponseReader reader = new ResponseReader();
  private ByteBuffer out = ByteBuffer.allocate(0);
  private boolean connected;
  private boolean sentAny;
  private boolean asking;
  private int index;
  private long due;

  private Connection(SocketChannel channel, Selector selector) throws IOException {
    this.channel = channel;
    this.key = channel.register(selector, SelectionKey.OP_CONNECT, this);
  }

  /** Begins to connect. */
  static Connection open(int port, Selector selector) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Connection connection = new Connection(channel, selector);
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      if (channel.connect(new InetSocketAddress(here, port))) {
        connection.connected = true;
        connection.key.interestOps(SelectionKey.OP_READ);
      }
      return connection;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Sends a request, at once or when there is a connection.
   *
   * @param number of the case
   * @param moment when it should have been sent
   */
  void ask(int number, long moment, byte[] request) throws IOException {
    index = number;
    due = moment;
    asking = true;
    sentAny = false;
    out = ByteBuffer.wrap(request);
    if (connected) {
      write();
    }
  }

  /** Goes on with connecting and sending. */
  void proceed() throws IOException {
    if (!connected && key.isConnectable()) {
      connected = channel.finishConnect();
    }
    if (connected) {
      write();
    }
  }

  private void write() throws IOException {
    sentAny |= out.hasRemaining() && channel.write(out) > 0;
    key.interestOps(SelectionKey.OP_READ | (out.hasRemaining() ? SelectionKey.OP_WRITE : 0));
  }

  /** Reads what came; the answer, or null while it is not whole. */
  ResponseReader.Response read(ByteBuffer buffer)
      throws IOException, ResponseReader.NoHttpException {
    while (true) {
      buffer.clear();
      int count = channel.read(buffer);
      if (count < 0) {
        throw new IOException("closed by the server");
      }
      reader.add(buffer.flip());
      if (count < buffer.capacity()) {
        return reader.next();
      }
    }
  }

  /** The request has its answer. */
  void answered() {
    asking = false;
  }

  boolean isAsking() {
    return asking;
  }

  /** Whether the server may have seen anything of the request. */
  boolean hasSent() {
    return sentAny;
  }

  int index() {
    return index;
  }

  long due() {
    return due;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
