package io.incrt.serve.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.model.FakeModel;
import io.incrt.serve.queue.Batcher.Admission;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * What a queue takes, in which order and in which batches it is computed, and who waits how long.
 */
class BatcherTest {

  private static final long SECOND = 1_000_000_000L;

  private final QueueBench bench = new QueueBench(8, 100, 4);

  private List<Integer> batches() {
    return bench.model.asked().stream().map(List::size).toList();
  }

  @Test
  void jobsAreAnsweredInTheirOrderInBatches() {
    for (int records : new int[] {2, 2, 1, 2, 1}) {
      bench.offer(records);
    }
    bench.compute();
    assertEquals(List.of(4, 4), batches());
    assertEquals(List.of(0, 1, 2, 3, 4), bench.order());
    bench.requireAnswers(1);
  }

  @Test
  void aJobIsNeverDividedAndOneThatIsLargerThanABatchIsOne() {
    bench.offer(1);
    bench.offer(6);
    bench.offer(1);
    bench.compute();
    assertEquals(List.of(1, 6, 1), batches());
    bench.requireAnswers(1);
  }

  @Test
  void aBatchHasNotTooManyLetters() {
    QueueBench large = new QueueBench(100, 1 << 30, 64);
    String half = "a".repeat((1 << 19) + 1);
    large.offer(List.of(half), SECOND);
    large.offer(List.of(half), SECOND);
    large.offer(List.of("a", "b"), SECOND);
    large.compute();
    assertEquals(List.of(1, 3), large.model.asked().stream().map(List::size).toList());
  }

  @Test
  void whatIsMoreThanFitsIsRefusedUntilThereIsRoom() {
    assertEquals(Admission.ACCEPTED, bench.offer(5));
    assertEquals(Admission.FULL, bench.offer(4));
    assertEquals(Admission.ACCEPTED, bench.offer(3));
    assertTrue(bench.queue.isFull());
    assertEquals(8, bench.queue.depth());
    assertEquals(Admission.FULL, bench.offer(1));
    assertEquals(List.of("refused 4", "refused 1"), bench.heard());
    bench.compute();
    assertEquals(0, bench.queue.depth());
    assertFalse(bench.queue.isFull());
    assertEquals(List.of(0, 2), bench.order());
  }

  @Test
  void lettersCountToo() {
    assertEquals(Admission.ACCEPTED, bench.offer(List.of("a".repeat(60)), SECOND));
    assertEquals(Admission.FULL, bench.offer(List.of("a".repeat(41)), SECOND));
    assertEquals(Admission.ACCEPTED, bench.offer(List.of("a".repeat(40)), SECOND));
    assertTrue(bench.queue.isFull());
  }

  @Test
  void whatIsLargerThanTheQueuePassesWhenThatIsEmpty() {
    assertEquals(Admission.ACCEPTED, bench.offer(List.of("a".repeat(1000)), SECOND));
    assertEquals(Admission.FULL, bench.offer(1));
    bench.compute();
    bench.requireAnswers(1);
  }

  @Test
  void whoWouldWaitTooLongIsRefusedAtTheDoor() {
    bench.duringAnswers(texts -> bench.passed(texts.size() * SECOND));
    bench.computeBeside();
    bench.offer(1);
    bench.outcome(0);
    assertEquals(1, bench.queue.secondsUntilRoom());
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    bench.duringAnswers(
        texts -> {
          taken.countDown();
          join(go);
        });
    bench.offer(1);
    join(taken);
    // Four records before it take four seconds, half of what it may wait.
    bench.offer(List.of("a", "b", "c", "d"), 100 * SECOND);
    assertEquals(5, bench.queue.secondsUntilRoom());
    assertEquals(Admission.FULL, bench.offer(List.of("e"), 8 * SECOND - 1));
    assertEquals(Admission.ACCEPTED, bench.offer(List.of("e"), 8 * SECOND));
    go.countDown();
    assertInstanceOf(Outcome.Answered.class, bench.outcome(4));
    bench.queue.close();
  }

