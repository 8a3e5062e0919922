package io.incrt.geometry.homeostat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.incrt.geometry.RandomMatrices;
import io.incrt.geometry.Seeded;
import io.incrt.geometry.evidence.Jury;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.geometry.growth.Decision;
import io.incrt.geometry.homeostat.LayerObservation.GivenOperator;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.geometry.policy.HomeostatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class EvidenceRuleTest {

  private static final int D = 12;
  private static final long STEPS = 1500;
  private static final int DIMENSIONS = 16;
  private static final HomeostatSettings SETTINGS =
      HomeostatSettings.byEvidence()
          .withEvidence(EvidencePolicy.usual().withHorizon(STEPS).withEvery(100));

  /** A network whose parts are worth what the test says. */
  private static final class Puppet implements Jury {
    final Map<PartKey, Long> parts = new TreeMap<>();
    final List<Decision> log = new ArrayList<>();
    final int needed;
    final DMatrixRMaj b;
    Homeostat homeostat = new Homeostat(D, SETTINGS);

    Puppet(int needed, Random random) {
      this.needed = needed;
      this.b = RandomMatrices.gram(D, 30, random);
      parts.put(new PartKey("convolution", -1, 0), 0L);
      parts.put(new PartKey("convolution", -1, 1), 0L);
    }

    @Override
    public double entropy() {
      return 1;
    }

    /** Of the dimensions of the first head a quarter is needed, of all others every one. */
    @Override
    public List<Worth> halves(Set<PartKey> removed) {
      List<Worth> halves = new ArrayList<>();
      for (PartKey head : parts.keySet()) {
        if (head.kind().equals(PartKey.HEAD) && !removed.contains(head)) {
          int left = DIMENSIONS;
          while (removed.contains(PartKey.dimensions(head.layer(), head.id(), left / 2))) {
            left /= 2;
          }
          PartKey half = PartKey.dimensions(head.layer(), head.id(), left / 2);
          double worth = head.id() == 0 && left > DIMENSIONS / 4 ? 0 : 0.1;
          halves.add(new Worth(half, parts.get(head), true, worth, 0.001));
        }
      }
      return halves;
    }

    @Override
    public List<Worth> worths(Set<PartKey> removed) {
      List<Worth> worths = new ArrayList<>();
      int heads = 0;
      for (Map.Entry<PartKey, Long> part : parts.entrySet()) {
        if (removed.contains(part.getKey())) {
          continue;
        }
        boolean head = part.getKey().kind().equals(PartKey.HEAD);
        // The second convolution is worthless, and so is every head beyond the needed ones.
        double worth = head ? (heads++ < needed ? 0.1 : 0) : part.getKey().id() == 0 ? 0.1 : -0.01;
        worths.add(new Worth(part.getKey(), part.getValue(), head, worth, 0.001));
      }
      return worths;
    }

    void train(boolean interrupted) {
      for (long step = 0; step < STEPS; step += 10) {
        if (interrupted) {
          homeostat = new Homeostat(homeostat.state(), SETTINGS);
        }
        List<GivenOperator> batch =
            homeostat.heads().keySet().stream().map(id -> new GivenOperator(id, b)).toList();
        for (Decision decision : homeostat.check(step, batch, Optional.of(this)).decisions()) {
          log.add(decision);
          decision.accept(new Apply(parts));
        }
      }
    }

    long count(Class<? extends Decision> kind) {
      return log.stream().filter(kind::isInstance).count();
    }

    int heads() {
      return (int) parts.keySet().stream().filter(key -> key.kind().equals(PartKey.HEAD)).count();
    }
  }

  /** Carries decisions out on the list of parts. */
  private record Apply(Map<PartKey, Long> parts) implements Decision.Visitor<Void> {
    @Override
    public Void giveBirth(Decision.GiveBirth birth) {
      parts.put(PartKey.head(birth.layer(), birth.head()), birth.step());
      return null;
    }

    @Override
    public Void prune(Decision.Prune prune) {
      parts.remove(PartKey.head(prune.layer(), prune.head()));
      return null;
    }

    @Override
    public Void addDimension(Decision.AddDimension widened) {
      throw new AssertionError("heads have all dimensions");
    }

    @Override
    public Void addLayer(Decision.AddLayer added) {
      parts.put(PartKey.head(added.layer(), added.head()), added.step());
      return null;
    }

    @Override
    public Void removeLayer(Decision.RemoveLayer removed) {
      parts.keySet().removeIf(key -> key.layer() == removed.layer());
      return null;
    }

    @Override
    public Void removePart(Decision.RemovePart removed) {
      parts.remove(removed.worth().part());
      return null;
    }

    @Override
    public Void settled(Decision.Settled settled) {
      return null;
    }
  }

  @Test
  void aTaskThatNeedsNoHeadEndsWithNone(Random random) {
    Puppet puppet = new Puppet(0, random);
    puppet.train(false);
    assertEquals(0, puppet.heads(), puppet.log.toString());
    assertEquals(Map.of(), puppet.homeostat.heads());
    assertEquals(Set.of(new PartKey("convolution", -1, 0)), puppet.parts.keySet());
    assertEquals(1, puppet.count(Decision.RemovePart.class));
    assertTrue(puppet.homeostat.isSettled());
    assertEquals(puppet.homeostat.removed().size(), puppet.count(Decision.AddLayer.class) + 1);
  }

  @Test
  void whatIsNeededIsKeptAndNothingElse(Random random) {
    for (int needed = 1; needed <= 4; needed++) {
      Puppet puppet = new Puppet(needed, random);
      puppet.train(false);
      assertEquals(needed, puppet.heads(), puppet.log.toString());
      assertTrue(puppet.homeostat.isSettled());
    }
  }

  @Test
  void interruptedAtEveryCheckItDecidesTheSame(Random random) {
    long seed = random.nextLong();
    for (int needed = 0; needed <= 3; needed++) {
      Puppet whole = new Puppet(needed, new Random(seed));
      Puppet parts = new Puppet(needed, new Random(seed));
      whole.train(false);
      parts.train(true);
      assertEquals(whole.log, parts.log);
    }
  }

  @Test
  void atTheEndDimensionsThatProveNothingGoByHalves(Random random) {
    Puppet puppet = new Puppet(2, random);
    puppet.train(false);
    assertEquals(2, puppet.heads(), puppet.log.toString());
    List<Integer> beyond =
        puppet.log.stream()
            .filter(Decision.RemovePart.class::isInstance)
            .map(decision -> ((Decision.RemovePart) decision).worth().part())
            .filter(part -> part.owner().isPresent())
            .map(PartKey::beyond)
            .toList();
    assertEquals(List.of(DIMENSIONS / 2, DIMENSIONS / 4), beyond, puppet.log.toString());
    assertTrue(puppet.homeostat.isSettled());
  }

  @Test
  void withoutAJuryNothingIsDecided(Random random) {
    Homeostat homeostat = new Homeostat(D, SETTINGS);
    for (long step = 0; step < STEPS; step += 10) {
      assertEquals(List.of(), homeostat.check(step, List.of()).decisions());
    }
  }
}
