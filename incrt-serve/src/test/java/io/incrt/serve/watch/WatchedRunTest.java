package io.incrt.serve.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.event.Certificate;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import io.incrt.report.live.LiveView;
import io.incrt.report.live.LiveView.Standing;
import io.incrt.store.LiveLog;
import io.incrt.store.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedRunTest {

  @TempDir private Path parent;

  private Path folder;
  private WatchedRun watched;

  @BeforeEach
  void watch() {
    folder = parent.resolve("model");
    watched = new WatchedRun(folder, Instant.MIN);
  }

  private LiveView look() {
    return watched.look(Instant.now());
  }

  @Test
  void aFolderThatIsNotThereYetIsWaitedFor() throws IOException {
    assertEquals(Standing.WAITING, look().standing());
    Files.createDirectory(folder);
    assertEquals(Standing.WAITING, look().standing());
    try (WrittenRun run = WrittenRun.begin(folder, "one")) {
      assertEquals(Standing.RUNNING, look().standing());
      run.tenSteps(0);
      assertEquals(10, look().run().step());
    }
    Files.delete(folder.resolve(LiveLog.NAME));
    assertEquals(Standing.WAITING, look().standing());
    assertEquals(0, look().run().step());
  }

  @Test
  void aRunThatGoesOnIsFollowedWithoutAStepTwice() throws IOException {
    try (WrittenRun run = WrittenRun.begin(folder, "one")) {
      run.tenSteps(0).tenSteps(10);
      look();
      run.tenSteps(20);
      look();
    }
    // Killed within a line, and gone on with from the checkpoint of step 10.
    Files.writeString(folder.resolve(LiveLog.NAME), "{\"live\":\"pul", StandardOpenOption.APPEND);
    assertEquals(30, look().run().step());
    assertTrue(look().trouble().isEmpty());
    Validation first = look().run().validations().iterator().next();
    Moment moment = new Moment(10, 1, 0.0, List.of());
    LiveLine.Begun begun =
        new LiveLine.Begun(LiveLog.now(), 1, "two", 10, 200, "accuracy", 32, 640, null);
    RunFiles.RunLog log =
        new RunFiles.RunLog(List.of(), List.of(first), List.of(moment), Certificate.NONE);
    LiveLog.resume(folder, begun, log).close();
    LiveView view = look();
    assertEquals(10, view.run().step());
    assertEquals(10, view.run().resumedFrom());
    assertEquals(1, view.run().validated());
    assertEquals(1, view.run().loss().points().size());
    assertEquals(Standing.RUNNING, view.standing());
  }

  @Test
  void aRunThatSaysNothingMoreIsSilentUntilItSpeaks() throws IOException {
    Instant begun = Instant.parse("2026-01-02T03:00:00Z");
    try (WrittenRun run = WrittenRun.begin(folder, "one", begun)) {
      assertEquals(Standing.RUNNING, watched.look(begun.plusSeconds(5)).standing());
      LiveView silent = watched.look(begun.plusSeconds(100));
      assertEquals(Standing.SILENT, silent.standing());
      assertEquals(100, silent.quiet().toSeconds());
      // By a clock that is an hour behind.
      run.say(new LiveLine.Pulse(begun.minusSeconds(3500).toString(), 7, 0.5));
      assertEquals(Standing.RUNNING, watched.look(begun.plusSeconds(101)).standing());
      assertEquals(Standing.SILENT, watched.look(begun.plusSeconds(162)).standing());
      run.say(new LiveLine.Ended(begun.toString(), 9, LiveLine.Ending.FAILED));
      assertEquals(Standing.FAILED, watched.look(begun.plusSeconds(900)).standing());
    }
  }

  @Test
  void ofSeveralRunsTheOneIsShownThatSpokeLast() throws IOException {
    WrittenRun.begin(folder.resolve("seed-1"), "one").tenSteps(0).close();
    Path first = folder.resolve("seed-1").resolve(LiveLog.NAME);
    Files.setLastModifiedTime(first, FileTime.from(Instant.now().minusSeconds(60)));
    assertEquals("model, seed 1", look().name());
    WrittenRun.begin(folder.resolve("seed-2"), "two").close();
    LiveView view = look();
    assertEquals("model, seed 2", view.name());
    assertEquals(0, view.run().step());
  }

  @Test
  void aRunOfBeforeIsNotTheOneThatIsMeant() throws IOException {
    Instant start = Instant.parse("2026-01-02T03:00:00Z");
    watched = new WatchedRun(folder, start);
    WrittenRun.begin(folder, "one", start.minusSeconds(1)).tenSteps(0).close();
    assertEquals(Standing.WAITING, watched.look(start).standing());
    WrittenRun.begin(folder, "two", start).close();
    assertEquals(Standing.RUNNING, watched.look(start.plusSeconds(1)).standing());
  }

  @Test
  void whatIsInTheWayIsSaidAndGoesAwayAgain() throws IOException {
    Files.writeString(folder, "a file");
    assertEquals("There is a file where its folder should be.", look().trouble().orElseThrow());
    Files.delete(folder);
    WrittenRun.begin(folder, "one").tenSteps(0).close();
    assertTrue(look().trouble().isEmpty());
    Path log = folder.resolve(LiveLog.NAME);
    Files.writeString(log, "{\"live\":\"grew\"}\n", StandardOpenOption.APPEND);
    String damaged = look().trouble().orElseThrow();
    assertTrue(damaged.contains("live.jsonl:7: the file is damaged"), damaged);
    assertTrue(look().trouble().isPresent());
    Files.delete(log);
    WrittenRun.begin(folder, "two").close();
    Files.setLastModifiedTime(log, FileTime.from(Instant.now().plusSeconds(5)));
    assertTrue(look().trouble().isEmpty());
    assertEquals(Standing.RUNNING, look().standing());
  }
}
