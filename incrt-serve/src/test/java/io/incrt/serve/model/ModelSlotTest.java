package io.incrt.serve.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ModelSlotTest {

  private static final int PUTS = 300;

  private final ModelSlot slot = new ModelSlot("m");

  @Test
  void anEmptyPlaceHasNoModelToAsk() {
    assertEquals("m", slot.name());
    assertTrue(slot.card().isEmpty());
    assertTrue(
        assertThrows(IllegalStateException.class, slot::lease)
            .getMessage()
            .contains("m is not loaded"));
    slot.close();
  }

  @Test
  void aModelThatNobodyAsksIsClosedWhenAnotherComes() {
    FakeModel first = new FakeModel(1);
    FakeModel second = new FakeModel(2);
    slot.put(first);
    assertSame(first.card(), slot.card().orElseThrow());
    slot.put(second);
    assertTrue(first.isClosed());
    assertFalse(second.isClosed());
    assertSame(second.card(), slot.card().orElseThrow());
    slot.close();
    assertTrue(second.isClosed());
    assertTrue(slot.card().isEmpty());
  }

  @Test
  void aModelThatIsAskedIsClosedAfterItsLastAnswer() {
    FakeModel first = new FakeModel(1);
    slot.put(first);
    ModelSlot.Lease one = slot.lease();
    ModelSlot.Lease two = slot.lease();
    FakeModel second = new FakeModel(2);
    slot.put(second);
    assertSame(first, one.answerer());
    try (ModelSlot.Lease three = slot.lease()) {
      assertSame(second, three.answerer());
    }
    one.close();
    assertFalse(first.isClosed(), "still asked");
    assertEquals(1, two.answerer().answer(List.of("a")).size());
    two.close();
    assertTrue(first.isClosed());
    assertFalse(second.isClosed());
  }

  @Test
  void whatIsGivenBackTwiceCountsOnce() {
    FakeModel first = new FakeModel(1);
    slot.put(first);
    ModelSlot.Lease one = slot.lease();
    ModelSlot.Lease two = slot.lease();
    one.close();
    one.close();
    slot.put(new FakeModel(2));
    assertFalse(first.isClosed(), "still asked");
    two.close();
    assertTrue(first.isClosed());
  }

  @Test
  void aPlaceThatIsEmptiedWhileItsModelIsAskedClosesItAfterwards() {
    FakeModel model = new FakeModel(1);
    slot.put(model);
    ModelSlot.Lease lease = slot.lease();
    slot.close();
    assertFalse(model.isClosed());
    lease.close();
    assertTrue(model.isClosed());
  }

  @Test
  void noModelIsAskedAfterItWasClosedHoweverOftenItChanges() throws Exception {
    slot.put(new FakeModel(0));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<?> asking =
          threads.submit(
              () -> {
                while (slot.card().isPresent()) {
                  try (ModelSlot.Lease lease = slot.lease()) {
                    // It complains if it is closed before or while it is asked.
                    lease.answerer().answer(List.of("a"));
                  } catch (IllegalStateException e) {
                    if (!e.getMessage().contains("not loaded")) {
                      throw e;
                    }
                  }
                }
              });
      for (int i = 1; i <= PUTS; i++) {
        slot.put(new FakeModel(i));
      }
      slot.close();
      asking.get();
    } finally {
      threads.shutdown();
    }
  }
}
