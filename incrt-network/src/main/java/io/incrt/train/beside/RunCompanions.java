package io.incrt.train.beside;

import io.incrt.base.PairedTest;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.familiarity.Familiarity;
import io.incrt.data.ngrams.Floor;
import io.incrt.data.ngrams.FloorLearner;
import io.incrt.data.ngrams.FloorSettings;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.event.Certificate;
import io.incrt.folder.Companions;
import io.incrt.model.Block;
import io.incrt.model.Network;
import io.incrt.model.part.FloorMix;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.PartsSettings.FloorUse;
import io.incrt.settings.RunSettings;
import io.incrt.train.data.Examples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The companions of a run's network. They are learned at the start, from the training records and
 * the seed alone, so a resumed run has the same ones.
 */
public final class RunCompanions {

  private final Companions companions;
  private final float[][] strange;

  private RunCompanions(Companions companions, float[][] strange) {
    this.companions = companions;
    this.strange = strange;
  }

  /** Learns what the settings ask for and the objective allows. */
  public static RunCompanions learn(Corpus corpus, Objective objective, RunSettings settings) {
    long seed = settings.training().seed();
    FloorUse use = settings.parts().floor();
    if (use == FloorUse.NONE || corpus.then().isPresent()) {
      return new RunCompanions(Companions.NONE, null);
    }
    Kind kind = corpus.tokenizer().kind();
    Optional<Floor> floor = Optional.empty();
    float[][] strange = null;
    if (objective instanceof Classification classes) {
      int[] labels = labels(classes.targets(corpus.train()));
      FloorLearner.Learned learned =
          FloorLearner.learn(
              kind,
              settings.data().strand() == Strand.BOTH,
              corpus.train(),
              labels,
              classes.outputs(),
              FloorSettings.usual(seed));
      floor = Optional.of(learned.floor());
      if (isAdded(use, corpus)) {
        strange =
            Arrays.stream(learned.outOfFold())
                .map(learned.floor()::logProbabilities)
                .toArray(float[][]::new);
      }
    }
    boolean both = settings.data().strand() == Strand.BOTH;
    Familiarity familiarity =
        Familiarity.learn(kind, read(corpus.train(), both), read(corpus.valid(), both), seed);
    return new RunCompanions(new Companions(floor, Optional.of(familiarity)), strange);
  }

  /** Of records in a cache a sample is learned from, so that not all have been answered. */
  private static boolean isAdded(FloorUse use, Corpus corpus) {
    if (corpus.cached().isEmpty()) {
      return use == FloorUse.ADDED
          || (use == FloorUse.AUTO && corpus.tokenizer().kind() != Kind.TEXT);
    }
    if (use == FloorUse.ADDED) {
      throw new IllegalArgumentException(
          "parts.floor=ADDED needs what linear models say of every training record, and of records"
              + " in a cache they learn a sample only; leave it at AUTO, which mixes the linear"
              + " model in, or read all records into memory (data.cache=NEVER)");
    }
    return false;
  }

  /**
   * The same with a linear model that has also learned from the validation records, where these
   * were held out of the training records: nothing more is chosen by them.
   */
  public RunCompanions complete(Corpus corpus, Objective learned, RunSettings settings) {
    if (companions.floor().isEmpty() || !corpus.heldOut()) {
      return this;
    }
    List<LabelledSequence> all = new ArrayList<>(corpus.train());
    all.addAll(corpus.valid());
    Floor floor =
        FloorLearner.refit(
            companions.floor().get(),
            all,
            labels(((Classification) learned).targets(all)),
            FloorSettings.usual(settings.training().seed()));
    return new RunCompanions(new Companions(Optional.of(floor), companions.familiarity()), strange);
  }

  /** Records as they may be read: from both strands, if those count the same. */
  private static List<LabelledSequence> read(List<LabelledSequence> records, boolean both) {
    if (!both) {
      return records;
    }
    List<LabelledSequence> all = new ArrayList<>(records);
    for (LabelledSequence one : records) {
      String group = one.group().isEmpty() ? one.id() : one.group();
      all.add(
          new LabelledSequence(
              one.id(), OtherStrand.of(one.sequence()), one.label(), group, one.place()));
    }
    return all;
  }

  /** What is stored with the network. */
  public Companions companions() {
    return companions;
  }

  /**
   * What linear models say of each training record that have not seen it, where the network is to
   * learn what those leave; empty where it learns by itself. Measured (docs/experiments.md): the
   * first is better for letters, the second for words.
   */
  public Optional<float[][]> strange() {
    return Optional.ofNullable(strange);
  }

  /** What the linear model says of records: log-probabilities; null if there is none. */
  public float[][] says(List<LabelledSequence> records) {
    return companions
        .floor()
        .map(
            floor ->
                records.stream()
                    .map(record -> floor.logProbabilities(record.sequence()))
                    .toArray(float[][]::new))
        .orElse(null);
  }

  /** Fits how the network and the linear model are mixed, where they are. */
  public void mix(Network network, List<float[]> outputs, Examples records) {
    for (Block block : network.blocks()) {
      if (block instanceof FloorMix mix) {
        int[] labels = labels(records);
        MixFit.Factors factors =
            strange == null
                ? MixFit.mixed(outputs, records.floors(), labels)
                : MixFit.added(outputs, records.floors(), labels);
        mix.set(factors.network(), factors.floor());
      }
    }
  }

  /**
   * The linear model beside the run's model on some records.
   *
   * @param answers the model's
   */
  public Optional<Certificate.Floor> compare(
      Examples records, List<float[]> answers, String judges) {
    if (companions.floor().isEmpty()) {
      return Optional.empty();
    }
    int[] labels = labels(records);
    int[] own = answers.stream().mapToInt(RunCompanions::largest).toArray();
    int[] linear = Arrays.stream(records.floors()).mapToInt(RunCompanions::largest).toArray();
    return Optional.of(
        new Certificate.Floor(
            accuracy(linear, labels),
            accuracy(own, labels),
            PairedTest.mcNemar(labels, own, linear),
            judges,
            companions.floor().orElseThrow().describe()));
  }

  private static double accuracy(int[] predicted, int[] labels) {
    long right = IntStream.range(0, labels.length).filter(i -> predicted[i] == labels[i]).count();
    return (double) right / labels.length;
  }

  private static int[] labels(Examples records) {
    return labels((ClassTargets) records.targets());
  }

  private static int[] labels(ClassTargets targets) {
    int[] labels = new int[targets.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = targets.of(i);
    }
    return labels;
  }

  private static int largest(float... values) {
    int best = 0;
    for (int c = 1; c < values.length; c++) {
      best = values[c] > values[best] ? c : best;
    }
    return best;
  }
}
