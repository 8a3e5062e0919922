package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.incrt.folder.Shape;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.Homeostat;
import io.incrt.geometry.homeostat.Schedule;
import io.incrt.geometry.homeostat.Verdict;
import io.incrt.geometry.policy.HomeostatSettings;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.settings.RunSettings;
import io.incrt.settings.Settings;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.update.AdamW;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WatchTest {

  private static final Shape SHAPE = Runs.SMALL;

  private final long seed = Long.getLong("tests.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @BeforeAll
  static void load() {
    Libtorch.load();
  }

  @Test
  void whatIsDecidedDoesNotDependOnWhenBatchesAreShown() {
    System.out.println("batches at random with -Dtests.seed=" + seed);
    torch.manual_seed(seed);
    RunSettings settings =
        Settings.with(RunSettings.geometry(), Map.of("homeostat.width.dwell", "0"));
    HomeostatSettings policy = settings.homeostat();
    Schedule schedule = Schedule.of(policy);
    Homeostat atOnce = new Homeostat(SHAPE.width(), policy);
    Homeostat aside = new Homeostat(SHAPE.width(), policy);
    Network network =
        Libtorch.scoped(() -> new Network(SHAPE, Compute.DEFAULT, atOnce.seedPlane(0)));
    Classification classes = new Classification(List.of("a", "b"));
    List<Decision> decided = new ArrayList<>();
    try (AdamW optimizer = new AdamW(0.01, 1);
        Watch first = new Watch(network, atOnce, Collective.ALONE, false);
        Watch second = new Watch(network, aside, Collective.ALONE, true)) {
      for (int step = 0; step < 65; step++) {
        long now = step;
        Libtorch.scoped(
            () -> {
              BatchGradients.Result found =
                  new BatchGradients(
                          network, classes, settings.training(), records(), Collective.ALONE)
                      .gradients(
                          IntStream.range(0, 8).toArray(),
                          random,
                          BatchGradients.Keep.ALL,
                          StepTimer.NONE);
              if (schedule.isCheck(now - 1, now)) {
                Verdict verdict =
                    first.check(now, found, true, 0.5, Optional.empty(), Optional.empty());
                assertEquals(
                    verdict,
                    second.check(now, found, true, 0.5, Optional.empty(), Optional.empty()));
                verdict.decisions().forEach(decision -> Surgery.apply(decision, network));
                decided.addAll(verdict.decisions());
              } else {
                first.see(now, found);
                second.see(now, found);
              }
              optimizer.step(found.gradients(), 1e-3);
              return null;
            });
      }
      assertFalse(decided.isEmpty());
      second.catchUp();
      assertEquals(atOnce.state(), aside.state());
    }
    network.close();
  }

  private Examples records() {
    int[][] tokens = new int[8][];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = IntStream.generate(() -> 2 + random.nextInt(48)).limit(4 + i).toArray();
    }
    return new Examples(tokens, new ClassTargets(new int[8], 2));
  }
}
