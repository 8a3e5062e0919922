package io.incrt.serve.metrics;

import io.incrt.serve.model.Answer;
import io.incrt.serve.model.ModelCard;
import io.incrt.serve.queue.Batcher;
import io.incrt.serve.queue.QueueListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is counted of one model: how it is asked, what it answers, and how much of the records it
 * knows. That records have become others than those it was trained on is seen in the last two.
 */
public final class ModelMetrics implements QueueListener {

  /** Beyond so many classes the rarest to come are counted as one. */
  private static final int MOST_CLASSES = 1000;

  private static final String OTHER_CLASSES = "(other)";
  private static final double[] SHARES = {0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1};
  private static final double[] PROBABILITIES = {0.1, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1};
  private static final double[] SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  private static final double MILLIS = 1000;

  private final MeterRegistry registry;
  private final String model;
  private final DistributionSummary batches;
  private final Timer computing;
  private final DistributionSummary unknown;
  private final DistributionSummary probability;
  private final Counter answered;
  private final Counter withoutAnswer;
  private final Map<Reason, Counter> rejected = new HashMap<>();
  private final Counter loaded;
  private final Counter notLoaded;
  private final AtomicLong loadedAt = new AtomicLong();
  private volatile Classes classes = new Classes(List.of(), new Counter[0]);

  /** Why records were not answered. */
  private enum Reason {
    FULL("full"),
    DEADLINE("deadline"),
    FAILED("failed");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  /** The counters of a model's classes, in their order. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  private record Classes(List<String> labels, Counter[] counters) {}

  /** Figures of a model by its name. */
  public ModelMetrics(ServerMetrics server, String model) {
    this.registry = server.registry();
    this.model = model;
    this.batches =
        summary("incrt.batch.records", "Records that were computed at once", null, SIZES);
    this.computing =
        Timer.builder("incrt.batch.duration")
            .description("How long batches took to compute")
            .tags("model", model)
            .serviceLevelObjectives(ServerMetrics.BUCKETS)
            .register(registry);
    this.unknown =
        summary(
            "incrt.unknown.tokens",
            "Share of a record's tokens that the model does not know",
            "ratio",
            SHARES);
    this.probability =
        summary(
            "incrt.answer.probability",
            "Probability of the class that was answered",
            "ratio",
            PROBABILITIES);
    this.answered = counter("incrt.records.answered", "Records that were answered");
    this.withoutAnswer =
        counter("incrt.records.unanswerable", "Records that hold nothing the model could read");
    for (Reason reason : Reason.values()) {
      rejected.put(
          reason,
          counter(
              "incrt.records.rejected",
              "Records that were asked and not computed, by why",
              "reason",
              reason.text));
    }
    String loads = "Times the model was loaded, or could not be";
    this.loaded = counter("incrt.model.loads", loads, "outcome", "loaded");
    this.notLoaded = counter("incrt.model.loads", loads, "outcome", "failed");
    Gauge.builder("incrt.model.loaded.timestamp", loadedAt, at -> at.get() / MILLIS)
        .description("When the model that answers was loaded; 0 before the first")
        .baseUnit("seconds")
        .tags("model", model)
        .register(registry);
  }

  private DistributionSummary summary(String name, String help, String unit, double... buckets) {
    // Micrometer takes no bucket that ends at 0: what is known wholly is below the smallest number.
    double[] positive = buckets.clone();
    positive[0] = Math.max(positive[0], Double.MIN_NORMAL);
    return DistributionSummary.builder(name)
        .description(help)
        .baseUnit(unit)
        .tags("model", model)
        .serviceLevelObjectives(positive)
        .register(registry);
  }

  private Counter counter(String name, String help, String... tags) {
    return Counter.builder(name)
        .description(help)
        .tags("model", model)
        .tags(tags)
        .register(registry);
  }

  /** Also says how long the queue is. */
  public void watch(Batcher queue, int most) {
    Gauge.builder("incrt.queue.records", queue, Batcher::depth)
        .description("Records that wait for the model")
        .tags("model", model)
        .register(registry);
    Gauge.builder("incrt.queue.limit.records", () -> most)
        .description("The most records that may wait for the model")
        .tags("model", model)
        .register(registry);
  }

  @Override
  public void computed(ModelCard card, List<Answer> answers, long nanos) {
    batches.record(answers.size());
    computing.record(nanos, TimeUnit.NANOSECONDS);
    Counter[] counters = classes(card);
    int given = 0;
    for (Answer answer : answers) {
      if (answer.isGiven()) {
        given++;
        int best = answer.best();
        counters[best].increment();
        unknown.record(1 - answer.known());
        probability.record(answer.probabilities()[best]);
      }
    }
    answered.increment(given);
    withoutAnswer.increment(answers.size() - given);
  }

  /** The counters of the model that answered, which may have been replaced by now. */
  private Counter[] classes(ModelCard card) {
    Classes known = classes;
    if (!known.labels.equals(card.labels())) {
      Counter[] counters = new Counter[card.labels().size()];
      for (int c = 0; c < counters.length; c++) {
        counters[c] =
            counter(
                "incrt.predictions",
                "Answers by the class that was most probable",
                "class",
                c < MOST_CLASSES ? card.labels().get(c) : OTHER_CLASSES);
      }
      known = new Classes(card.labels(), counters);
      classes = known;
    }
    return known.counters;
  }

  @Override
  public void refused(int records) {
    rejected.get(Reason.FULL).increment(records);
  }

  @Override
  public void expired(int records) {
    rejected.get(Reason.DEADLINE).increment(records);
  }

  @Override
  public void broken(int records) {
    rejected.get(Reason.FAILED).increment(records);
  }

  /** A model was loaded; all of its classes are counted from zero, so that rates are right. */
  public void loaded(ModelCard card) {
    loaded.increment();
    loadedAt.set(System.currentTimeMillis());
    classes(card);
  }

  /** A model could not be loaded. */
  public void notLoaded() {
    notLoaded.increment();
  }
}
