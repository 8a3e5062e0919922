package io.incrt.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.base.file.CorruptFileException;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.LiveLine;
import io.incrt.event.Moment;
import io.incrt.event.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveLogTest {

  private static final String AT = "2026-01-02T03:04:05.678Z";
  private static final LiveLine GREW = new LiveLine.Grew(AT, new GrowthEvent.TaskChanged(7));
  private static final LiveLine LATER = new LiveLine.Grew(AT, new GrowthEvent.TaskChanged(27));
  private static final Validation VALIDATION =
      new Validation(20, Validation.VALID, true, List.of(), Map.of("accuracy", 0.5));
  private static final Moment MOMENT = new Moment(1, 0.7, 2e9, List.of());
  private static final List<LiveLine> UP_TO_20 =
      List.of(
          new LiveLine.Noted(AT, MOMENT),
          GREW,
          new LiveLine.Pulse(AT, 9, Double.NaN),
          new LiveLine.Judged(AT, 12, List.of(new LiveLine.Part("head", 1, 0, 3, 0.25, 0.125))),
          new LiveLine.Validated(AT, VALIDATION, 0.5),
          new LiveLine.Saved(AT, 20));

  /** What a checkpoint of step 20 remembers. */
  private static final RunFiles.RunLog CHECKPOINT =
      new RunFiles.RunLog(
          List.of(new GrowthEvent.TaskChanged(7)),
          List.of(VALIDATION),
          List.of(MOMENT),
          Certificate.NONE);

  @TempDir private Path folder;

  private static LiveLine.Begun begun(String id, long from) {
    return new LiveLine.Begun(AT, 1, id, from, 100, "accuracy", 32, 640, "./incrt train");
  }

  private void write(List<LiveLine> lines) throws IOException {
    try (LiveLog log = LiveLog.begin(folder, begun("first", 0))) {
      for (LiveLine line : lines) {
        log.write(line);
      }
    }
  }

  private List<LiveLine> all() throws IOException {
    return new LiveFollower(folder).poll().lines();
  }

  @Test
  void aFollowerSeesEachLineOnceAsItIsWritten() throws IOException {
    LiveFollower follower = new LiveFollower(folder);
    assertThrows(NoSuchFileException.class, follower::poll);
    try (LiveLog log = LiveLog.begin(folder, begun("first", 0))) {
      assertEquals(new LiveFollower.News(true, List.of(begun("first", 0))), follower.poll());
      for (LiveLine line : UP_TO_20) {
        log.write(line);
        assertEquals(new LiveFollower.News(false, List.of(line)), follower.poll());
      }
      assertEquals(new LiveFollower.News(false, List.of()), follower.poll());
    }
  }

  @Test
  void aLineThatHasNotEndedIsLeftForLater() throws IOException {
    write(List.of());
    LiveFollower follower = new LiveFollower(folder);
    follower.poll();
    Path file = folder.resolve(LiveLog.NAME);
    Files.writeString(file, "{\"live\":\"saved\",", StandardOpenOption.APPEND);
    assertEquals(List.of(), follower.poll().lines());
    Files.writeString(file, "\"at\":\"" + AT + "\",\"step\":4}\n", StandardOpenOption.APPEND);
    assertEquals(List.of(new LiveLine.Saved(AT, 4)), follower.poll().lines());
  }

  @Test
  void aResumedRunCutsOffWhatItsCheckpointDoesNotKnow() throws IOException {
    write(UP_TO_20);
    LiveFollower follower = new LiveFollower(folder);
    follower.poll();
    Files.writeString(
        folder.resolve(LiveLog.NAME),
        "{\"live\":\"grew\",\"at\":\""
            + AT
            + "\",\"event\":{\"event\":\"TaskChanged\",\"step\":27}}\n"
            + "{\"live\":\"saved\",\"at\":\""
            + AT
            + "\",\"step\":40}\n{\"live\":\"pul",
        StandardOpenOption.APPEND);
    LiveLog.resume(folder, begun("second", 20), CHECKPOINT).close();
    LiveFollower.News news = follower.poll();
    assertTrue(news.anew(), "what was read before does not hold");
    assertEquals(begun("second", 20), news.lines().get(0));
    assertEquals(UP_TO_20, news.lines().subList(1, news.lines().size() - 1));
    assertEquals(new LiveLine.Resumed(AT, 20), news.lines().get(news.lines().size() - 1));
    assertFalse(news.lines().contains(LATER));
  }

  @Test
  void aLogThatIsGoneOrSaysOtherwiseIsMadeOfTheCheckpoint() throws IOException {
    List<LiveLine> remembered =
        List.of(
            begun("second", 20),
            new LiveLine.Noted(AT, MOMENT),
            GREW,
            new LiveLine.Validated(AT, VALIDATION, 0.5),
            new LiveLine.Saved(AT, 20),
            new LiveLine.Resumed(AT, 20));
    LiveLog.resume(folder, begun("second", 20), CHECKPOINT).close();
    assertEquals(remembered, all());
    write(List.of(GREW, LATER, new LiveLine.Saved(AT, 20)));
    LiveLog.resume(folder, begun("second", 20), CHECKPOINT).close();
    assertEquals(remembered, all());
    Files.writeString(folder.resolve(LiveLog.NAME), "{\"live\":\"eclipse\"}\n");
    LiveLog.resume(folder, begun("second", 20), CHECKPOINT).close();
    assertEquals(remembered, all());
  }

  @Test
  void aDamagedLogIsNamedByItsLine() throws IOException {
    Path file = folder.resolve(LiveLog.NAME);
    Map<String, String> problems =
        Map.of(
            "\"live\":\"eclipse\"", ":2: the file is damaged: it is of no known kind: 'eclipse'",
            "\"live\":\"saved\",\"step\":[]", ":2: the file is damaged: 'step' is not a number");
    for (Map.Entry<String, String> problem : problems.entrySet()) {
      write(List.of());
      Files.writeString(file, "{" + problem.getKey() + "}\n", StandardOpenOption.APPEND);
      String message = assertThrows(CorruptFileException.class, this::all).getMessage();
      assertEquals(file + problem.getValue(), message);
    }
    Files.writeString(file, "{\"live\":\"saved\",\"at\":\"" + AT + "\",\"step\":1}\n");
    assertTrue(
        assertThrows(CorruptFileException.class, this::all).getMessage().contains("not begin as"));
    Files.writeString(file, "x".repeat(2 << 20));
    assertTrue(
        assertThrows(CorruptFileException.class, this::all).getMessage().contains("not end"));
  }

  @Test
  void aLogThatCannotBeWrittenIsAFailureThatNamesIt() throws IOException {
    Path file = folder.resolve(LiveLog.NAME);
    Files.createDirectory(file);
    String message =
        assertThrows(IOException.class, () -> LiveLog.begin(folder, begun("first", 0)))
            .getMessage();
    assertTrue(message.startsWith(file.toString()), message);
  }
}
