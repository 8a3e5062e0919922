package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.folder.Shape;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenNetwork;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.part.Convolution;
import io.incrt.model.part.FeedForward;
import io.incrt.model.part.NgramPath;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of part: born without effect, trained, left out, removed, resumed, frozen. */
class PartsTest {

  private static final RunSettings SETTINGS =
      Settings.with(
          RunSettings.geometry(),
          Map.of(
              "network.width", "16",
              "network.keyDimensions", "4",
              "network.bothEnds", "true",
              "training.steps", "100",
              "training.learningRate", "0.01",
              "training.average", "0.9",
              "training.shift", "1"));

  private static final Corpus CORPUS = genes(Kind.DNA, DataSettings.defaults());

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  /** Bases with a motif, the one or the other. */
  static List<LabelledSequence> records(int count, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder gene = new StringBuilder();
      for (int j = 0; j < 20 + random.nextInt(12); j++) {
        gene.append("ACGT".charAt(random.nextInt(4)));
      }
      gene.insert(random.nextInt(gene.length()), i % 2 == 0 ? "GATTACA" : "CCGTGCC");
      records.add(new LabelledSequence("r" + i, gene.toString(), i % 2 == 0 ? "even" : "odd"));
    }
    return records;
  }

  static Corpus genes(Kind kind, DataSettings settings) {
    return Corpora.of(
        new Corpora.Parts(records(120, 1), records(30, 2), records(30, 3)),
        1,
        kind,
        512,
        settings,
        bad -> {
          throw bad;
        });
  }

  enum Kinds {
    CONVOLUTION {
      @Override
      Block born(Shape shape) {
        return Convolution.born(7, 30, 3, shape);
      }
    },
    EVEN_CONVOLUTION {
      @Override
      Block born(Shape shape) {
        return Convolution.born(7, 30, 4, shape);
      }
    },
    FEED_FORWARD {
      @Override
      Block born(Shape shape) {
        return FeedForward.born(7, 30, 24, shape);
      }
    },
    NGRAMS {
      @Override
      Block born(Shape shape) {
        return NgramPath.born(7, 30, new NgramPath.Sizes(997, 3, 1, 8), shape);
      }
    },
    SPACED_NGRAMS {
      @Override
      Block born(Shape shape) {
        return NgramPath.born(7, 30, new NgramPath.Sizes(997, 4, 3, 8), shape);
      }
    },
    COUNTED_NGRAMS {
      @Override
      Block born(Shape shape) {
        return NgramPath.born(7, 30, new NgramPath.Sizes(997, 3, 1, 8), RUNS, shape);
      }
    };

    private static final List<int[]> RUNS =
        List.of(
            new int[] {2, 3},
            new int[] {3, 4},
            new int[] {5, 2},
            new int[] {2, 3, 4},
            new int[] {4, 3, 2},
            new int[] {5, 5, 5});

    abstract Block born(Shape shape);
  }

  private static TrainerSetup setup() {
    return TrainerSetup.of(CORPUS, SETTINGS, Device.CPU);
  }

  private static void advance(Trainer trainer, long to) {
    while (trainer.step() < to) {
      trainer.advance();
    }
  }

  private static final int[][] TOKENS = {{2, 3, 4, 5, 2, 3, 4, 5, 5, 2}, {5, 4, 3}, {2}};

  private static float[] outputs(Network network, Part... without) {
    return Libtorch.scoped(
        () ->
            Libtorch.toFloats(network.forward(new ForwardPass(Batch.of(TOKENS)).without(without))));
  }

  @ParameterizedTest
  @EnumSource
  void aPartIsBornWithoutEffectTrainsAndCanBeLeftOutAndRemoved(Kinds kind) {
    try (Trainer trainer = Instruments.trainer(setup())) {
      advance(trainer, 20);
      Network network = trainer.network();
      float[] before = outputs(network);
      Block part = kind.born(network.shape());
      network.add(part);
      assertArrayEquals(before, outputs(network), "born without effect");
      advance(trainer, 40);
      float[] with = outputs(network);
      float[] without = outputs(network, part);
      assertFalse(Arrays.equals(with, without), "it has learned something");
      assertEquals(
          part.parameters().stream()
              .filter(one -> !one.name().matches(".*\\.(keys|shifts)")) // not trained
              .mapToLong(one -> one.value().numel())
              .sum(),
          part.cost(7).parameters());
      network.remove(part);
      assertArrayEquals(without, outputs(network), 1e-6f, "removed is left out for good");
      advance(trainer, 50);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunGoesOnFromItsCheckpointToTheBit(Kinds kind) {
    try (Trainer whole = Instruments.trainer(setup())) {
      whole.network().add(kind.born(whole.network().shape()));
      advance(whole, 20);
      try (Trainer resumed =
          Instruments.trainer(setup(), whole.position(), ParameterSource.stored(whole.tensors()))) {
        advance(whole, 40);
        advance(resumed, 40);
        assertEquals(whole.network().architecture(), resumed.network().architecture());
        assertArrayEquals(outputs(whole.network()), outputs(resumed.network()));
        for (int i = 0; i < whole.network().parameters().size(); i++) {
          Parameter one = whole.network().parameters().get(i);
          Parameter other = resumed.network().parameters().get(i);
          assertEquals(one.average() == null, other.average() == null, one.name());
          if (one.average() != null) {
            assertArrayEquals(
                Libtorch.toFloats(one.average()), Libtorch.toFloats(other.average()), one.name());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFrozenFormComputesTheSame(Kinds kind) {
    Trainer trainer = Instruments.trainer(setup());
    Network network = trainer.network();
    network.add(kind.born(network.shape()));
    advance(trainer, 20);
    List<float[]> expected = network.answers(() -> Batch.of(TOKENS), x -> x);
    try (FrozenNetwork frozen = network.freeze()) {
      List<float[]> found = frozen.answers(() -> Batch.of(TOKENS), x -> x);
      for (int i = 0; i < expected.size(); i++) {
        assertArrayEquals(expected.get(i), found.get(i), 1e-5f);
      }
    }
  }

  @Test
  void paddingDoesNotChangeWhatAPartSays() {
    try (Trainer trainer = Instruments.trainer(setup())) {
      Network network = trainer.network();
      for (Kinds kind : List.of(Kinds.CONVOLUTION, Kinds.FEED_FORWARD, Kinds.NGRAMS)) {
        network.add(kind.born(network.shape()));
      }
      advance(trainer, 20);
      List<float[]> together = network.answers(() -> Batch.of(TOKENS), x -> x);
      for (int i = 0; i < TOKENS.length; i++) {
        int[] alone = TOKENS[i];
        float[] own = network.answers(() -> Batch.of(alone), x -> x).get(0);
        assertArrayEquals(own, together.get(i), 1e-5f);
      }
    }
  }

  @Test
  void aStepChangesOnlyTheRowsOfItsBatch() {
    try (Trainer trainer = Instruments.trainer(setup())) {
      Network network = trainer.network();
      NgramPath path = NgramPath.born(0, 0, new NgramPath.Sizes(50_000, 3, 1, 4), network.shape());
      network.add(path);
      // The outputs' weights are zero at first, so that the rows get no gradient.
      advance(trainer, 1);
      Parameter table = path.parameters().get(0);
      float[] before = Libtorch.toFloats(table.value());
      advance(trainer, 2);
      float[] after = Libtorch.toFloats(table.value());
      int changed = 0;
      for (int row = 0; row < 50_000; row++) {
        boolean same = true;
        for (int i = 4 * row; i < 4 * row + 4; i++) {
          same &= before[i] == after[i];
        }
        changed += same ? 0 : 1;
      }
      // Runs of two and three of four letters (and the unknown one): 25 + 125 at most.
      assertTrue(changed > 20 && changed <= 160, changed + " rows changed");
    }
  }
}
