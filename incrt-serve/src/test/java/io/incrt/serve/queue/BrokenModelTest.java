package io.incrt.serve.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.Answerer;
import io.incrt.serve.model.FakeModel;
import io.incrt.serve.model.ModelCard;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model, a receiver or a listener that fails takes nobody with it. */
class BrokenModelTest {

  private static final long SECOND = 1_000_000_000L;

  private final QueueBench bench = new QueueBench(100, 1000, 10);

  @Test
  void whatOneRequestBringsAboutIsNotTheOthersToBear() {
    bench.duringAnswers(
        texts -> {
          if (texts.contains("poison")) {
            throw new IllegalArgumentException("cannot");
          }
        });
    bench.offer(2);
    bench.offer(List.of("good", "poison"), SECOND);
    bench.offer(1);
    bench.compute();
    Outcome.Broken broken = assertInstanceOf(Outcome.Broken.class, bench.outcome(1));
    assertEquals("cannot", broken.cause().getMessage());
    bench.requireAnswered(1, 0, 2);
    assertEquals(
        List.of("computed 2", "broken 2", "computed 1"),
        bench.heard(),
        "each alone after all together");
  }

  @Test
  void errorsAreBorneToo() {
    bench.duringAnswers(
        texts -> {
          if (texts.contains("poison")) {
            throw new StackOverflowError();
          }
        });
    bench.offer(List.of("poison"), SECOND);
    bench.offer(1);
    bench.compute();
    assertInstanceOf(Outcome.Broken.class, bench.outcome(0));
    bench.requireAnswered(1, 1);
  }

  /** A model that gives one answer too few, one too many, or null. */
  private record Miscounting(FakeModel model, int more) implements Answerer {
    @Override
    public ModelCard card() {
      return model.card();
    }

    @Override
    public List<Answer> answer(List<String> texts) {
      List<Answer> right = model.answer(texts);
      if (more == 0) {
        return null;
      }
      return more < 0
          ? right.subList(1, right.size())
          : List.of(Answer.none("one"), Answer.none("two"));
    }

    @Override
    public void close() {
      model.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void aModelThatDoesNotAnswerEveryRecordIsBroken(int more) {
    bench.slot.put(new Miscounting(new FakeModel(2), more));
    bench.computeBeside();
    bench.offer(1);
    assertInstanceOf(Outcome.Broken.class, bench.outcome(0));
    bench.slot.put(new FakeModel(3));
    bench.offer(1);
    bench.requireAnswered(3, 1);
    bench.queue.close();
  }

  @Test
  void aReceiverThatFailsIsTheOnlyOneThatSuffers() {
    Job failing =
        Job.of(
            List.of("a"),
            SECOND,
            outcome -> {
              throw new IllegalStateException("the client is gone");
            });
    bench.queue.offer(failing);
    bench.offer(2);
    bench.compute();
    bench.requireAnswered(1, 0);
    bench.requireAnswers(1);
  }

  @Test
  void soItIsWhenItHearsThatItIsLateOrThatTheQueueIsClosed() {
    QueueBench closing = new QueueBench(100, 1000, 10);
    for (QueueBench one : List.of(bench, closing)) {
      one.queue.offer(
          Job.of(
              List.of("a"),
              SECOND,
              outcome -> {
                throw new IllegalStateException("the client is gone");
              }));
      one.offer(List.of("b"), SECOND);
    }
    bench.passed(2 * SECOND);
    bench.queue.expire();
    assertInstanceOf(Outcome.Expired.class, bench.outcome(0));
    closing.queue.close();
    assertInstanceOf(Outcome.Stopped.class, closing.outcome(0));
  }

  @Test
  void aListenerThatFailsIsNotHeardButAllAreAnswered() {
    bench.listenerFails();
    bench.offer(2);
    bench.compute();
    bench.requireAnswered(1, 0);
  }

  @Test
  void paceIsLearnedFromWhatWasComputed() {
    Pace pace = new Pace();
    assertEquals(0, pace.nanos(100));
    pace.learn(10, 100);
    assertEquals(100, pace.nanos(10));
    pace.learn(2000, 40_000);
    assertEquals(200, pace.nanos(10), "as many as are remembered replace all before");
    pace.learn(1000, 10_000);
    assertEquals(150, pace.nanos(10));
    assertTrue(pace.nanos(Integer.MAX_VALUE * 100L) > 0);
  }
}
