package io.incrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.records.LabelledSequence;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.train.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingEventTest {

  @TempDir private Path directory;

  private static Training quick() {
    return Incrt.training()
        .records(records())
        .set("network.width", "16")
        .set("training.batchSize", "16")
        .set("training.steps", "60")
        .set("training.evaluateEvery", "20")
        .seed(3);
  }

  /** What tells them apart is in the order of words alone, which a part has to see. */
  private static List<LabelledSequence> records() {
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < 160; i++) {
      String text = (i % 2 == 0 ? "one two " : "two one ") + "x ".repeat(i % 5) + i;
      records.add(new LabelledSequence("r" + i, text, i % 2 == 0 ? "+" : "-"));
    }
    return records;
  }

  private static <T> List<T> only(Class<T> kind, List<TrainingEvent> events) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static void assertThatTheyTellTheLog(List<TrainingEvent> events, Path folder)
      throws Exception {
    try (Incrt model = Incrt.load(folder)) {
      assertEquals(
          model.log().growth(),
          only(TrainingEvent.Growth.class, events).stream()
              .map(TrainingEvent.Growth::event)
              .toList());
      assertEquals(
          model.log().metrics().stream().map(Validation::figures).toList(),
          only(TrainingEvent.Validated.class, events).stream()
              .map(TrainingEvent.Validated::figures)
              .toList());
    }
  }

  @Test
  void aRunTellsWhatHappensInOrderOnOneThread() throws Exception {
    List<TrainingEvent> events = new ArrayList<>();
    Set<Thread> threads = new HashSet<>();
    Path folder = directory.resolve("model");
    Training.Outcome outcome =
        quick()
            .listener(events::add)
            .listener(event -> threads.add(Thread.currentThread()))
            .run(folder);
    assertEquals(Set.of(Thread.currentThread()), threads);
    assertThatTheyTellTheLog(events, folder);

    List<TrainingEvent> after =
        events.stream().filter(event -> !(event instanceof TrainingEvent.Remarked)).toList();
    TrainingEvent.Started started =
        assertInstanceOf(TrainingEvent.Started.class, after.get(0), () -> after.toString());
    assertEquals(new TrainingEvent.Started(0, 60, folder), started);
    assertFalse(started.isResumed());
    assertEquals(new TrainingEvent.Finished(60, outcome), after.get(after.size() - 1));
    assertFalse(only(TrainingEvent.Remarked.class, events).isEmpty());
    List<TrainingEvent.Stepped> steps = only(TrainingEvent.Stepped.class, events);
    for (int i = 0; i < 60; i++) {
      assertEquals(i + 1, steps.get(i).step());
    }
    assertEquals(
        List.of(20L, 40L, 60L, 60L),
        only(TrainingEvent.Saved.class, events).stream().map(TrainingEvent::step).toList());
    List<TrainingEvent.Judged> judged = only(TrainingEvent.Judged.class, events);
    assertFalse(judged.isEmpty());
    Set<TrainingEvent.Part> known = new HashSet<>();
    judged.forEach(one -> one.parts().forEach(part -> known.add(part.part())));
    only(TrainingEvent.PartProven.class, events)
        .forEach(
            proven -> {
              assertTrue(known.contains(proven.part().part()));
              assertTrue(proven.part().worth() > 0);
            });
  }

  @Test
  void aPartIsProvenOnce() throws Exception {
    List<TrainingEvent> events = new ArrayList<>();
    quick()
        .set("training.steps", "150")
        .set("parts.floor", "NONE")
        .listener(events::add)
        .run(directory.resolve("model"));
    List<TrainingEvent.Part> proven =
        only(TrainingEvent.PartProven.class, events).stream()
            .map(one -> one.part().part())
            .toList();
    assertFalse(proven.isEmpty());
    assertEquals(new HashSet<>(proven).size(), proven.size());
  }

  @Test
  void stoppedAndResumedRunsSaySo() throws Exception {
    List<TrainingEvent> events = new ArrayList<>();
    Path folder = directory.resolve("model");
    long[] made = {0};
    Training training =
        quick()
            .listener(events::add)
            .listener(event -> made[0] += event instanceof TrainingEvent.Stepped ? 1 : 0);
    training.stopWhen(() -> made[0] == 30).run(folder);
    TrainingEvent.Stopped stopped =
        assertInstanceOf(TrainingEvent.Stopped.class, events.get(events.size() - 1));
    assertEquals(30, stopped.step());
    assertEquals(new TrainingEvent.Saved(30, folder), events.get(events.size() - 2));
    training.stopWhen(() -> false).resume(true).run(folder);
    TrainingEvent.Started again = only(TrainingEvent.Started.class, events).get(1);
    assertEquals(new TrainingEvent.Started(30, 60, folder), again);
    assertTrue(again.isResumed());
    assertInstanceOf(TrainingEvent.Finished.class, events.get(events.size() - 1));
    assertThatTheyTellTheLog(events, folder);
  }

  @Test
  void whatAListenerThrowsEndsTheRunAndLeavesWhatWasSaved() throws Exception {
    Path folder = directory.resolve("model");
    IllegalStateException enough = new IllegalStateException("enough");
    List<TrainingEvent> events = new ArrayList<>();
    TrainingListener throwing =
        event -> {
          events.add(event);
          if (event instanceof TrainingEvent.Stepped stepped && stepped.step() == 33) {
            throw enough;
          }
        };
    assertSame(
        enough,
        assertThrows(IllegalStateException.class, () -> quick().listener(throwing).run(folder)));
    assertInstanceOf(TrainingEvent.Stepped.class, events.get(events.size() - 1));
    Incrt.load(folder).close();
    List<TrainingEvent> later = new ArrayList<>();
    quick().resume(true).listener(later::add).run(folder);
    assertEquals(
        new TrainingEvent.Started(20, 60, folder), only(TrainingEvent.Started.class, later).get(0));
  }

  @Test
  void whatElseFailsIsTold() throws Exception {
    List<TrainingEvent> events = new ArrayList<>();
    UncheckedIOException other = new UncheckedIOException(new IOException("no more"));
    assertThrows(
        UncheckedIOException.class,
        () ->
            quick()
                .listener(events::add)
                .stopWhen(
                    () -> {
                      throw other;
                    })
                .run(directory.resolve("model")));
    assertEquals(new TrainingEvent.Failed(0, other), events.get(events.size() - 1));
  }

  @Test
  void nothingThatARunSaysIsLeftOut() {
    List<String> told =
        Arrays.stream(Announcer.class.getDeclaredMethods()).map(Method::getName).toList();
    for (Method method : RunListener.class.getDeclaredMethods()) {
      if (method.isDefault()) {
        assertTrue(told.contains(method.getName()), method + " is not passed on");
      }
    }
    List<Class<?>> growths =
        Stream.of(TrainingEvent.Growth.class.getPermittedSubclasses())
            .<Class<?>>map(kind -> kind)
            .toList();
    assertTrue(growths.size() >= GrowthEvent.class.getPermittedSubclasses().length - 1);
  }
}
