package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.model.Shape;
import io.incrt.model.ShapeBuilder;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;

/**
 * What a trainer works with.
 *
 * @param shape the sizes that do not grow
 * @param objective what is learned
 * @param data the records to learn from
 * @param settings everything else
 * @param device where to compute
 * @param collective the processes that train jointly
 */
public record TrainerSetup(
    Shape shape,
    Objective objective,
    TrainingData data,
    RunSettings settings,
    Device device,
    Collective collective) {

  /** For the classes of a corpus, in a single process. */
  public static TrainerSetup of(Corpus corpus, RunSettings settings, Device device) {
    return of(corpus, new Classification(corpus.labels()), settings, device);
  }

  /** For an objective on the records of a corpus, in a single process. */
  public static TrainerSetup of(
      Corpus corpus, Objective objective, RunSettings settings, Device device) {
    Shape shape = shape(corpus, objective, settings);
    Examples records = Examples.of(corpus.train(), objective, shape.maxLength());
    TrainingData data =
        corpus
            .then()
            .map(
                then ->
                    new TrainingData(
                        records,
                        Examples.of(then.train(), objective, shape.maxLength()),
                        settings.training().steps() / 2))
            .orElseGet(() -> TrainingData.of(records));
    return new TrainerSetup(shape, objective, data, settings, device, Collective.ALONE);
  }

  /** The same for several processes. */
  public TrainerSetup with(Collective others) {
    return new TrainerSetup(shape, objective, data, settings, device, others);
  }

  /** The settings with the steps that the data ask for, and with one seed for everything. */
  static RunSettings resolved(Corpus corpus, RunSettings settings) {
    TrainingSettings recipe =
        settings.training().forData(corpus.train().size(), length(corpus, settings));
    // The Homeostat's own seed is only an offset to it.
    long homeostatSeed = recipe.seed() + settings.homeostat().seed();
    return settings
        .withTraining(recipe)
        .withHomeostat(settings.homeostat().withSeed(homeostatSeed));
  }

  /** The length that the records of a corpus are cut to. */
  static int length(Corpus corpus, RunSettings settings) {
    return Math.max(1, Math.min(settings.network().maxLength(), corpus.train().longest()));
  }

  private static Shape shape(Corpus corpus, Objective objective, RunSettings settings) {
    NetworkSettings network = settings.network();
    int length = length(corpus, settings);
    return ShapeBuilder.builder()
        .vocabulary(corpus.tokenizer().size())
        .maxLength(length)
        .classes(objective.outputs())
        .width(network.width())
        .keyDimensions(network.keyDimensions())
        .allDimensions(network.allDimensions())
        .valueVariance(network.printedValueVariance() ? length : 1)
        .build();
  }
}
