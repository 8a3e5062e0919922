package io.incrt.serve.reload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.Digests;
import io.incrt.folder.Manifest;
import io.incrt.serve.LittleServer;
import io.incrt.serve.LittleServer.LittleModel;
import io.incrt.serve.model.Answer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.ModelCard;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that change while their models are served. */
class ModelFoldersTest {

  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();
  private final ReloadListener listener =
      new ReloadListener() {
        @Override
        public void reloaded(String name, ModelCard card) {
          told.add("reloaded " + name);
        }

        @Override
        public void kept(String name, Path where, Throwable problem) {
          told.add("kept " + name + ": " + problem.getMessage());
        }
      };

  private final List<String> put = new ArrayList<>();
  private ModelFolders folders;

  /** Loads what config.json says, which must not be "broken". */
  private static final class Told extends LittleModel {
    private final String text;

    Told(String text) {
      this.text = text;
    }
  }

  private static Answerer load(Path from) throws IOException {
    String text = Files.readString(from.resolve("config.json"));
    if (text.startsWith("broken")) {
      throw new IOException("it is broken");
    }
    return new Told(text);
  }

  @BeforeEach
  void begin() throws IOException {
    write("config.json", "first");
    folders =
        new ModelFolders(
            ModelFoldersTest::load, (name, model) -> put.add(((Told) model).text), listener);
    folders.load("m", folder);
    assertEquals(List.of("first"), put);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void lookTwice() {
    folders.look();
    folders.look();
  }

  @Test
  void aFolderThatStaysAsItIsIsNotReadAgain() {
    lookTwice();
    assertEquals(List.of("first"), put);
    assertEquals(List.of(), told);
  }

  @Test
  void aChangedFolderTakesThePlaceOfTheOneBefore() throws IOException {
    write("config.json", "the second");
    folders.look();
    assertEquals(List.of("first"), put, "it may be half of it");
    folders.look();
    assertEquals(List.of("first", "the second"), put);
    assertEquals(List.of("reloaded m"), told);
    lookTwice();
    assertEquals(2, put.size());
  }

  @Test
  void aFolderThatIsWholeIsNotWaitedFor() throws IOException {
    byte[] text = "the second".getBytes(StandardCharsets.UTF_8);
    Manifest manifest =
        Manifest.of(
            List.of(
                new Manifest.Entry("config.json", text.length, Digests.sha256().add(text).hex())));
    write("config.json", "the sec");
    Files.write(folder.resolve(Manifest.NAME), manifest.toJson());
    folders.look();
    assertEquals(List.of("first"), put, "a file is shorter than the manifest says");
    Files.write(folder.resolve("config.json"), text);
    folders.look();
    assertEquals(List.of("first", "the second"), put);
  }

  @Test
  void whatIsCopiedSlowlyIsWaitedForButNotForEver() throws IOException {
    StringBuilder text = new StringBuilder("longer");
    for (int i = 0; i < 6; i++) {
      write("config.json", text.append('x').toString());
      folders.look();
    }
    assertEquals(2, put.size());
  }

  @Test
  void aBrokenFolderKeepsTheModelAndIsToldOfOnce() throws IOException {
    write("config.json", "broken one");
    lookTwice();
    lookTwice();
    assertEquals(List.of("kept m: it is broken"), told);
    write("config.json", "broken as well");
    lookTwice();
    assertEquals(2, told.size(), "it is broken in another way");
    write("config.json", "whole again");
    lookTwice();
    assertEquals(List.of("first", "whole again"), put);
  }

  @Test
  void aFolderThatIsGoneKeepsTheModel() throws IOException {
    Files.delete(folder.resolve("config.json"));
    lookTwice();
    lookTwice();
    assertEquals(1, told.size());
    assertEquals(List.of("first"), put);
    write("config.json", "back");
    lookTwice();
    assertEquals(List.of("first", "back"), put);
  }

  @Test
  void reportsAndLogsChangeNoModel() throws IOException {
    for (String name : List.of("report.html", "live.jsonl", "metrics.jsonl", "growth.jsonl")) {
      write(name, "new");
    }
    lookTwice();
    assertEquals(List.of("first"), put);
  }

  @Test
  void anotherFolderInItsPlaceIsSeen() throws IOException {
    Path link = folder.resolve("current");
    Path one = Files.createDirectory(folder.resolve("one"));
    Path two = Files.createDirectory(folder.resolve("two"));
    Files.writeString(one.resolve("config.json"), "same");
    Files.writeString(two.resolve("config.json"), "sane");
    Files.createSymbolicLink(link, one);
    folders.load("linked", link);
    Files.delete(link);
    Files.createSymbolicLink(link, two);
    lookTwice();
    assertEquals(List.of("first", "same", "sane"), put);
  }

  @Test
  void theFirstModelMustBeThere() {
    Path nowhere = folder.resolve("nowhere");
    assertThrows(IOException.class, () -> folders.load("n", nowhere));
    lookTwice();
    assertEquals(List.of(), told);
  }

  /** Says its number, unless it was closed, which nobody may notice. */
  private static final class Numbered extends LittleModel {
    private final int number;
    private final AtomicInteger open;
    private final AtomicBoolean closed = new AtomicBoolean();

    Numbered(int number, AtomicInteger open) {
      this.number = number;
      this.open = open;
      open.incrementAndGet();
    }

    @Override
    public List<Answer> answer(List<String> texts) {
      List<Answer> answers =
          Collections.nCopies(texts.size(), Answer.of(new float[] {number, 0}, 1, null));
      LockSupport.parkNanos(100_000);
      if (closed.get()) {
        throw new IllegalStateException("it is closed");
      }
      return answers;
    }

    @Override
    public void close() {
      closed.set(true);
      open.decrementAndGet();
    }
  }

  @Test
  void noRequestIsLostWhileModelsComeAndGo() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    Set<String> wrong = Collections.synchronizedSet(new TreeSet<>());
    AtomicInteger answered = new AtomicInteger();
    try (LittleServer server = new LittleServer(settings -> settings, new Numbered(1, open))) {
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread client =
            new Thread(
                () -> {
                  while (!over.get()) {
                    ask(server, wrong);
                    answered.incrementAndGet();
                  }
                });
        client.start();
        clients.add(client);
      }
      for (int i = 2; i <= 100; i++) {
        int before = answered.get();
        server.server().put("little", new Numbered(i, open));
        while (answered.get() <= before && wrong.isEmpty()) {
          Thread.sleep(1);
        }
      }
      over.set(true);
      for (Thread client : clients) {
        client.join();
      }
      assertEquals(1, open.get(), "all but the last are closed");
    }
    assertEquals(Set.of(), wrong);
    assertTrue(answered.get() >= 99);
    assertEquals(0, open.get());
  }

  private static void ask(LittleServer server, Set<String> wrong) {
    try {
      HttpResponse<String> answer = server.post("/predict", "{\"text\":\"a\"}");
      if (answer.statusCode() != 200) {
        wrong.add(answer.statusCode() + " " + answer.body());
      }
    } catch (Exception e) {
      wrong.add(e.toString());
    }
  }
}
