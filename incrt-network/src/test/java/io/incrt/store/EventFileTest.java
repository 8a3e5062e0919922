package io.incrt.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTest {

  @TempDir private Path run;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(run.resolve(EventFile.FOLDER))) {
      return files.sorted().toList();
    }
  }

  @Test
  void theChecksumIsThatOfTfRecord() {
    // crc32c("123456789") = e3069283, then turned by 15 and shifted by a constant.
    assertEquals(
        ((0xe3069283 >>> 15) | (0xe3069283 << 17)) + 0xa282ead8,
        EventFile.checksum("123456789".getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void aRecordStandsBetweenItsLengthAndItsChecksum() throws IOException {
    byte[] record = {1, 2, 3, -4};
    try (EventFile file = EventFile.create(run, 0)) {
      file.write(record);
      file.sync();
    }
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(files().get(0))).order(ByteOrder.LITTLE_ENDIAN);
    byte[] length = new byte[8];
    bytes.get(length);
    assertArrayEquals(new byte[] {4, 0, 0, 0, 0, 0, 0, 0}, length);
    assertEquals(EventFile.checksum(length), bytes.getInt());
    byte[] read = new byte[4];
    bytes.get(read);
    assertArrayEquals(record, read);
    assertEquals(EventFile.checksum(record), bytes.getInt());
    assertEquals(0, bytes.remaining());
  }

  @Test
  void aRunThatGoesOnStandsBehindAndANewOneInPlaceOfThose() throws IOException {
    Path foreign = Files.createDirectory(run.resolve(EventFile.FOLDER)).resolve("events.mine");
    Files.writeString(foreign, "x");
    Path ahead = run.resolve(EventFile.FOLDER).resolve("events.out.tfevents.9999999990.incrt");
    Files.writeString(ahead, "of a clock that was ahead");
    EventFile.create(run, 5).close();
    EventFile.create(run, 5).close();
    List<String> names = files().stream().map(file -> file.getFileName().toString()).toList();
    assertEquals(
        List.of(
            "events.mine",
            "events.out.tfevents.9999999990.incrt",
            "events.out.tfevents.9999999991.incrt",
            "events.out.tfevents.9999999992.incrt"),
        names);
    EventFile.create(run, 0).close();
    assertEquals(2, files().size());
    EventFile.forget(run);
    assertEquals(List.of(foreign), files());
  }

  /** A time, a step, and something. */
  private static byte[] event(int step) {
    byte[] event = new byte[40];
    event[0] = 9;
    event[9] = 16;
    event[10] = (byte) ((step & 0x7f) | 0x80);
    event[11] = (byte) (step >> 7);
    return event;
  }

  @Test
  void whatWasWrittenAfterTheCheckpointIsCutOff() throws IOException {
    try (EventFile file = EventFile.create(run, 0)) {
      for (int step : new int[] {0, 100, 200, 200, 201, 300}) {
        file.write(event(step));
      }
    }
    Path first = files().get(0);
    long record = Files.size(first) / 6;
    EventFile.create(run, 200).close();
    assertEquals(4 * record, Files.size(first));
    // Killed within a record.
    Files.write(first, Arrays.copyOf(Files.readAllBytes(first), (int) (3 * record) + 20));
    EventFile.create(run, 200).close();
    assertEquals(3 * record, Files.size(first));
    // A length that no file has.
    byte[] damaged = Arrays.copyOf(Files.readAllBytes(first), (int) (3 * record) + 40);
    Arrays.fill(damaged, (int) (3 * record), (int) (3 * record) + 7, (byte) -1);
    damaged[(int) (3 * record) + 7] = 0x7f;
    Files.write(first, damaged);
    EventFile.create(run, 200).close();
    assertEquals(3 * record, Files.size(first));
  }

  @Test
  void whatIsInTheWayIsNamed() throws IOException {
    Path folder = run.resolve(EventFile.FOLDER);
    Files.writeString(folder, "a file");
    EventFile.forget(run);
    String message =
        assertThrows(RuntimeException.class, () -> EventFile.create(run, 0)).getMessage();
    assertTrue(message.startsWith(folder.toString()), message);
    assertTrue(message.contains("must be a directory"), message);
  }
}
