package io.incrt.lab.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.Incrt;
import io.incrt.ModelEvaluation;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.OrderTask;
import io.incrt.folder.HostTensor;
import io.incrt.model.Network;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.store.ModelFolder;
import io.incrt.store.RunFiles;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.Instruments;
import io.incrt.train.Trainer;
import io.incrt.train.TrainerSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadPruningTest {

  private static final Corpus CORPUS = new OrderTask(2, 12, 10, 200, 40).generate(1);

  @TempDir private Path directory;

  private static RunSettings settings(int layers, int heads) {
    return Settings.with(
        RunSettings.geometry(),
        Map.of(
            "homeostat.enabled", "false",
            "network.layers", String.valueOf(layers),
            "network.heads", String.valueOf(heads),
            "network.width", "16",
            "network.keyDimensions", "4",
            "training.steps", "60",
            "training.evaluateEvery", "30"));
  }

  private Path trained(int layers, int heads) throws IOException {
    Path folder = directory.resolve("model");
    Incrt.training().corpus(CORPUS).preset(settings(layers, heads)).fit(folder).close();
    return folder;
  }

  /** The model with one head's W_O set to zero. */
  private Path silenced(Path folder, int layer, int head) throws IOException {
    ModelFolder.Loaded model = ModelFolder.read(folder, Device.CPU);
    Map<String, HostTensor> tensors = new LinkedHashMap<>(model.network().tensors());
    model.network().close();
    String name = "layer." + layer + ".head." + head + ".o";
    HostTensor output = tensors.get(name);
    tensors.put(name, new HostTensor(output.shape(), new float[output.values().length]));
    Path changed = directory.resolve("silenced");
    ModelFolder.write(
        changed, model.config(), tensors, RunFiles.RunLog.EMPTY, ModelEvaluation.NONE);
    return changed;
  }

  @Test
  void aHeadWithoutOutputIsTheLeastImportantAndGoesFirst() throws IOException {
    try (HeadPruning pruning = new HeadPruning(silenced(trained(1, 4), 0, 2), CORPUS)) {
      List<HeadPruning.Importance> importances = pruning.importances(200);
      HeadPruning.Importance least =
          importances.stream()
              .min(Comparator.comparingDouble(HeadPruning.Importance::value))
              .orElseThrow();
      assertEquals(2, least.head());
      assertEquals(0, least.value());
      double squares = importances.stream().mapToDouble(one -> one.value() * one.value()).sum();
      assertEquals(1, squares, 1e-9, "divided by the norm over the layer");
      pruning.keepMostImportant(3, 200);
      assertTrue(pruning.importances(200).stream().noneMatch(one -> one.head() == 2));
    }
  }

  @Test
  void takingASilentHeadOutChangesNothing() throws IOException {
    Path whole = silenced(trained(1, 4), 0, 1);
    Path less = directory.resolve("less");
    try (HeadPruning pruning = new HeadPruning(whole, CORPUS)) {
      pruning.keepMostImportant(3, 200);
      pruning.save(less);
    }
    try (Incrt before = Incrt.load(whole);
        Incrt after = Incrt.load(less)) {
      assertEquals(3, after.architecture().layers().get(0).heads().size());
      List<float[]> expected = before.predictor().answers(CORPUS.test());
      List<float[]> actual = after.predictor().answers(CORPUS.test());
      for (int i = 0; i < expected.size(); i++) {
        for (int c = 0; c < expected.get(i).length; c++) {
          assertEquals(expected.get(i)[c], actual.get(i)[c], 1e-5);
        }
      }
    }
  }

  @Test
  void everyLayerKeepsAHead() throws IOException {
    try (HeadPruning pruning = new HeadPruning(trained(2, 2), CORPUS)) {
      pruning.keepMostImportant(2, 100);
      assertEquals(List.of(1, 1), pruning.heads().stream().map(List::size).toList());
      assertThrows(IllegalArgumentException.class, () -> pruning.keepMostImportant(1, 100));
    }
  }

  @Test
  void gatesCloseWhenTheyCostMoreThanTheyAreWorth() throws IOException {
    Path folder = trained(1, 4);
    Path free = directory.resolve("free");
    try (HeadPruning pruning = new HeadPruning(folder, CORPUS)) {
      pruning.trainGates(0, 40);
      assertEquals(4, pruning.heads().get(0).size(), "what costs nothing stays open");
      assertThrows(IllegalStateException.class, () -> pruning.remove(0, 0));
    }
    try (HeadPruning pruning = new HeadPruning(folder, CORPUS)) {
      pruning.trainGates(10, 150);
      assertEquals(1, pruning.heads().get(0).size(), "the last head of a layer stays");
      pruning.save(free);
    }
    try (Incrt model = Incrt.load(free)) {
      assertEquals(40, model.evaluate(CORPUS.test()).records());
    }
  }

  @Test
  void aGateIsFoldedIntoTheOutput() throws IOException {
    Path folder = trained(1, 2);
    Path gated = directory.resolve("gated");
    try (HeadPruning pruning = new HeadPruning(folder, CORPUS)) {
      pruning.trainGates(0, 1);
      pruning.save(gated);
    }
    double before = norm(folder);
    double after = norm(gated);
    // A gate that has hardly moved from where it starts: sigmoid(2) stretched is .957.
    assertEquals(0.957, after / before, 0.02);
  }

  private static double norm(Path folder) throws IOException {
    try (Incrt model = Incrt.load(folder)) {
      double sum = 0;
      for (float value :
          model.predictor().withNetwork(Network::tensors).get("layer.0.head.0.o").values()) {
        sum += value * value;
      }
      return Math.sqrt(sum);
    }
  }

  @Test
  void stackingCopiesItsLayersAndTrainsOn() throws IOException {
    RunSettings flat = settings(1, 2);
    Path folder = directory.resolve("stack");
    StagedTraining.Result result = ProgressiveStacking.train(CORPUS, flat, 2, folder);
    assertTrue(result.flops() > 0);
    try (Incrt model = Incrt.load(folder)) {
      assertEquals(4, model.architecture().layers().size());
      assertEquals(result.validation(), model.evaluate(CORPUS.valid()).accuracy(), 1e-9);
    }
    // Without a doubling it stays at one layer.
    RunSettings none =
        Settings.with(flat, Map.of("training.steps", "1", "training.evaluateEvery", "1"));
    ProgressiveStacking.train(CORPUS, none, 0, directory.resolve("one"));
    try (Incrt model = Incrt.load(directory.resolve("one"))) {
      assertEquals(1, model.architecture().layers().size());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> ProgressiveStacking.train(CORPUS, RunSettings.geometry(), 1, folder));
  }

  @Test
  void otherPartsStayBehindTheLayersThatAreStackedOrPruned() throws IOException {
    RunSettings flat =
        Settings.with(
            settings(1, 2), Map.of("parts.convolutions", "3,5", "parts.feedForward", "2"));
    Path folder = directory.resolve("stack");
    ProgressiveStacking.train(CORPUS, flat, 1, folder);
    List<String> types;
    try (Incrt model = Incrt.load(folder)) {
      types = model.architecture().blocks().stream().map(block -> block.type()).toList();
      assertEquals(3, types.size());
      assertEquals(
          List.of(2, 3, 4),
          model.architecture().blocks().stream().map(block -> block.position()).toList());
    }
    Path pruned = directory.resolve("pruned");
    try (HeadPruning pruning = new HeadPruning(folder, CORPUS)) {
      pruning.keepMostImportant(2, 20);
      pruning.save(pruned);
    }
    try (Incrt model = Incrt.load(pruned)) {
      assertEquals(
          types, model.architecture().blocks().stream().map(block -> block.type()).toList());
    }
  }

  @Test
  void whatIsStackedIsACopy() {
    Libtorch.load();
    RunSettings flat = settings(1, 2);
    TrainerSetup setup = TrainerSetup.of(CORPUS, flat, Device.CPU);
    try (Trainer one = Instruments.trainer(setup)) {
      one.advance();
      try (Trainer two = ProgressiveStacking.doubled(one, setup)) {
        Map<String, HostTensor> tensors = two.network().tensors();
        for (String part : List.of("q.0", "k.0", "v", "o")) {
          assertTrue(
              Arrays.equals(
                  tensors.get("layer.0.head.1." + part).values(),
                  tensors.get("layer.1.head.3." + part).values()));
        }
        assertEquals(one.step(), two.step());
        two.advance();
      }
    }
  }
}
