package io.incrt.geometry.homeostat;

import io.incrt.geometry.Motor;
import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.LayerObservation.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/** A small network that does what it is told; its heads have random motors, as if trained. */
final class Puppet {

  final Homeostat homeostat;
  final List<Decision> log = new ArrayList<>();
  DepthSignal signal;
  DepthSignal signalAbove;
  private final DMatrixRMaj gram;
  private final Random random;
  private final List<List<HeadMotor>> layers = new ArrayList<>();
  private final List<Integer> numbers = new ArrayList<>();
  private long step;

  Puppet(Homeostat homeostat, DMatrixRMaj gram, Random random) {
    this.random = random;
    this.gram = gram;
    this.homeostat = homeostat;
    addLayer(0, 0);
  }

  private void addLayer(int layer, int head) {
    numbers.add(layer);
    layers.add(new ArrayList<>(List.of(new HeadMotor(head, motor()))));
  }

  private Motor motor() {
    return Motor.of(RandomMatrices.gaussian(gram.numRows, gram.numRows, random));
  }

  void train(long steps) {
    for (long end = step + steps; step < end; step++) {
      List<Tokens> batch = new ArrayList<>();
      for (int i = 0; i < layers.size(); i++) {
        Tokens tokens = Tokens.of(numbers.get(i), gram, layers.get(i));
        DepthSignal shown = i == 0 ? signal : signalAbove;
        batch.add(shown == null ? tokens : tokens.withDepth(shown));
      }
      for (Decision decision : homeostat.observe(step, batch).decisions()) {
        log.add(decision);
        obey(decision);
      }
    }
  }

  private void obey(Decision decision) {
    if (decision instanceof Decision.GiveBirth birth) {
      layers.get(numbers.indexOf(birth.layer())).add(new HeadMotor(birth.head(), motor()));
    } else if (decision instanceof Decision.Prune prune) {
      layers.get(numbers.indexOf(prune.layer())).removeIf(head -> head.head() == prune.head());
    } else if (decision instanceof Decision.AddLayer added) {
      addLayer(added.layer(), added.head());
    } else if (decision instanceof Decision.RemoveLayer removed) {
      layers.remove(numbers.indexOf(removed.layer()));
      numbers.remove(Integer.valueOf(removed.layer()));
    }
  }

  long count(Class<? extends Decision> kind) {
    return log.stream().filter(kind::isInstance).count();
  }
}
