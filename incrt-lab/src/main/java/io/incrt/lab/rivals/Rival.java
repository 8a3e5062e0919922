package io.incrt.lab.rivals;

import io.incrt.Evaluation;
import io.incrt.Incrt;
import io.incrt.base.Statistics;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.model.Network;
import io.incrt.objective.ClassCounts;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.train.data.Examples;
import io.incrt.train.judge.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * One way to a classifier, and what it ended with.
 *
 * @param task the data
 * @param way what was done
 * @param size what was chosen
 * @param validation its validation accuracy
 * @param accuracy on the test records
 * @param macroF1 on the test records
 * @param attentionParameters numbers in its heads
 * @param trained how many networks were trained on the way
 * @param flops of all training on the way, judging included, in units of the grown run's; 0 where
 *     it is not a network
 * @param ofFinalSize the same in units of one training of the network it ended with; 0 where it is
 *     not a network
 * @param inference time to predict the test records, in units of the grown model's; null where it
 *     is not a network
 */
public record Rival(
    String task,
    String way,
    String size,
    double validation,
    double accuracy,
    double macroF1,
    long attentionParameters,
    int trained,
    double flops,
    double ofFinalSize,
    Double inference) {

  /** Whether it came about in that way. */
  boolean is(String other) {
    return way.equals(other);
  }

  private static final int ROUNDS = 7;

  /** Some machines' clocks tick every few milliseconds. */
  private static final long MEASURABLE = 40_000_000;

  /**
   * A network that is to be judged.
   *
   * @param folder its model
   * @param steps of one training
   * @param flops of all training on the way
   */
  record Entrant(
      String way, Path folder, double validation, int trained, long steps, double flops) {}

  /** Judges the networks on the test records and lets them predict in turns; the first is 1. */
  static List<Rival> judge(String task, Corpus corpus, List<Entrant> entrants) throws IOException {
    double[][] times = new double[entrants.size()][ROUNDS];
    List<Rival> judged = new ArrayList<>();
    List<Incrt> models = new ArrayList<>();
    try {
      for (Entrant entrant : entrants) {
        models.add(Incrt.load(entrant.folder));
      }
      for (int round = -1; round < ROUNDS; round++) {
        for (int i = 0; i < models.size(); i++) {
          double time = timeOfAnswers(models.get(i), corpus);
          if (round >= 0) {
            times[i][round] = time;
          }
        }
      }
      for (int i = 0; i < models.size(); i++) {
        Entrant entrant = entrants.get(i);
        Evaluation test = models.get(i).evaluate(corpus.test());
        judged.add(
            new Rival(
                task,
                entrant.way,
                size(models.get(i)),
                entrant.validation,
                test.accuracy(),
                test.macroF1(),
                models.get(i).parameters().attention(),
                entrant.trained,
                entrant.flops / entrants.get(0).flops,
                entrant.flops / ofOneTraining(entrant, corpus),
                Statistics.median(times[i]) / Statistics.median(times[0])));
      }
    } finally {
      models.forEach(Incrt::close);
    }
    return judged;
  }

  /** What one training of the network costs that was ended with, of its size from the start. */
  private static double ofOneTraining(Entrant entrant, Corpus corpus) throws IOException {
    ModelFolder.Loaded model = ModelFolder.read(entrant.folder, Device.CPU);
    try (Network network = model.network()) {
      ModelConfig config = model.config();
      Work step = new Work(0);
      step.reads(Examples.of(corpus.train(), config.objective(), config.shape()));
      step.step(network, config.settings().training().batchSize());
      return entrant.steps * step.flops();
    }
  }

  /** As often as it takes to be measured by a coarse clock. */
  private static double timeOfAnswers(Incrt model, Corpus corpus) {
    long start = System.nanoTime();
    long passed = 0;
    int rounds = 0;
    while (passed < MEASURABLE) {
      model.predictor().answers(corpus.test());
      passed = System.nanoTime() - start;
      rounds++;
    }
    return (double) passed / rounds;
  }

  private static String size(Incrt model) {
    int layers = model.architecture().layers().size();
    int heads = model.architecture().layers().stream().mapToInt(one -> one.heads().size()).sum();
    return layers
        + (layers == 1 ? " layer, " : " layers, ")
        + heads
        + (heads == 1 ? " head" : " heads");
  }

  /** A classifier that is no network; what it costs to train is not counted. */
  static Rival classical(
      String task, String way, String size, Corpus corpus, ToIntFunction<int[]> classify) {
    Evaluation valid = judge(corpus, corpus.valid(), classify);
    Evaluation test = judge(corpus, corpus.test(), classify);
    return new Rival(
        task, way, size, valid.accuracy(), test.accuracy(), test.macroF1(), 0, 1, 0, 0, null);
  }

  private static Evaluation judge(
      Corpus corpus, TokenizedRecords records, ToIntFunction<int[]> classify) {
    ClassCounts counts = new ClassCounts(corpus.labels());
    for (int i = 0; i < records.size(); i++) {
      float[] answer = new float[corpus.labels().size()];
      answer[classify.applyAsInt(records.tokens(i))] = 1;
      counts.add(answer, corpus.labels().indexOf(records.get(i).label()));
    }
    return Evaluation.of(counts);
  }
}
