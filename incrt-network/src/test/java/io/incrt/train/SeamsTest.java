package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.Training;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.event.Validation;
import io.incrt.objective.Objective;
import io.incrt.objective.SeveralLabels;
import io.incrt.objective.Targets;
import io.incrt.predict.Predictor;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.group.Collective;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BinaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every seam of training carries a second implementation, made here. */
class SeamsTest {

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  // ---- Objective -----------------------------------------------------------------------------

  /** Sequences whose labels are the letters a and b, wherever they stand among others. */
  private static List<LabelledSequence> severalLabels(int count, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> words = new ArrayList<>(List.of("n", "m", "o", "p", "n", "m"));
      words.addAll(List.of(i % 2 == 0 ? "a" : "o"));
      words.addAll(List.of(i % 4 < 2 ? "b" : "p"));
      Collections.shuffle(words, random);
      String label = (i % 2 == 0 ? "a" : "") + "+" + (i % 4 < 2 ? "b" : "");
      records.add(new LabelledSequence("r" + i, String.join(" ", words), label));
    }
    return records;
  }

  @Test
  void anObjectiveThatIsNotClassificationIsTrainedJudgedStoredAndReadBack(@TempDir Path folder)
      throws Exception {
    Corpus corpus =
        Corpora.of(
            new Corpora.Parts(severalLabels(200, 1), severalLabels(40, 2), List.of()),
            1,
            Kind.TEXT,
            32,
            DataSettings.defaults(),
            bad -> {
              throw bad;
            });
    Objective objective = new SeveralLabels(List.of("a", "b"));
    Targets targets = objective.targets(corpus.train());
    assertEquals(Math.log(2), objective.trivialLoss(targets), 0.01);
    List<Double> losses = new ArrayList<>();
    AtomicBoolean stop = new AtomicBoolean(true);
    Training training =
        Incrt.training()
            .corpus(corpus)
            .objective(objective)
            .preset(RunSettings.geometry())
            .set("network.width", "16")
            .set("training.steps", "200")
            .set("training.evaluateEvery", "50")
            .set("training.learningRate", "0.01")
            .seed(3)
            .resume(true)
            .stopWhen(() -> stop.get() && losses.size() == 25)
            .listener(
                new RunListener() {
                  @Override
                  public void stepped(Step step) {
                    losses.add(step.loss());
                  }
                });
    assertFalse(training.run(folder).finished());
    stop.set(false);
    assertThrows(
        IllegalArgumentException.class,
        () -> training.objective(new SeveralLabels(List.of("b", "a"))).run(folder),
        "the checkpoint is of another objective");
    Training.Outcome outcome = training.objective(objective).run(folder);
    assertEquals(1, outcome.score(), "both labels of every record");
    double first = losses.subList(0, 20).stream().mapToDouble(x -> x).average().orElseThrow();
    double last = losses.subList(180, 200).stream().mapToDouble(x -> x).average().orElseThrow();
    assertTrue(last < first / 4, "from " + first + " to " + last);
    List<Validation> metrics = RunFiles.read(folder).metrics();
    assertEquals(4, metrics.size());
    Map<String, Double> figures = metrics.get(3).figures();
    assertEquals(Set.of("exactMatch"), figures.keySet());
    Object written = ModelFolder.open(folder).evaluation(Object.class).orElseThrow();
    assertEquals(Map.of("valid", Map.of("exactMatch", 1.0)), written);
    TokenizedRecords held = corpus.valid();
    try (Incrt model = Incrt.load(folder)) {
      String message =
          assertThrows(IllegalStateException.class, () -> model.evaluate(List.copyOf(held)))
              .getMessage();
      assertTrue(message.contains("learned 'several', not classes"), message);
    }
    try (Predictor model = new Predictor(folder)) {
      assertEquals("several", model.config().objective().type());
      float[] both = model.answers(List.of(new LabelledSequence("x", "n a b m", ""))).get(0);
      assertTrue(both[0] > 0.5 && both[1] > 0.5, Arrays.toString(both));
      assertEquals(1, model.evaluate(held).figures().get("exactMatch"));
    }
    Path config = folder.resolve("config.json");
    String many = Files.readString(config).replace("\"several\"", "\"many\"");
    // As an earlier version would have written it: without a manifest, which would see the change.
    Files.delete(folder.resolve("manifest.json"));
    Files.writeString(config, many.replace("\"format\" : 3", "\"format\" : 2"));
    assertTrue(
        assertThrows(CorruptFileException.class, () -> new Predictor(folder))
            .getMessage()
            .contains("this program knows no objective 'many'"));
  }

  // ---- Collective ----------------------------------------------------------------------------

  /** Two members in one process, each a thread; they meet at every exchange. */
  private static final class Pair {

    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private final Object[] offered = new Object[2];

    Collective member(int rank) {
      return new Collective() {
        @Override
        public int rank() {
          return rank;
        }

        @Override
        public int size() {
          return 2;
        }

        @Override
        public Summing beginSum(TensorVector tensors) {
          return () -> {
            TensorVector copy = new TensorVector();
            for (long i = 0; i < tensors.size(); i++) {
              copy.push_back(tensors.get(i).clone());
            }
            TensorVector other = exchange(rank, copy, (mine, theirs) -> theirs);
            for (long i = 0; i < tensors.size(); i++) {
              Tensor sum = tensors.get(i);
              sum.add_(other.get(i));
            }
            meet();
          };
        }

        @Override
        public double sum(double value) {
          return exchange(rank, value, Double::sum);
        }

        @Override
        public boolean any(boolean wish) {
          return exchange(rank, wish, Boolean::logicalOr);
        }

        @Override
        public byte[][] all(byte... own) {
          return exchange(
              rank,
              new byte[][] {own},
              (mine, theirs) ->
                  rank == 0 ? new byte[][] {own, theirs[0]} : new byte[][] {theirs[0], own});
        }

        @Override
        public byte[] ofFirst(byte... own) {
          return all(own)[0];
        }

        @Override
        public void close() {}
      };
    }

    @SuppressWarnings("unchecked")
    private <T> T exchange(int rank, T mine, BinaryOperator<T> merge) {
      offered[rank] = mine;
      meet();
      T merged = merge.apply(mine, (T) offered[1 - rank]);
      meet();
      return merged;
    }

    private void meet() {
      try {
        barrier.await(60, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static List<Trainer.Outcome> advance(Trainer trainer, int steps) {
    List<Trainer.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      outcomes.add(trainer.advance());
    }
    return outcomes;
  }

  @Test
  void twoMembersWithHalfABatchEachFollowOneWithTheWhole() throws Exception {
    int steps = 15;
    // Nothing may be drawn from libtorch's generator, which the threads share: no dropout, and no
    // birth before the last step, though every batch is observed and checks measure.
    RunSettings settings =
        Settings.with(
            Runs.quick(100),
            Map.of(
                "training.dropout", "0",
                "training.unknownRate", "0",
                "homeostat.width.dwell", "1000",
                "homeostat.dimensions.dwell", "1000"));
    TrainerSetup setup = TrainerSetup.of(Runs.order(3), settings, Device.CPU);
    List<Trainer.Outcome> alone;
    try (Trainer trainer = Trainer.begin(setup)) {
      alone = advance(trainer, steps);
    }
    Pair pair = new Pair();
    List<Trainer> members = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      members.add(Trainer.begin(setup.with(pair.member(rank))));
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Callable<List<Trainer.Outcome>>> work = new ArrayList<>();
      members.forEach(member -> work.add(() -> advance(member, steps)));
      for (Future<List<Trainer.Outcome>> member : threads.invokeAll(work)) {
        List<Trainer.Outcome> outcomes = member.get();
        for (int i = 0; i < steps; i++) {
          assertEquals(alone.get(i).loss(), outcomes.get(i).loss(), 1e-5, "loss of step " + i);
          assertEquals(alone.get(i).isCheck(), outcomes.get(i).isCheck());
          if (outcomes.get(i).isCheck()) {
            assertEquals(
                alone.get(i).verdict().measurements().get(0).residualEnergy(),
                outcomes.get(i).verdict().measurements().get(0).residualEnergy(),
                1e-5,
                "energy of step " + i);
          }
        }
      }
    } finally {
      threads.shutdown();
      members.forEach(Trainer::close);
    }
    assertTrue(alone.stream().filter(Trainer.Outcome::isCheck).count() >= 2);
  }

  @Test
  void aWishToStopOfAnyMemberIsTheWishOfAll() throws Exception {
    Pair pair = new Pair();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Boolean> first = threads.submit(() -> pair.member(0).any(false));
      Future<Boolean> second = threads.submit(() -> pair.member(1).any(true));
      assertTrue(first.get() && second.get());
    } finally {
      threads.shutdown();
    }
    assertFalse(Collective.ALONE.any(false));
    int[] records = {5, 6, 7, 8, 9};
    assertEquals("[5, 6]", Arrays.toString(pair.member(0).share(records)));
    assertEquals("[7, 8, 9]", Arrays.toString(pair.member(1).share(records)));
    assertEquals("[]", Arrays.toString(pair.member(0).share(5)));
    assertEquals("[5]", Arrays.toString(pair.member(1).share(5)));
  }
}
