package io.incrt.report.tensorboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.incrt.store.EventFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads event files as TensorBoard does, what a restart takes back included. */
final class EventReader {

  /** Values by tag and step, in the order they were written. */
  final Map<String, List<Said>> values = new TreeMap<>();

  private int restarts;

  record Said(long step, Object value) {}

  static EventReader of(Path run) throws IOException {
    EventReader reader = new EventReader();
    try (Stream<Path> files = Files.list(run.resolve(EventFile.FOLDER))) {
      for (Path file : files.sorted().toList()) {
        reader.read(file);
      }
    }
    return reader;
  }

  int restarts() {
    return restarts;
  }

  List<Long> steps(String tag) {
    return values.getOrDefault(tag, List.of()).stream().map(Said::step).toList();
  }

  private void read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    boolean first = true;
    while (bytes.remaining() >= 12) {
      int length = (int) bytes.getLong();
      bytes.getInt();
      if (bytes.remaining() < length + 4) {
        return;
      }
      byte[] record = new byte[length];
      bytes.get(record);
      bytes.getInt();
      Map<Integer, List<Object>> event = fields(record);
      if (first) {
        assertEquals("brain.Event:2", text(event, 3));
      }
      first = false;
      take(event);
    }
  }

  private void take(Map<Integer, List<Object>> event) {
    long step = event.containsKey(2) ? (long) event.get(2).get(0) : 0;
    if (event.containsKey(7)) {
      restarts++;
      values.values().forEach(said -> said.removeIf(one -> one.step() >= step));
    }
    if (!event.containsKey(5)) {
      return;
    }
    for (Object value : fields((byte[]) event.get(5).get(0)).get(1)) {
      Map<Integer, List<Object>> fields = fields((byte[]) value);
      Object said = fields.containsKey(2) ? fields.get(2).get(0) : null;
      if (fields.containsKey(5)) {
        said = fields((byte[]) fields.get(5).get(0));
      } else if (fields.containsKey(8)) {
        said = text(fields((byte[]) fields.get(8).get(0)), 8);
      }
      values.computeIfAbsent(text(fields, 1), tag -> new ArrayList<>()).add(new Said(step, said));
    }
  }

  private static String text(Map<Integer, List<Object>> fields, int field) {
    return new String((byte[]) fields.get(field).get(0), StandardCharsets.UTF_8);
  }

  /** The fields of a message by number: long, Double, Float or bytes. */
  static Map<Integer, List<Object>> fields(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    Map<Integer, List<Object>> fields = new TreeMap<>();
    while (in.hasRemaining()) {
      long key = varint(in);
      Object value =
          switch ((int) (key & 7)) {
            case 0 -> varint(in);
            case 1 -> in.getDouble();
            case 5 -> in.getFloat();
            case 2 -> {
              byte[] bytes = new byte[(int) varint(in)];
              in.get(bytes);
              yield bytes;
            }
            default -> throw new AssertionError("no such type: " + key);
          };
      fields.computeIfAbsent((int) (key >> 3), number -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte one = in.get();
      value |= (long) (one & 0x7f) << shift;
      if (one >= 0) {
        return value;
      }
    }
  }
}
