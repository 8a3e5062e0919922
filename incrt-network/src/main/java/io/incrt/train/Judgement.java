package io.incrt.train;

import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.Certificate;
import io.incrt.event.Validation;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.objective.Scores;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.beside.RunCompanions;
import io.incrt.train.data.Examples;
import io.incrt.train.judge.Answers;
import io.incrt.train.update.WeightAverage;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * How a run's networks are judged: with averaged weights, mixed with the linear model, by answers
 * as the model will give them.
 *
 * @param setup of the run
 * @param companions what stands beside its network
 */
record Judgement(TrainerSetup setup, RunCompanions companions) {

  /** Records as a network is judged on them. */
  Examples encoded(TokenizedRecords records) {
    return setup.encoded(records).with(setup.data().first().moves()).with(companions.says(records));
  }

  /** Runs work on the weights that are kept: averaged, and mixed with the linear model. */
  <T> T ofKeptWeights(Network network, Examples valid, Supplier<T> work) {
    if (valid.floors() != null && setup.settings().parts().floor().isMixed()) {
      Examples alone = valid.with((float[][]) null);
      companions.mix(
          network,
          WeightAverage.with(
              network,
              () ->
                  Answers.of(
                      network, alone, UnaryOperator.identity(), batchSize(), setup.collective())),
          valid);
    }
    return WeightAverage.with(network, work);
  }

  /** A network's scores. */
  Scores scores(Network network, Examples records) {
    return Answers.evaluate(network, setup.objective(), records, batchSize(), setup.collective());
  }

  /** The score that the best model is chosen by. */
  double chosenBy(Scores scores) {
    return scores.of(setup.settings().training().bestBy());
  }

  /** What is found about a kept network, computed in float32, as the model will predict. */
  <T> T ofKept(BestModel kept, Function<Network, T> judge) {
    Compute compute = new Compute(setup.device(), TrainingSettings.Precision.FLOAT32);
    try (Network network =
        Libtorch.building(
            () ->
                new Network(
                    setup.shape(),
                    compute,
                    kept.architecture(),
                    ParameterSource.stored(kept.tensors())))) {
      return judge.apply(network);
    }
  }

  /** The linear model beside a network, on test records or, without them, on validation records. */
  Optional<Certificate.Floor> beside(Network network, Examples records, boolean test) {
    return companions.compare(
        records,
        Answers.of(network, records, setup.objective()::decode, batchSize()),
        test ? "test" : Validation.VALID);
  }

  private int batchSize() {
    return setup.settings().training().batchSize();
  }
}
