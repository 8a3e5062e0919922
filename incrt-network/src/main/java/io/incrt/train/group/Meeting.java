package io.incrt.train.group;

import io.incrt.tensor.Libtorch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * Where the members of a group meet: c10d's store of keys and values, kept by rank 0 or by what
 * started the group. A connection is for one thread at a time.
 */
final class Meeting implements AutoCloseable {

  private final TCPStore connection;
  private final PrefixStore store;

  private Meeting(TCPStore connection, PrefixStore store) {
    this.connection = connection;
    this.store = store;
  }

  /**
   * A connection to it.
   *
   * @param serves whether it begins here
   */
  static Meeting of(Member member, boolean serves, Duration patience) {
    return Libtorch.scoped(
        () -> {
          TCPStoreOptions options =
              new TCPStoreOptions()
                  .port((short) member.port())
                  .isServer(serves)
                  .waitWorkers(false)
                  .timeout(new Milliseconds(patience.toMillis()));
          TCPStore connection = new TCPStore(member.address(), options);
          PrefixStore store = new PrefixStore("incrt/" + member.attempt() + "/", connection);
          return new Meeting(Libtorch.keep(connection), Libtorch.keep(store));
        });
  }

  PrefixStore store() {
    return store;
  }

  void set(String key, String value) {
    Libtorch.scoped(
        () -> {
          store.set(new BytePointer(key), bytes(value));
          return null;
        });
  }

  /** What a key has now. */
  Optional<String> get(String key) {
    return Libtorch.scoped(
        () ->
            store.check(new StringVector(key))
                ? Optional.of(new String(store.get(key).get(), StandardCharsets.UTF_8))
                : Optional.empty());
  }

  private static ByteVector bytes(String value) {
    return new ByteVector(value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    store.close();
    connection.close();
  }
}
