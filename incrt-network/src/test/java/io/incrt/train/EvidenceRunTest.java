package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.tasks.BuiltinTasks;
import io.incrt.event.Certificate;
import io.incrt.event.GrowthEvent;
import io.incrt.event.Moment;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.model.Head;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.objective.Classification;
import io.incrt.settings.PartsSettings;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.judge.PartJury;
import io.incrt.train.judge.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which records that no gradient sees decide what is kept. */
class EvidenceRunTest {

  @TempDir Path directory;

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  private static RunSettings settings(long steps) {
    RunSettings defaults = RunSettings.defaults();
    return Settings.with(
        defaults
            .withParts(defaults.parts().withFloor(PartsSettings.FloorUse.NONE))
            .withTraining(Runs.quick(steps).training().withAverage(0.9)),
        Map.of(
            "network.width", "16",
            "network.keyDimensions", "4",
            "homeostat.evidence.every", "10"));
  }

  @Test
  void stoppedAnywhereItResumesToTheBit() throws Exception {
    Corpus corpus = Runs.order(3);
    RunSettings settings = settings(120);
    Path whole = directory.resolve("whole");
    Runs.Log log = new Runs.Log();
    Runs.write(Runs.train(corpus, settings, whole, log, false), whole);
    assertTrue(log.count(GrowthEvent.LayerAdded.class) > 0, log.events.toString());
    assertTrue(
        log.count(GrowthEvent.LayerRemoved.class)
                + log.count(GrowthEvent.HeadPruned.class)
                + log.count(GrowthEvent.PartRemoved.class)
            > 0,
        log.events.toString());
    for (long stop : new long[] {1, 10, 11, 30, 31, 45, 91, 100}) {
      Path parts = directory.resolve("parts" + stop);
      Runs.Log seen = new Runs.Log();
      Runs.of(corpus, settings, parts, seen)
          .train(false, false, () -> seen.steps >= stop, null, TrainingRun.Publisher.NONE);
      Runs.write(Runs.train(corpus, settings, parts, RunListener.NONE, true), parts);
      for (String file :
          List.of("model.safetensors", "growth.jsonl", "metrics.jsonl", "certificate.json")) {
        assertArrayEquals(
            Files.readAllBytes(whole.resolve(file)),
            Files.readAllBytes(parts.resolve(file)),
            file + " after a stop at " + stop);
      }
    }
  }

  @Test
  void aTaskThatTheQuestionAnswersNeedsNoHeadAndSaysSo() throws Exception {
    Corpus corpus = BuiltinTasks.generate("builtin:lookups?heads=0&train=400&held=100", 1);
    TrainingRun.Result result = Runs.train(corpus, settings(200), directory, new Runs.Log(), false);
    assertEquals(List.of(), result.architecture().layers());
    assertEquals(1, Runs.accuracy(result));
    Certificate certificate = result.model().orElseThrow().log().certificate();
    assertTrue(certificate.settled());
    assertTrue(certificate.parts().stream().noneMatch(part -> part.kind().equals("head")));
    assertTrue(certificate.tried().stream().anyMatch(part -> part.kind().equals("head")));
  }

  @Test
  void whereThereAreEnoughRecordsThoseThatDecideAreNotThoseThatCertify() throws Exception {
    Corpus corpus = BuiltinTasks.generate("builtin:lookups?heads=0&train=400&held=100", 1);
    for (int judges : new int[] {30, 60}) {
      RunSettings settings =
          Settings.with(settings(60), "homeostat.evidence.judges", String.valueOf(judges));
      Path folder = directory.resolve("judges" + judges);
      TrainingRun.Result result = Runs.train(corpus, settings, folder, new Runs.Log(), false);
      boolean apart = judges == 30;
      TrainingRun.TrainedModel model = result.model().orElseThrow();
      Certificate.Judges said = model.log().certificate().judges();
      assertEquals(apart, said.apart());
      // Records with the same text stay together.
      assertTrue(said.deciding() <= judges && said.deciding() >= 20, said.toString());
      assertEquals(100, apart ? said.deciding() + said.certifying() : said.certifying());
      assertEquals(said.certifying(), model.valid().records());
    }
  }

  /** A step counts three forward passes of what is there, and judging comes on top. */
  @Test
  void theMomentsOfARunSayWhatItHasComputed() throws Exception {
    Corpus corpus = Runs.order(3);
    Runs.Log log = new Runs.Log();
    TrainingRun.Result judged = Runs.train(corpus, settings(60), directory, log, false);
    double before = 0;
    for (Moment moment : judged.model().orElseThrow().log().history()) {
      assertTrue(moment.flops() > before, moment.toString());
      before = moment.flops();
    }
    RunSettings fixed =
        Settings.with(
            settings(60),
            Map.of("homeostat.enabled", "false", "homeostat.evidence.enabled", "false"));
    Path folder = directory.resolve("fixed");
    TrainingRun.Result result = Runs.train(corpus, fixed, folder, new Runs.Log(), false);
    List<Moment> moments = result.model().orElseThrow().log().history();
    for (Moment moment : moments) {
      // The last batch of an epoch is smaller.
      double full = moment.step() * moments.get(0).flops();
      assertEquals(full, moment.flops(), 0.1 * full);
    }
  }

  /** Leaving a part out is removing it, and the loss rises by just what the part was worth. */
  @Test
  void whatIsLeftOutIsAsGoodAsRemoved() {
    Corpus corpus = Runs.order(3);
    RunSettings settings = TrainerSetup.resolved(corpus, settings(60));
    TrainerSetup setup =
        TrainerSetup.of(corpus, new Classification(corpus.labels()), settings, Device.CPU);
    try (Trainer trainer = Instruments.trainer(setup)) {
      Examples judges = setup.encoded(corpus.valid());
      trainer.judgedBy(judges, (worths, entropy) -> {});
      for (int i = 0; i < 25; i++) {
        trainer.advance();
      }
      Network network = trainer.network();
      PartJury jury =
          new PartJury(
              network, setup.objective(), judges, false, 0, 16, new Work(0), Collective.ALONE);
      // A head's dimensions before the head.
      List<PartKey> parts =
          new ArrayList<>(jury.halves(Set.of()).stream().map(Worth::part).toList());
      assertTrue(!parts.isEmpty());
      parts.addAll(PartJury.judged(network).keySet());
      assertTrue(parts.size() >= 3, parts.toString());
      for (PartKey key : parts) {
        List<Worth> before = jury.worths(Set.of(key));
        double[] whole = jury.losses(Set.of());
        double[] without = jury.losses(Set.of(key));
        Worth own =
            Stream.concat(jury.worths(Set.of()).stream(), jury.halves(Set.of()).stream())
                .filter(worth -> worth.part().equals(key))
                .findFirst()
                .orElseThrow();
        // A layer goes with its last head.
        Part part = PartJury.part(network, key);
        boolean last = part instanceof Head && network.layer(key.layer()).heads().size() == 1;
        network.remove(last ? network.layer(key.layer()) : part);
        double[] removed = jury.losses(Set.of());
        double rise = 0;
        for (int i = 0; i < whole.length; i++) {
          assertEquals(without[i], removed[i], 1e-6, key.describe());
          rise += (removed[i] - whole[i]) / whole.length;
        }
        assertEquals(own.mean(), rise, 1e-6, key.describe());
        List<Worth> after = jury.worths(Set.of());
        assertEquals(before.size(), after.size());
        for (int i = 0; i < before.size(); i++) {
          assertEquals(before.get(i).part(), after.get(i).part());
          assertEquals(before.get(i).mean(), after.get(i).mean(), 1e-6);
        }
      }
    }
  }
}
