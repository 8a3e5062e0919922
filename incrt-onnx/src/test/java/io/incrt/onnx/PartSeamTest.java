package io.incrt.onnx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.ModelEvaluation;
import io.incrt.base.file.CorruptFileException;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.folder.Architecture;
import io.incrt.model.Batch;
import io.incrt.model.Block;
import io.incrt.model.ForwardPass;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.ModelConfig;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.tensor.ParameterSource;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A part of another kind goes through training, checkpoint, folder, prediction and ONNX. */
class PartSeamTest {

  private static final Corpus CORPUS = new OrderTask(2, 10, 10, 200, 40).generate(1);

  private static final RunSettings SETTINGS =
      Settings.with(
          RunSettings.geometry(),
          Map.of(
              "network.width", "16",
              "network.keyDimensions", "4",
              "training.steps", "100",
              "training.learningRate", "0.01",
              "homeostat.width.dwell", "20"));

  @TempDir private Path directory;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static TrainerSetup setup() {
    return TrainerSetup.of(CORPUS, SETTINGS, Device.CPU);
  }

  private static void advance(Trainer trainer, long to) {
    while (trainer.step() < to) {
      trainer.advance();
    }
  }

  private static float[] outputs(Network network, Part... without) {
    Batch batch = Batch.of(new int[][] {{2, 3, 4, 5, 6}, {7, 8, 2}});
    return Libtorch.toFloats(network.forward(new ForwardPass(batch).without(without)));
  }

  @ParameterizedTest
  @EnumSource
  void aBlockIsBornWithoutEffectTrainsAndCanBeLeftOutAndRemoved(Block.Place place) {
    try (Trainer trainer = Instruments.trainer(setup())) {
      advance(trainer, 30);
      Network network = trainer.network();
      float[] before = outputs(network);
      Shift shift = Shift.born(0, 30, place, network.shape());
      network.add(shift);
      assertArrayEquals(before, outputs(network), "born without effect");
      advance(trainer, 50);
      float[] with = outputs(network);
      float[] without = outputs(network, shift);
      assertTrue(norm(shift) > 0.01, "it has learned something");
      assertFalse(Arrays.equals(with, without), "leaving it out shows");
      assertEquals(shift.parameters().get(0).value().numel(), shift.cost(7).parameters());
      assertTrue(network.parts().contains(shift));
      network.remove(shift);
      assertArrayEquals(without, outputs(network), "removed is left out for good");
      advance(trainer, 60);
      assertThrows(IllegalArgumentException.class, () -> network.remove(shift));
    }
  }

  private static double norm(Shift shift) {
    return Libtorch.scoped(() -> shift.parameters().get(0).value().norm().item_double());
  }

  @Test
  void aHeadLeftOutIsAHeadRemoved() {
    try (Trainer trainer = Instruments.trainer(setup())) {
      advance(trainer, 60);
      Network network = trainer.network();
      List<Head> heads = network.layers().get(0).heads();
      assertTrue(heads.size() > 1, "a head was born");
      Head last = heads.get(heads.size() - 1);
      float[] without = outputs(network, last);
      assertEquals(
          last.parameters().stream().mapToLong(one -> one.value().numel()).sum(),
          last.cost(1).parameters());
      network.remove(last);
      float[] removed = outputs(network);
      assertArrayEquals(without, removed, 1e-5f);
      assertEquals(heads.size() - 1, network.layers().get(0).heads().size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunGoesOnFromItsCheckpointToTheBit(Block.Place place) {
    try (Trainer whole = Instruments.trainer(setup())) {
      whole.network().add(Shift.born(3, 0, place, whole.network().shape()));
      advance(whole, 20);
      try (Trainer resumed =
          Instruments.trainer(setup(), whole.position(), ParameterSource.stored(whole.tensors()))) {
        advance(whole, 40);
        advance(resumed, 40);
        assertEquals(
            whole.network().architecture().blocks(), resumed.network().architecture().blocks());
        assertArrayEquals(outputs(whole.network()), outputs(resumed.network()));
      }
    }
  }

  private Path trained(Block.Place place) throws IOException {
    Path folder = directory.resolve("model");
    TrainerSetup setup = setup();
    try (Trainer trainer = Instruments.trainer(setup)) {
      trainer.network().add(Shift.born(3, 0, place, setup.shape()));
      advance(trainer, 40);
      Architecture architecture = trainer.network().architecture();
      ModelFolder.write(
          folder,
          new ModelConfig(
              setup.shape(),
              architecture,
              setup.objective(),
              CORPUS.tokenizer(),
              SETTINGS,
              ModelConfig.Provenance.unknown(1, 40, 0)),
          trainer.network().tensors(),
          RunFiles.RunLog.EMPTY,
          ModelEvaluation.NONE);
      List<float[]> expected =
          trainer
              .network()
              .answers(() -> Batch.of(CORPUS.test().tokens(0)), setup.objective()::decode);
      try (Incrt model = Incrt.load(folder)) {
        assertEquals(architecture, model.architecture());
        float[] read = model.predictor().answers(List.of(CORPUS.test().get(0))).get(0);
        assertArrayEquals(expected.get(0), read, 1e-5f);
      }
    }
    return folder;
  }

  @ParameterizedTest
  @EnumSource
  void itIsStoredReadBackAndExported(Block.Place place) throws IOException {
    try (Incrt model = Incrt.load(trained(place))) {
      OnnxExport.Result written =
          OnnxExport.write(model, CORPUS.test(), directory.resolve("m.onnx"));
      assertTrue(written.difference() < 1e-5, "difference " + written.difference());
      Set<String> names = new TreeSet<>();
      model
          .predictor()
          .withNetwork(network -> names.addAll(network.parts().stream().map(Part::name).toList()));
      assertTrue(names.contains("shift.3"), names.toString());
    }
  }

  @Test
  void aTypeNobodyKnowsIsRefused() throws IOException {
    Path config = trained(Block.Place.STREAM).resolve("config.json");
    String warped = Files.readString(config).replace("\"type\" : \"shift\"", "\"type\" : \"warp\"");
    // As an earlier version would have written it: without a manifest, which would see the change.
    Files.delete(config.resolveSibling("manifest.json"));
    Files.writeString(config, warped.replace("\"format\" : 3", "\"format\" : 2"));
    assertTrue(
        assertThrows(CorruptFileException.class, () -> Incrt.load(config.getParent()))
            .getMessage()
            .contains("knows no part of the type 'warp'"));
  }
}
