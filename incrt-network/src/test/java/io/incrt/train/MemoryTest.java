package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.data.corpus.Corpus;
import io.incrt.folder.Shape;
import io.incrt.geometry.DoubleArray;
import io.incrt.geometry.Vectors;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.growth.Plane;
import io.incrt.model.AttentionLayer;
import io.incrt.model.Compute;
import io.incrt.model.Network;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.settings.RunSettings;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import io.incrt.train.data.Examples;
import io.incrt.train.group.Collective;
import io.incrt.train.update.AdamW;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private final Random random = new Random(4);

  private Plane plane() {
    return new Plane(
        new DoubleArray(Vectors.randomDirection(32, random)),
        new DoubleArray(Vectors.randomDirection(32, random)));
  }

  private static void look(Network network, BatchGradients.Result found) {
    AttentionLayer layer = network.layers().get(0);
    Libtorch.toDoubles(Observer.matrices(network, found, Collective.ALONE));
    layer.motorsWithRoom();
    Observer.depth(layer, found.tokens().layers().get(0), found.tokens(), 1, Collective.ALONE);
  }

  @Test
  void nativeMemoryStaysFlatThroughBirthsAndPrunings() {
    Libtorch.load();
    Shape shape = Runs.SMALL;
    Network network = Libtorch.scoped(() -> new Network(shape, Compute.DEFAULT, plane()));
    AdamW optimizer = new AdamW(0.01, 1);
    Deque<Integer> alive = new ArrayDeque<>();
    long[] half = new long[1];
    long worst = 0;
    int births = 0;
    int prunings = 0;
    for (int step = 0; step < 2000; step++) {
      boolean birth = step % 100 == 50;
      boolean prune = step % 200 == 150;
      int head = 1 + step / 100;
      int now = step;
      if (birth) {
        alive.add(head);
        births++;
      }
      int oldest = prune ? alive.removeFirst() : -1;
      prunings += prune ? 1 : 0;
      Libtorch.scoped(
          () -> {
            int[][] tokens = new int[16][24];
            for (int[] sequence : tokens) {
              for (int i = 0; i < sequence.length; i++) {
                sequence[i] = 2 + random.nextInt(48);
              }
            }
            BatchGradients.Result found =
                new BatchGradients(
                        network,
                        new Classification(List.of("a", "b")),
                        RunSettings.geometry().training(),
                        new Examples(tokens, new ClassTargets(new int[16], 2)),
                        Collective.ALONE,
                        1 << 14)
                    .gradients(
                        IntStream.range(0, 16).toArray(),
                        random,
                        BatchGradients.Keep.ALL,
                        StepTimer.NONE);
            look(network, found);
            optimizer.step(found.gradients(), 1e-3);
            if (birth) {
              Surgery.apply(
                  new Decision.GiveBirth(now, 0, head, plane(), List.of(), 0.5, false, null, null),
                  network);
            }
            if (prune) {
              Surgery.apply(new Decision.Prune(now, 0, oldest, 0, null, null), network);
            }
            return null;
          });
      if (step == 1000) {
        half[0] = Pointer.physicalBytes();
      }
      if (step > 1000 && step % 50 == 0) {
        worst = Math.max(worst, Pointer.physicalBytes());
      }
    }
    assertEquals(
        1 + births - prunings,
        network.layers().get(0).heads().size(),
        "every birth and pruning was carried out");
    assertTrue(
        worst <= 1.05 * half[0],
        "memory grew from " + half[0] + " to " + worst + " bytes in the last 1 000 steps");
    network.close();
  }

  /** Says no when the training records are to be weighed, which is after the network was built. */
  private static Objective withoutLoss(Objective objective) {
    return (Objective)
        Proxy.newProxyInstance(
            Objective.class.getClassLoader(),
            new Class<?>[] {Objective.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("loss")) {
                throw new IllegalArgumentException("no loss");
              }
              return method.invoke(objective, arguments);
            });
  }

  @Test
  void nothingOfATrainerThatCannotBeBuiltStays() {
    Libtorch.load();
    Corpus corpus = Runs.order(3);
    TrainerSetup setup =
        TrainerSetup.of(
            corpus, withoutLoss(new Classification(corpus.labels())), Runs.quick(100), Device.CPU);
    assertThrows(IllegalArgumentException.class, () -> Trainer.begin(setup));
    long before = Pointer.totalCount();
    for (int i = 0; i < 10; i++) {
      assertThrows(IllegalArgumentException.class, () -> Trainer.begin(setup));
    }
    assertEquals(before, Pointer.totalCount(), "native objects");
  }
}
