package io.incrt.data.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.records.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of caches on a bad day. */
class CacheDamageTest {

  private static final int RECORDS = 16_000;

  @TempDir Path folder;
  private Path cache;
  private CachePlan plan;

  /** Fails once so many bytes are written, as a full disk does. */
  private static final class Full implements WritableByteChannel {

    private final WritableByteChannel disk;
    private long left;

    Full(WritableByteChannel disk, long left) {
      this.disk = disk;
      this.left = left;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      if (left < bytes.remaining()) {
        throw new IOException("No space left on device");
      }
      left -= bytes.remaining();
      return disk.write(bytes);
    }

    @Override
    public boolean isOpen() {
      return disk.isOpen();
    }

    @Override
    public void close() throws IOException {
      disk.close();
    }
  }

  @BeforeEach
  void makeData() throws IOException {
    cache = Files.createDirectory(folder.resolve("cache"));
    plan = Caches.plan(Caches.texts(folder, RECORDS, 1), cache, Kind.TEXT);
  }

  private byte[] built() throws IOException {
    Caches.builder(plan, disk -> disk).build(CacheProgress.NONE, () -> false);
    return Files.readAllBytes(plan.file());
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void readAll(Path file) throws IOException {
    assertTrue(CachedRecords.verify(file) > 0);
  }

  @Test
  void everyChangedByteAndEveryTruncationIsRefused() throws IOException {
    byte[] whole = built();
    readAll(plan.file());
    Random random = new Random(1);
    Path file = folder.resolve("damaged.tokens");
    for (int i = 0; i < 60; i++) {
      byte[] damaged = whole.clone();
      // Head, blocks, tail and foot in turn.
      int at =
          switch (i % 4) {
            case 0 -> random.nextInt(CacheFormat.HEAD);
            case 1 -> CacheFormat.HEAD + random.nextInt(10 * Caches.BLOCK);
            case 2 -> whole.length - 1 - random.nextInt(1 << 16);
            default -> whole.length - 1 - random.nextInt(CacheFormat.FOOT);
          };
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      CorruptFileException e =
          assertThrows(CorruptFileException.class, () -> readAll(file), "byte " + at);
      assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
      assertTrue(e.getMessage().contains("delete it"), e.getMessage());
    }
    for (int length : new int[] {0, 1, 15, 16, 100, 1 << 17, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThrows(CorruptFileException.class, () -> readAll(file), length + " bytes");
    }
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertThrows(CorruptFileException.class, () -> readAll(file), "a byte more");
  }

  @Test
  void whateverABlockHoldsItIsTakenApartOrRefused() {
    Random random = new Random(2);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(40)];
      random.nextBytes(bytes);
      bytes[0] = (byte) random.nextInt(3);
      try {
        Block block = new Block(bytes, 1 + random.nextInt(3), i % 2 == 0, 2);
        block.require(0);
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertTrue(refused > 10_000);
  }

  @Test
  void aLaterFormatIsNamed() throws IOException {
    byte[] whole = built();
    whole[11] = 2;
    Path file = Files.write(folder.resolve("later.tokens"), whole);
    CorruptFileException e = assertThrows(CorruptFileException.class, () -> readAll(file));
    assertTrue(e.getMessage().contains("format 2, where this version reads 1"), e.getMessage());
  }

  @Test
  void aFullDiskLeavesNothing() throws IOException {
    for (long room : new long[] {0, 100, Caches.BLOCK, 12L * Caches.BLOCK}) {
      CacheBuilder builder = Caches.builder(plan, disk -> new Full(disk, room));
      IOException e =
          assertThrows(
              IOException.class, () -> builder.build(CacheProgress.NONE, () -> false), "" + room);
      assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
      assertTrue(e.getMessage().contains(plan.file().toString()), e.getMessage());
      assertEquals(List.of(), left());
    }
  }

  @Test
  void anInterruptedPassGoesOnAndEndsWithTheSameFile() throws IOException {
    byte[] whole = built();
    Files.delete(plan.file());
    int[] stops = {0};
    boolean ended = false;
    while (!ended) {
      try {
        int[] polls = {0};
        Caches.builder(plan, disk -> disk)
            .build(CacheProgress.NONE, () -> ++polls[0] > 2 + stops[0]);
        ended = true;
      } catch (StoppedException e) {
        stops[0]++;
        assertTrue(e.getMessage().contains("goes on with it"), e.getMessage());
        assertEquals(2, left().size(), "what was built and the journal");
        // As if the process had been killed some time after the journal.
        Path building = cache.resolve(left().get(0));
        Files.write(building, new byte[stops[0] * 1000], StandardOpenOption.APPEND);
      }
      assertTrue(stops[0] < 20, "it never ends");
    }
    assertTrue(stops[0] > 2);
    assertArrayEquals(whole, Files.readAllBytes(plan.file()));
    assertEquals(1, left().size());
  }

  @Test
  void aDamagedJournalOrOtherDataBeginAnew() throws IOException {
    byte[] whole = built();
    Files.delete(plan.file());
    int[] polls = {0};
    assertThrows(
        StoppedException.class,
        () -> Caches.builder(plan, disk -> disk).build(CacheProgress.NONE, () -> ++polls[0] > 4));
    Path journal = cache.resolve(left().get(1));
    byte[] said = Files.readAllBytes(journal);
    said[said.length / 2] ^= 1;
    Files.write(journal, said);

    assertArrayEquals(whole, built());
    assertFalse(Files.exists(journal));
  }
}
