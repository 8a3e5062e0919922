package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.incrt.Incrt;
import io.incrt.data.corpus.Corpus;
import io.incrt.model.Batch;
import io.incrt.model.Compute;
import io.incrt.model.ForwardPass;
import io.incrt.model.Network;
import io.incrt.predict.Predictor;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.settings.TrainingSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.InstalledTorch;
import io.incrt.tensor.Libtorch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs on a GPU is compared with the CPU where there is one, and skipped elsewhere. */
class DeviceTest {

  private static final int STEPS = 30;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  /** What is drawn differs between devices once dropout draws too. */
  private static RunSettings settings(Map<String, String> changes) {
    RunSettings plain = Settings.with(Runs.quick(STEPS), "training.dropout", "0");
    return Settings.with(plain, changes);
  }

  private static Trainer trainer(RunSettings settings, Device device) {
    return Trainer.begin(TrainerSetup.of(Runs.order(3), settings, device));
  }

  private static List<Double> losses(RunSettings settings, Device device) {
    List<Double> losses = new ArrayList<>();
    try (Trainer trainer = trainer(settings, device)) {
      for (int i = 0; i < STEPS; i++) {
        losses.add(trainer.advance().loss());
      }
    }
    return losses;
  }

  private static void assertClose(List<Double> expected, List<Double> actual, double tolerance) {
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), actual.get(i), tolerance, "at step " + i);
    }
  }

  @Test
  void halfPrecisionTrainsAsSinglePrecisionDoes() {
    List<Double> single = losses(settings(Map.of()), Device.CPU);
    List<Double> half = losses(settings(Map.of("training.precision", "BFLOAT16")), Device.CPU);
    assertClose(single, half, 1e-2);
    assertNotEquals(single, half);
  }

  @Test
  void gradientsOfHalfPrecisionArriveInSinglePrecision() {
    Compute half = new Compute(Device.CPU, TrainingSettings.Precision.BFLOAT16);
    try (Network network = Network.fixed(Runs.TINY, half, 1, 2)) {
      Batch batch = Batch.of(new int[][] {{2, 3, 4}, {5, 6}});
      Tensor sum = network.forward(new ForwardPass(batch)).sum();
      TensorVector inputs = new TensorVector();
      network.parameters().forEach(parameter -> inputs.push_back(parameter.value()));
      TensorVector gradients = torch.grad(new TensorVector(sum), inputs);
      for (long i = 0; i < gradients.size(); i++) {
        assertEquals(torch.ScalarType.Float, gradients.get(i).scalar_type().intern());
      }
    }
  }

  @Test
  void batchesBetweenObservationsAreNotShownToTheHomeostat() {
    try (Trainer trainer = trainer(settings(Map.of("homeostat.observeEvery", "10")), Device.CPU)) {
      for (int i = 0; i < 16; i++) {
        boolean checked = !trainer.advance().verdict().measurements().isEmpty();
        assertEquals(i % 10 == 0, checked, "at step " + i);
        assertEquals(i - i % 10, trainer.position().homeostat().step());
      }
    }
  }

  @Test
  void anObservationThatMissesTheCheckIsRefused() {
    assertEquals(
        "homeostat.observeEvery must divide homeostat.checkEvery, 10, since a check needs the batch"
            + " it is made on, but is 3",
        assertThrows(
                IllegalArgumentException.class,
                () -> settings(Map.of("homeostat.observeEvery", "3")))
            .getMessage());
  }

  @Test
  void aFileWithoutYoungerSettingsHasTheirDefaults() throws Exception {
    RunSettings settings = settings(Map.of());
    ObjectMapper mapper = new ObjectMapper();
    String identity = Settings.identity(settings);
    assertFalse(identity.contains("precision") || identity.contains("observeEvery"), identity);
    JsonNode old = mapper.readTree(identity);
    Settings.complete(old);
    assertEquals(settings, mapper.treeToValue(old, RunSettings.class));
  }

  @Test
  void youngerSettingsThatWereChangedTellRunsApart() {
    Set<String> identities = new HashSet<>();
    identities.add(Settings.identity(settings(Map.of())));
    identities.add(Settings.identity(settings(Map.of("training.precision", "BFLOAT16"))));
    identities.add(Settings.identity(settings(Map.of("homeostat.observeEvery", "5"))));
    assertEquals(3, identities.size());
  }

  @Test
  void aGpuThatIsNotThereIsRefused() {
    assumeFalse(torch.cuda_is_available());
    assertEquals(
        "there is no CUDA: the libtorch that comes along computes on the CPU only; set INCRT_TORCH to"
            + " the torch folder of a PyTorch 2.10 or 2.11 with CUDA, or compute on the cpu",
        assertThrows(IllegalArgumentException.class, Device.CUDA::require).getMessage());
    assertEquals(Device.CPU, Device.best());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.10.0", "2.11.0+cu130", "2.11.1"})
  void triedVersionsOfPyTorchAreLetIn(String version, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("version.py"), "__version__ = '" + version + "'\n");
    assertDoesNotThrow(() -> InstalledTorch.requireTried(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.13.0+cu130", "2.9.1", "2.1.0", "3.0.0"})
  void otherVersionsOfPyTorchAreRefused(String version, @TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("version.py"), "debug = False\n__version__ = '" + version + "'\n");
    assertEquals(
        "the PyTorch in "
            + folder
            + " has the version "
            + version
            + ", but only 2.10 and 2.11 are known to compute right here; install one of these, or"
            + " unset INCRT_TORCH",
        assertThrows(IllegalArgumentException.class, () -> InstalledTorch.requireTried(folder))
            .getMessage());
  }

  @Test
  void aGpuTrainsAsTheCpuDoes() {
    assumeTrue(torch.cuda_is_available());
    assertClose(
        losses(settings(Map.of()), Device.CPU), losses(settings(Map.of()), Device.CUDA), 1e-3);
  }

  @Test
  void aGpuPredictsAsTheCpuDoes(@TempDir Path folder) throws Exception {
    assumeTrue(torch.cuda_is_available());
    Corpus corpus = Runs.order(3);
    Incrt.training()
        .corpus(corpus)
        .preset(settings(Map.of()))
        .device(Device.CUDA)
        .fit(folder)
        .close();
    try (Predictor host = new Predictor(folder);
        Predictor gpu = new Predictor(folder, 2, Device.CUDA)) {
      List<float[]> expected = host.answers(corpus.test());
      List<float[]> found = gpu.answers(corpus.test());
      for (int i = 0; i < expected.size(); i++) {
        for (int c = 0; c < expected.get(i).length; c++) {
          assertEquals(expected.get(i)[c], found.get(i)[c], 1e-4);
        }
      }
    }
  }
}
