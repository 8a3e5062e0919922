package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Validation;
import io.incrt.folder.Readout;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.PartsSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.store.ModelFolder;
import io.incrt.tensor.Device;
import io.incrt.train.group.Collective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Small runs for tests. */
final class Runs {

  /** Of networks whose every number is looked at. */
  static final Shape TINY =
      ShapeBuilder.builder()
          .vocabulary(20)
          .embedded(0)
          .maxLength(12)
          .pooling(1)
          .bothEnds(false)
          .readout(Readout.ALL)
          .classes(3)
          .width(16)
          .keyDimensions(8)
          .allDimensions(false)
          .valueVariance(1)
          .build();

  /** Of networks that take some steps. */
  static final Shape SMALL =
      ShapeBuilder.builder()
          .vocabulary(50)
          .embedded(0)
          .maxLength(24)
          .pooling(1)
          .bothEnds(false)
          .readout(Readout.ALL)
          .classes(2)
          .width(32)
          .keyDimensions(8)
          .allDimensions(false)
          .valueVariance(1)
          .build();

  private Runs() {}

  /** A small order task. */
  static Corpus order(int pairs) {
    return new OrderTask(pairs, 12, 50, 600, 100).generate(1);
  }

  /** A few hundred quick steps in which heads are born. */
  static RunSettings quick(long steps) {
    RunSettings defaults = RunSettings.geometry();
    HomeostatSettings policy = defaults.homeostat();
    return defaults
        .withParts(defaults.parts().withFloor(PartsSettings.FloorUse.NONE))
        .withNetwork(
            defaults.network().with(network -> network.width(16).keyDimensions(4).maxLength(32)))
        .withTraining(
            defaults
                .training()
                .with(
                    recipe ->
                        recipe
                            .steps(steps)
                            .batchSize(16)
                            .learningRate(3e-3)
                            .warmUp(10)
                            .floor(0.1)
                            .dropout(0.1)
                            .unknownRate(0.05)
                            .evaluateEvery(25)
                            .seed(3)))
        .withHomeostat(
            policy
                .withWidth(policy.width().with(width -> width.tau(0.4).dwell(20).pruneAfter(20)))
                .withDepth(
                    policy
                        .depth()
                        .with(
                            depth ->
                                depth
                                    .minUnexplained(0.1)
                                    .minGain(0)
                                    .idleAfter(40)
                                    .dwell(60)
                                    .maxLayers(2))));
  }

  /** A run on the CPU that learns the classes of a corpus. */
  static TrainingRun of(Corpus corpus, RunSettings settings, Path folder, RunListener listener) {
    Objective classes = new Classification(corpus.labels());
    return new TrainingRun(
        corpus, classes, settings, folder, listener, Device.CPU, Collective.ALONE);
  }

  /** A run to its end that keeps its checkpoints in a folder. */
  static TrainingRun.Result train(
      Corpus corpus, RunSettings settings, Path folder, RunListener listener, boolean resume)
      throws IOException {
    return of(corpus, settings, folder, listener)
        .train(resume, false, () -> false, null, TrainingRun.Publisher.NONE);
  }

  /** The accuracy of a run's best model on its test records. */
  static double accuracy(TrainingRun.Result result) {
    return result.model().orElseThrow().test().orElseThrow().of(TrainingSettings.Score.ACCURACY);
  }

  /** Writes the model that a run ended with. */
  static void write(TrainingRun.Result result, Path folder) throws IOException {
    TrainingRun.TrainedModel model = result.model().orElseThrow();
    ModelFolder.write(
        folder, model.config(), model.tensors(), model.log(), model.valid().figures());
  }

  /** Remembers what happened. */
  static final class Log implements RunListener {

    final List<GrowthEvent> events = new ArrayList<>();
    final List<Double> scores = new ArrayList<>();
    long steps;

    long count(Class<? extends GrowthEvent> kind) {
      return events.stream().filter(kind::isInstance).count();
    }

    @Override
    public void stepped(Step step) {
      steps = step.number();
    }

    @Override
    public void grew(GrowthEvent event) {
      events.add(event);
    }

    @Override
    public void validated(Validation validation, double score) {
      scores.add(score);
    }
  }
}
