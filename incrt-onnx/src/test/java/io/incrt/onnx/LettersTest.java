package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.incrt.Incrt;
import io.incrt.Prediction;
import io.incrt.Training;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Spelling;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.FrozenNetwork;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.model.part.LetterPath;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.ModelConfig;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.Parameter;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words that are read by their letters, those that no training record has above all. */
class LettersTest {

  private static final RunSettings SETTINGS =
      Settings.with(
          RunSettings.geometry(),
          Map.of(
              "network.width", "16",
              "network.keyDimensions", "4",
              "parts.letters", "500",
              "training.steps", "100",
              "training.learningRate", "0.01",
              "training.average", "0.9",
              "training.unknownRate", "0.2"));

  @TempDir private Path directory;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  /** A sentence with one word that counts: its stem is random, its ending decides the label. */
  private static List<LabelledSequence> endings(int count, long seed) {
    Random random = new Random(seed);
    List<LabelledSequence> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder stem = new StringBuilder();
      for (int j = 0; j < 4 + random.nextInt(3); j++) {
        stem.append("bcdfghklmnprt".charAt(random.nextInt(13)));
        stem.append("aeiou".charAt(random.nextInt(5)));
      }
      String word = stem + (i % 2 == 0 ? "ness" : "able");
      String text = "the " + word + (random.nextBoolean() ? " of it" : " was here again");
      records.add(new LabelledSequence("r" + i, text, i % 2 == 0 ? "noun" : "adjective"));
    }
    return records;
  }

  private static Corpus corpus() {
    return Corpora.of(
        new Corpora.Parts(endings(120, 1), endings(30, 2), endings(30, 3)),
        1,
        Kind.TEXT,
        512,
        DataSettings.defaults(),
        bad -> {
          throw bad;
        });
  }

  private static TrainerSetup setup() {
    return TrainerSetup.of(corpus(), SETTINGS, Device.CPU);
  }

  private static void advance(Trainer trainer, long to) {
    while (trainer.step() < to) {
      trainer.advance();
    }
  }

  private static Block letters(Network network) {
    return network.blocks().stream().filter(LetterPath.class::isInstance).findFirst().orElseThrow();
  }

  private static final int[][] TOKENS = {{2, 1, 4, 5}, {3, 1}, {1}};
  private static final int[][][] WORDS = {
    {Spelling.of("the"), Spelling.of("goodness"), Spelling.of("of"), Spelling.of("it")},
    {Spelling.of("a"), Spelling.of("table")},
    {Spelling.of("mindfulness")}
  };

  private static Batch batch() {
    return Batch.of(TOKENS).withLetters(WORDS);
  }

  private static float[] outputs(Network network, Part... without) {
    return Libtorch.scoped(
        () -> Libtorch.toFloats(network.forward(new ForwardPass(batch()).without(without))));
  }

  @Test
  void theyAreBornWithoutEffectTrainAndCanBeLeftOutAndRemoved() {
    try (Trainer trainer = Instruments.trainer(setup())) {
      Network network = trainer.network();
      network.remove(letters(network));
      advance(trainer, 20);
      float[] before = outputs(network);
      Block part = LetterPath.born(20, 300, network.shape());
      network.add(part);
      assertArrayEquals(before, outputs(network), "born without effect");
      advance(trainer, 40);
      float[] with = outputs(network);
      float[] without = outputs(network, part);
      assertFalse(Arrays.equals(with, without), "it has learned something");
      assertEquals(
          part.parameters().stream().mapToLong(one -> one.value().numel()).sum(),
          part.cost(7).parameters());
      network.remove(part);
      assertArrayEquals(without, outputs(network), 1e-6f, "removed is left out for good");
      advance(trainer, 50);
    }
  }

  @Test
  void aRunGoesOnFromItsCheckpointToTheBit() {
    try (Trainer whole = Instruments.trainer(setup())) {
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
          assertArrayEquals(
              Libtorch.toFloats(one.value()), Libtorch.toFloats(other.value()), one.name());
          assertArrayEquals(
              Libtorch.toFloats(one.steps()), Libtorch.toFloats(other.steps()), one.name());
        }
      }
    }
  }

  @Test
  void theFrozenFormComputesTheSameAndPaddingChangesNothing() {
    Trainer trainer = Instruments.trainer(setup());
    Network network = trainer.network();
    advance(trainer, 20);
    List<float[]> expected = network.answers(LettersTest::batch, x -> x);
    for (int i = 0; i < TOKENS.length; i++) {
      int[] tokens = TOKENS[i];
      int[][] words = WORDS[i];
      float[] own = network.answers(() -> Batch.of(tokens).withLetters(words), x -> x).get(0);
      assertArrayEquals(own, expected.get(i), 1e-5f);
    }
    try (FrozenNetwork frozen = network.freeze()) {
      List<float[]> found = frozen.answers(LettersTest::batch, x -> x);
      for (int i = 0; i < expected.size(); i++) {
        assertArrayEquals(expected.get(i), found.get(i), 1e-5f);
      }
    }
  }

  @Test
  void gradientsAreThoseOfSmallChanges() {
    try (Trainer trainer = Instruments.trainer(setup())) {
      Network network = trainer.network();
      advance(trainer, 10);
      for (Parameter parameter : letters(network).parameters()) {
        float[] gradients =
            Libtorch.scoped(
                () ->
                    Libtorch.toFloats(
                        torch
                            .grad(
                                new TensorVector(squares(network)),
                                new TensorVector(parameter.value()))
                            .get(0)));
        int steepest = 0;
        for (int i = 0; i < gradients.length; i++) {
          steepest = Math.abs(gradients[i]) > Math.abs(gradients[steepest]) ? i : steepest;
        }
        double slope =
            (moved(network, parameter, steepest, 0.01) - moved(network, parameter, steepest, -0.01))
                / 0.02;
        assertEquals(slope, gradients[steepest], 0.02 * Math.abs(slope), parameter.name());
      }
    }
  }

  private static Tensor squares(Network network) {
    return network.forward(new ForwardPass(batch())).square().sum();
  }

  private static double moved(Network network, Parameter parameter, int at, double by) {
    return Libtorch.scoped(
        () ->
            Libtorch.withoutGradients(
                () -> {
                  long columns = parameter.value().size(1);
                  Tensor one = parameter.value().select(0, at / columns).narrow(0, at % columns, 1);
                  one.add_(new Scalar(by));
                  double value = squares(network).item_double();
                  one.sub_(new Scalar(by));
                  return value;
                }));
  }

  private static Training small(List<LabelledSequence> records) {
    return Incrt.training()
        .records(records)
        .set("network.width", "16")
        .set("network.keyDimensions", "4")
        .set("parts.letters", "2000")
        .set("parts.floor", "BESIDE")
        .set("training.steps", "150")
        .set("training.evaluateEvery", "50")
        .set("training.learningRate", "0.01");
  }

  private static double accuracy(Incrt model, List<LabelledSequence> records) {
    return records.stream()
            .filter(one -> model.predict(one.sequence()).label().equals(one.label()))
            .count()
        / (double) records.size();
  }

  @Test
  void wordsNeverSeenAreReadByTheirLettersHereInACopyAndInOnnx() throws IOException, OrtException {
    List<LabelledSequence> unseen = endings(60, 9);
    try (Incrt without =
        small(endings(300, 1)).set("parts.letters", "0").fit(directory.resolve("without"))) {
      double guessed = accuracy(without, unseen);
      assertTrue(guessed < 0.75, "only letters tell: " + guessed);
    }
    try (Incrt model = small(endings(300, 1)).fit(directory.resolve("model"))) {
      double found = accuracy(model, unseen);
      assertTrue(found > 0.95, "by their letters: " + found);
      Prediction one = model.predict(unseen.get(0).sequence());
      assertTrue(one.known() < 1, "the word itself is unknown");
      Path file = directory.resolve("m.onnx");
      OnnxExport.Result written = OnnxExport.write(model, unseen, file);
      assertTrue(written.difference() < 1e-4, "difference " + written.difference());
      try (OrtSession session = OrtEnvironment.getEnvironment().createSession(file.toString())) {
        String tokens = session.getMetadata().getCustomMetadata().get("tokens");
        assertTrue(tokens.contains("\"letters\":{\"start\":1,\"end\":2,\"most\":18}"), tokens);
        float[][] probabilities =
            OnnxExport.run(session, model.predictor().inputs(unseen.subList(0, 1)), 1);
        assertEquals(one.probability(), Math.max(probabilities[0][0], probabilities[0][1]), 1e-4);
      }
      model.save(directory.resolve("copy"));
      try (Incrt copy = Incrt.load(directory.resolve("copy"))) {
        assertEquals(one, copy.predict(unseen.get(0).sequence()));
      }
    }
  }

  @Test
  void positionsThatSeveralWordsShareAreExportedToo() throws IOException {
    List<LabelledSequence> records = endings(120, 1);
    try (Incrt model =
        small(records)
            .set("network.pooling", "2")
            .set("parts.floor", "AUTO")
            .fit(directory.resolve("model"))) {
      OnnxExport.Result written =
          OnnxExport.write(model, endings(20, 9), directory.resolve("m.onnx"));
      assertTrue(written.difference() < 1e-4, "difference " + written.difference());
    }
  }

  @Test
  void aStoppedRunGoesOnToTheBit() throws IOException {
    List<LabelledSequence> records = endings(120, 1);
    Path whole = directory.resolve("whole");
    small(records).run(whole);
    Path stopped = directory.resolve("stopped");
    AtomicBoolean stop = new AtomicBoolean(true);
    int[] asked = {0};
    Training training = small(records).resume(true).stopWhen(() -> stop.get() && ++asked[0] > 71);
    training.run(stopped);
    stop.set(false);
    training.run(stopped);
    for (String name : List.of("model.safetensors", "metrics.jsonl")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(name)), Files.readAllBytes(stopped.resolve(name)), name);
    }
  }

  @Test
  void aModelWhoseTokensAreNoWordsCannotReadLetters() throws IOException {
    Path folder = directory.resolve("model");
    small(PartsTest.records(60, 1)).set("parts.letters", "0").fit(folder).close();
    String config = Files.readString(folder.resolve("config.json"));
    String tokenizer = Files.readString(folder.resolve("tokenizer.json"));
    String other = config.replace("\"type\" : \"feedForward\"", "\"type\" : \"letters\"");
    assertFalse(other.equals(config), config);
    String message =
        assertThrows(CorruptFileException.class, () -> ModelConfig.parse(other, tokenizer))
            .getMessage();
    assertTrue(message.contains("letters of words do not fit its tokenizer"), message);
  }

  @Test
  void recordsThatAreNoTextAreRefused() {
    Training bases = small(PartsTest.records(60, 1));
    String message =
        assertThrows(IllegalArgumentException.class, () -> bases.fit(directory.resolve("model")))
            .getMessage();
    assertTrue(message.contains("letters of words are for texts"), message);
    assertTrue(message.contains("leave parts.letters at 0"), message);
  }
}
