package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.corpus.Vectors;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.Kind;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.data.tokens.Positions;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Shape;
import io.incrt.folder.ShapeBuilder;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.model.Network;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.NetworkSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Moves;
import io.incrt.train.data.TrainingData;
import io.incrt.train.group.Collective;
import io.incrt.train.judge.PartJury;
import io.incrt.train.judge.Work;
import java.util.Optional;

/**
 * What a trainer works with.
 *
 * @param shape the sizes that do not grow
 * @param objective what is learned
 * @param data the records to learn from
 * @param vectors word vectors of the tokens, for texts
 * @param overlap the neighbouring tokens that share letters; 1 for none
 * @param settings everything else
 * @param device where to compute
 * @param collective the processes that train jointly
 */
public record TrainerSetup(
    Shape shape,
    Objective objective,
    TrainingData data,
    Optional<Vectors> vectors,
    int overlap,
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
    Moves moves = moves(corpus, shape, settings);
    requireWords(corpus, settings);
    Examples records = learned(corpus, objective, shape, settings).with(moves);
    TrainingData data =
        corpus
            .then()
            .map(
                then ->
                    new TrainingData(
                        records,
                        encoded(then.train(), objective, shape, settings).with(moves),
                        settings.training().steps() / 2))
            .orElseGet(() -> TrainingData.of(records));
    int overlap = corpus.tokenizer().overlap();
    return new TrainerSetup(
        shape, objective, data, corpus.vectors(), overlap, settings, device, Collective.ALONE);
  }

  private static void requireWords(Corpus corpus, RunSettings settings) {
    Tokenizer tokenizer = corpus.tokenizer();
    if (settings.parts().letters() > 0 && tokenizer.spelled("").isEmpty()) {
      throw new IllegalArgumentException(
          "letters of words are for texts, but the records are read as "
              + tokenizer.kind().option()
              + ", whose tokens are "
              + tokenizer.describe()
              + "; leave parts.letters at 0, or name the kind if it is wrong");
    }
  }

  private static Examples learned(
      Corpus corpus, Objective objective, Shape shape, RunSettings settings) {
    if (corpus.cached().isEmpty()) {
      return encoded(corpus.train(), objective, shape, settings);
    }
    if (settings.parts().letters() > 0) {
      throw new IllegalArgumentException(
          "a cache of records has no letters of words (parts.letters); leave it at 0, or read all"
              + " records into memory (data.cache=NEVER)");
    }
    return Examples.of(corpus.cached().get(), objective, shape);
  }

  private static Examples encoded(
      TokenizedRecords records, Objective objective, Shape shape, RunSettings settings) {
    Examples encoded = Examples.of(records, objective, shape);
    return settings.parts().letters() > 0 ? encoded.withLetters(records.letters()) : encoded;
  }

  /** Records as the network reads them that are not moved. */
  public Examples encoded(TokenizedRecords records) {
    return encoded(records, objective, shape, settings);
  }

  /**
   * A jury of these records for the parts of a network.
   *
   * @param most the most records to ask; 0 for all
   * @param work counts what is computed
   */
  PartJury jury(Network network, Examples records, int most, Work work) {
    boolean added = data.first().floors() != null;
    return new PartJury(
        network,
        objective,
        records,
        added,
        most,
        settings.training().batchSize(),
        work,
        collective);
  }

  /** The same, where the network learns what the linear model leaves of each record. */
  TrainerSetup beside(float[]... floors) {
    return new TrainerSetup(
        shape,
        objective,
        TrainingData.of(data.first().with(floors)),
        vectors,
        overlap,
        settings,
        device,
        collective);
  }

  /** The same for several processes. */
  public TrainerSetup with(Collective others) {
    return new TrainerSetup(shape, objective, data, vectors, overlap, settings, device, others);
  }

  /** The settings with the steps that the data ask for, and with one seed for everything. */
  public static RunSettings resolved(Corpus corpus, RunSettings settings) {
    TrainingSettings recipe = settings.training().forData(corpus.learned());
    // The Homeostat's own seed is only an offset to it.
    long homeostatSeed = recipe.seed() + settings.homeostat().seed();
    return settings
        .withTraining(recipe)
        .withHomeostat(
            settings
                .homeostat()
                .withSeed(homeostatSeed)
                .withEvidence(evidence(settings.homeostat(), recipe.steps())));
  }

  /** Evidence for a run of so many steps; judgements are made at checks. */
  private static EvidencePolicy evidence(HomeostatSettings homeostat, long steps) {
    if (!homeostat.enabled() || !homeostat.evidence().enabled()) {
      return homeostat.evidence().withEnabled(false);
    }
    EvidencePolicy policy = homeostat.evidence().withHorizon(steps);
    long check = homeostat.checkEvery();
    return policy.withEvery(Math.max(check, policy.interval() / check * check));
  }

  /** How training moves the records of a corpus. */
  static Moves moves(Corpus corpus, Shape shape, RunSettings settings) {
    OtherStrand strand =
        settings.data().strand() == Strand.BOTH
            ? OtherStrand.of(corpus.tokenizer()).orElse(null)
            : null;
    return new Moves(shift(corpus, settings), strand, shape.maxTokens());
  }

  private static int shift(Corpus corpus, RunSettings settings) {
    return corpus.tokenizer().kind() == Kind.TEXT ? 0 : settings.training().shift();
  }

  /** The positions that the records of a corpus are cut to. */
  static int length(Corpus corpus, RunSettings settings) {
    int pooling = pooling(corpus, settings);
    // Room for a record that has a little more at an end.
    int tokens = corpus.longest() + shift(corpus, settings);
    int longest = (tokens + pooling - 1) / pooling;
    return Math.max(1, Math.min(settings.network().maxLength(), longest));
  }

  /** The tokens of a position; texts have one. */
  private static int pooling(Corpus corpus, RunSettings settings) {
    int given = settings.network().pooling();
    if (given > 0) {
      return given;
    }
    return corpus.tokenizer().kind() == Kind.TEXT
        ? 1
        : Positions.of(corpus.lengths(), settings.network().maxLength()).pooling();
  }

  private static Shape shape(Corpus corpus, Objective objective, RunSettings settings) {
    NetworkSettings network = settings.network();
    int pooling = pooling(corpus, settings);
    int length = length(corpus, settings);
    return ShapeBuilder.builder()
        .vocabulary(corpus.tokenizer().size())
        .embedded(corpus.vectors().map(Vectors::own).orElse(0))
        .maxLength(length)
        .pooling(pooling)
        .bothEnds(network.bothEnds())
        .readout(network.readout())
        .classes(objective.outputs())
        .width(network.width())
        .keyDimensions(network.keyDimensions())
        .allDimensions(network.allDimensions())
        .valueVariance(network.printedValueVariance() ? length : 1)
        .build();
  }
}