  private static void join(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoWaitsTooLongHearsItAlthoughNothingIsComputed() {
    bench.offer(List.of("slow"), 3 * SECOND);
    bench.offer(List.of("impatient"), SECOND);
    bench.passed(SECOND);
    bench.queue.expire();
    assertEquals(List.of(), bench.order(), "not a moment too early");
    bench.passed(1);
    bench.queue.expire();
    assertEquals(List.of(1), bench.order());
    assertInstanceOf(Outcome.Expired.class, bench.outcome(1));
    assertEquals(1, bench.queue.depth());
    assertEquals(List.of("expired 1"), bench.heard());
    bench.passed(3 * SECOND);
    bench.offer(List.of("last"), SECOND);
    bench.compute();
    assertInstanceOf(Outcome.Expired.class, bench.outcome(0));
    assertEquals(List.of(List.of("last")), bench.model.asked(), "what is late is not computed");
  }

  @Test
  void piecesOfALongRequestWaitOutsideAndLeaveHalfOfTheQueueToOthers() {
    assertEquals(Admission.ACCEPTED, bench.offerWhenRoom(4));
    assertEquals(Admission.ACCEPTED, bench.offerWhenRoom(1));
    assertEquals(4, bench.queue.depth());
    assertEquals(Admission.ACCEPTED, bench.offer(4));
    assertEquals(8, bench.queue.depth());
    bench.compute();
    assertEquals(List.of(0, 2, 1), bench.order());
    bench.requireAnswers(1);
  }

  @Test
  void thePatienceOfAPieceBeginsWhenItIsLetIn() {
    bench.offer(List.of("a", "b", "c", "d"), SECOND);
    bench.offerWhenRoom(1);
    bench.passed(2 * SECOND);
    bench.queue.expire();
    assertEquals(List.of(0), bench.order());
    assertEquals(1, bench.queue.depth(), "let in when the others left");
    bench.queue.expire();
    bench.compute();
    assertInstanceOf(Outcome.Answered.class, bench.outcome(1));
  }

  @Test
  void aPieceLargerThanItsShareIsLetInWhenNothingElseWaits() {
    bench.offer(1);
    assertEquals(Admission.ACCEPTED, bench.offerWhenRoom(6));
    assertEquals(1, bench.queue.depth());
    bench.compute();
    assertEquals(List.of(0, 1), bench.order());
  }

  @Test
  void whoeverWaitsWhenTheQueueIsClosedHearsIt() {
    bench.offer(2);
    bench.offerWhenRoom(7);
    bench.queue.close();
    assertInstanceOf(Outcome.Stopped.class, bench.outcome(0));
    assertInstanceOf(Outcome.Stopped.class, bench.outcome(1));
    assertEquals(Admission.CLOSED, bench.offer(1));
    assertEquals(Admission.CLOSED, bench.offerWhenRoom(1));
    assertEquals(0, bench.queue.depth());
    bench.run();
    assertEquals(List.of(), bench.model.asked());
    bench.queue.close();
    assertEquals(List.of(0, 1), bench.order(), "each once");
  }

  @Test
  void whatIsBeingComputedWhenTheQueueIsClosedIsAnswered() {
    bench.duringAnswers(texts -> bench.queue.close());
    bench.offer(4);
    bench.offer(1);
    bench.run();
    assertInstanceOf(Outcome.Answered.class, bench.outcome(0));
    assertInstanceOf(Outcome.Stopped.class, bench.outcome(1));
  }

  @Test
  void whoAsksWhileNothingIsComputedIsAnsweredAtOnce() {
    assertEquals(Admission.ACCEPTED, bench.ask(2));
    assertEquals(List.of(0), bench.order());
    bench.requireAnswered(1, 0);
    assertEquals(0, bench.queue.depth());
  }

  @Test
  void whoAsksWhileOneComputesOrOthersWaitWaitsLikeThem() {
    bench.duringAnswers(
        texts -> {
          if (bench.order().isEmpty()) {
            bench.duringAnswers(later -> {});
            assertEquals(Admission.ACCEPTED, bench.ask(1));
            assertEquals(1, bench.queue.depth());
          }
        });
    bench.ask(3);
    assertEquals(List.of(0), bench.order());
    bench.ask(1);
    assertEquals(2, bench.queue.depth());
    bench.compute();
    assertEquals(List.of(0, 1, 2), bench.order());
    bench.requireAnswers(1);
    assertEquals(List.of("computed 3", "computed 2"), bench.heard());
  }

  @Test
  void aThreadThatFindsItsPlaceTakenWaitsUntilItIsLeft() {
    bench.duringAnswers(
        texts -> {
          bench.duringAnswers(later -> {});
          bench.offer(1);
          bench.computeBeside();
          // It has the queue before it now, and must not touch it: there is one place.
          LockSupport.parkNanos(SECOND / 20);
          assertEquals(1, bench.queue.depth());
        });
    bench.ask(1);
    bench.requireAnswered(1, 0, 1);
    bench.queue.close();
    assertEquals(List.of(0, 1), bench.order());
  }

  @Test
  void whoAsksAClosedQueueIsRefused() {
    bench.queue.close();
    assertEquals(Admission.CLOSED, bench.ask(1));
    assertEquals(List.of(), bench.order());
  }

  @Test
  void aModelThatIsReplacedInMidBatchAnswersAllOfIt() {
    FakeModel second = new FakeModel(2);
    bench.duringAnswers(
        texts -> {
          bench.slot.put(second);
          assertFalse(bench.model.isClosed());
        });
    bench.offer(2);
    bench.offer(2);
    bench.offer(1);
    bench.compute();
    bench.requireAnswered(1, 0, 1);
    bench.requireAnswered(2, 2);
    assertTrue(bench.model.isClosed());
    assertFalse(second.isClosed());
  }

  @Test
  void aPlaceThatIsEmptyBreaksTheRequestNotTheQueue() {
    bench.slot.close();
    bench.computeBeside();
    bench.offer(1);
    assertInstanceOf(Outcome.Broken.class, bench.outcome(0));
    bench.slot.put(new FakeModel(2));
    bench.offer(1);
    bench.requireAnswered(2, 1);
    bench.queue.close();
  }
}
