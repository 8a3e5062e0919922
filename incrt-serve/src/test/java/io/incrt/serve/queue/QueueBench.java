package io.incrt.serve.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.FakeModel;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.model.ModelSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A queue in a test: its clock stands still until it is told to go on, and its one thread is that
 * of the test, or one that the test waits for. Jobs are numbered as they are offered.
 */
final class QueueBench {

  private static final long SECOND = 1_000_000_000L;

  private volatile Consumer<List<String>> during = texts -> {};

  final ModelSlot slot = new ModelSlot("m");
  final FakeModel model = new FakeModel(1, texts -> during.accept(texts));
  final Batcher queue;
  private final List<Runnable> threads = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private final List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
  private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean failing;
  private volatile boolean closing;
  private int accepted;

  /** Near the end of what a clock can say: times are compared by their difference. */
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - SECOND);

  QueueBench(int records, long letters, int batch) {
    slot.put(model);
    queue =
        new Batcher(
            slot,
            new QueueSettings(records, letters, batch, 1, Duration.ofSeconds(1)),
            new Listener(),
            now::get);
    queue.start(threads::add);
  }

  private final class Listener implements QueueListener {
    @Override
    public void computed(ModelCard card, List<Answer> answers, long nanos) {
      hear("computed " + answers.size());
    }

    @Override
    public void refused(int records) {
      hear("refused " + records);
    }

    @Override
    public void expired(int records) {
      hear("expired " + records);
    }

    @Override
    public void broken(int records) {
      hear("broken " + records);
    }

    private void hear(String what) {
      heard.add(what);
      if (failing) {
        throw new IllegalStateException("deaf");
      }
    }
  }

  /** What the first model does before it answers. */
  void duringAnswers(Consumer<List<String>> what) {
    during = what;
  }

  void listenerFails() {
    failing = true;
  }

  void passed(long nanos) {
    now.addAndGet(nanos);
  }

  /** What the listener heard. */
  List<String> heard() {
    return List.copyOf(heard);
  }

  Batcher.Admission offer(int records) {
    return offer(texts(records), SECOND);
  }

  Batcher.Admission offer(List<String> texts, long patience) {
    return counted(queue.offer(job(texts, patience)));
  }

  /** Asks in the thread of the test. */
  Batcher.Admission ask(int records) {
    return counted(queue.ask(job(texts(records), SECOND)));
  }

  Batcher.Admission offerWhenRoom(int records) {
    return counted(queue.offerWhenRoom(job(texts(records), SECOND)));
  }

  private Batcher.Admission counted(Batcher.Admission admission) {
    accepted += admission == Batcher.Admission.ACCEPTED ? 1 : 0;
    return admission;
  }

  private List<String> texts(int records) {
    return IntStream.range(0, records).mapToObj(i -> "a".repeat(1 + jobs.size())).toList();
  }

  private Job job(List<String> texts, long patience) {
    int number = jobs.size();
    CompletableFuture<Outcome> heardOf = new CompletableFuture<>();
    Job job = Job.of(texts, patience, outcome -> told(number, heardOf, outcome));
    outcomes.add(heardOf);
    jobs.add(job);
    return job;
  }

  private void told(int number, CompletableFuture<Outcome> heardOf, Outcome outcome) {
    order.add(number);
    if (closing && order.size() == accepted) {
      queue.close();
    }
    heardOf.complete(outcome);
  }

  /** Computes in the thread of the test until the queue is closed. */
  void run() {
    threads.get(0).run();
  }

  /** Computes all that waits in the thread of the test, and closes the queue. */
  void compute() {
    closing = true;
    if (order.size() < accepted) {
      run();
    }
    queue.close();
  }

  /** Computes from now on, beside the test. */
  void computeBeside() {
    Thread thread = new Thread(this::run, "computes");
    thread.setDaemon(true);
    thread.start();
  }

  /** The jobs that heard, in the order in which they did; each is there once. */
  List<Integer> order() {
    return List.copyOf(order);
  }

  /** What became of a job, which may still have to come. */
  Outcome outcome(int job) {
    return outcomes.get(job).orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Requires that all who heard were answered by a model. */
  void requireAnswers(int number) {
    requireAnswered(number, order().stream().mapToInt(Integer::intValue).toArray());
  }

  /** Requires that jobs were answered by a model, each with its own answers. */
  void requireAnswered(int number, int... some) {
    for (int job : some) {
      Outcome.Answered answered = assertInstanceOf(Outcome.Answered.class, outcome(job));
      assertEquals(FakeModel.label(number, 0), answered.model().labels().get(0));
      List<String> texts = jobs.get(job).texts();
      assertEquals(texts.size(), answered.answers().size());
      for (int i = 0; i < texts.size(); i++) {
        assertEquals(FakeModel.known(number, texts.get(i)), answered.answers().get(i).known());
      }
    }
  }
}
