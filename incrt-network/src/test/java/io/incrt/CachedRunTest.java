package io.incrt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.data.cache.CacheProgress;
import io.incrt.data.cache.StoppedException;
import io.incrt.data.records.Kind;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training that reads its records from a cache. */
class CachedRunTest {

  @TempDir Path folder;
  private Path data;

  /** Texts whose label is whether one word comes before another. */
  @BeforeEach
  void makeData() throws IOException {
    data = Files.writeString(folder.resolve("train.tsv"), texts(3000, 6, 1));
  }

  private static String texts(int records, int longest, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < records; i++) {
      boolean first = random.nextBoolean();
      text.append(first ? "sun" : "moon");
      for (int j = random.nextInt(longest); j >= 0; j--) {
        text.append(" w").append(random.nextInt(400));
      }
      text.append('\t').append(first ? "day" : "night").append('\n');
    }
    return text.toString();
  }

  private Training training() {
    return Incrt.training()
        .data(data)
        .set("data.cache", "ALWAYS")
        .set("network.width", "16")
        .set("training.steps", "40")
        .set("training.evaluateEvery", "20")
        .set("homeostat.evidence.judges", "50");
  }

  @Test
  void itLearnsAsFromMemory() throws IOException {
    List<String> remarks = new ArrayList<>();
    List<CacheProgress.At> read = new ArrayList<>();
    Training.Outcome outcome =
        training()
            .listener(
                new RunListener() {
                  @Override
                  public void remarked(String remark) {
                    remarks.add(remark);
                  }

                  @Override
                  public void reading(CacheProgress.At at) {
                    read.add(at);
                  }
                })
            .run(folder.resolve("model"));

    assertTrue(outcome.finished());
    assertTrue(outcome.score() > 0.95, "score " + outcome.score());
    String said = String.join("\n", remarks);
    assertTrue(said.contains("training records were written to "), said);
    assertTrue(said.contains("held out to validate on"), said);
    assertTrue(said.contains("is read as text"), said);
    assertEquals(3000, read.get(read.size() - 1).records());
    try (Incrt model = Incrt.load(folder.resolve("model"))) {
      assertEquals(List.of("day", "night"), model.labels());
    }
    try (Stream<Path> caches = Files.list(folder.resolve("model/cache"))) {
      assertEquals(1, caches.filter(file -> file.toString().endsWith(".tokens")).count());
    }
  }

  @Test
  void aRunThatIsStoppedAndResumedEndsWithTheSameModelToTheBit() throws IOException {
    training().cache(folder.resolve("cache")).run(folder.resolve("whole"));
    int[] polls = {0};
    Training.Outcome stopped =
        training()
            .cache(folder.resolve("cache"))
            .stopWhen(() -> ++polls[0] > 29)
            .run(folder.resolve("halved"));
    assertFalse(stopped.finished());

    training().cache(folder.resolve("cache")).resume(true).run(folder.resolve("halved"));

    assertArrayEquals(
        Files.readAllBytes(folder.resolve("whole/model.safetensors")),
        Files.readAllBytes(folder.resolve("halved/model.safetensors")));
  }

  @Test
  void severalSeedsShareOneCache() throws IOException {
    SeveralRuns.seeds(training().set("training.steps", "4"), 2).run(folder.resolve("runs"));
    try (Stream<Path> caches = Files.list(folder.resolve("runs/cache"))) {
      assertEquals(1, caches.filter(file -> file.toString().endsWith(".tokens")).count());
    }
    assertFalse(Files.exists(folder.resolve("runs/seed-1/cache")));
  }

  @Test
  void aDamagedCacheIsRefusedByName() throws IOException {
    training().set("training.steps", "2").run(folder.resolve("model"));
    Path cache;
    try (Stream<Path> caches = Files.list(folder.resolve("model/cache"))) {
      cache = caches.filter(file -> file.toString().endsWith(".tokens")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(cache);
    bytes[1000] ^= 1;
    Files.write(cache, bytes);

    CorruptFileException e =
        assertThrows(
            CorruptFileException.class,
            () -> training().overwrite(true).run(folder.resolve("model")));
    assertTrue(e.getMessage().startsWith(cache.toString()), e.getMessage());
  }

  @Test
  void stoppingWhileItReadsSaysThatItGoesOn() {
    StoppedException e =
        assertThrows(
            StoppedException.class,
            () -> {
              Files.writeString(data, texts(40_000, 80, 2));
              training().kind(Kind.TEXT).stopWhen(() -> true).run(folder.resolve("model"));
            });
    assertTrue(e.getMessage().contains("the same command goes on"), e.getMessage());
  }

  @Test
  void whatACacheCannotServeIsRefusedInWords() {
    requireRefused("parts.letters=0", training().set("parts.letters", "8"));
    requireRefused("data.wordPieces", training().set("data.wordPieces", "100"));
    requireRefused("parts.floor=ADDED", training().set("parts.floor", "ADDED"));
    requireRefused("only the records of a file", training().data("-"));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SeveralRuns.folds(training(), 3).run(folder.resolve("folds")));
    assertTrue(e.getMessage().contains("cross-validation deals out"), e.getMessage());
  }

  private void requireRefused(String words, Training training) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> training.run(folder.resolve("refused")));
    assertTrue(e.getMessage().contains(words.replace("=0", "")), e.getMessage());
    assertTrue(
        e.getMessage().contains("data.cache=NEVER") || e.getMessage().contains("AUTO"),
        e.getMessage());
  }
}
