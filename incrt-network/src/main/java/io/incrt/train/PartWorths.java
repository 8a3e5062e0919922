package io.incrt.train;

import io.incrt.event.Certificate;
import io.incrt.geometry.evidence.EvidenceState;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.train.data.Examples;
import io.incrt.train.judge.PartJury;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a run's certificate says of the parts of its model. */
final class PartWorths {

  /** The tokens of a record whose cost is not asked for. */
  private static final double ANY_LENGTH = 1;

  /** The standard errors to either side of a worth. */
  private static final double ERRORS = 2;

  private PartWorths() {}

  /**
   * Judges the parts of the model that is kept.
   *
   * @param valid the judges, all of them
   * @param removed what evidence removed in the run
   */
  static void note(
      Network network,
      TrainerSetup setup,
      Examples valid,
      List<EvidenceState.Removed> removed,
      RunRecord record) {
    if (valid.size() < 2) {
      return;
    }
    PartJury jury =
        new PartJury(
            network,
            setup.objective(),
            valid,
            setup.data().first().floors() != null,
            0,
            setup.settings().training().batchSize());
    Map<PartKey, PartJury.Judged> parts = PartJury.judged(network);
    List<Certificate.Part> certified = new ArrayList<>();
    List<Worth> worths = new ArrayList<>(jury.worths(Set.of()));
    worths.addAll(jury.halves(Set.of()));
    for (Worth worth : worths) {
      Part part = PartJury.part(network, worth.part());
      certified.add(
          new Certificate.Part(
              worth.part().kind(),
              worth.part().id(),
              layer(worth.part()),
              part.describe(),
              worth.bornAt(),
              worth.mean(),
              List.of(worth.mean() - ERRORS * worth.error(), worth.mean() + ERRORS * worth.error()),
              part.cost(ANY_LENGTH).parameters()));
    }
    List<Certificate.Tried> tried = new ArrayList<>();
    for (EvidenceState.Removed one : removed) {
      PartKey key = one.worth().part();
      // What was removed after the best step is still in the model.
      if (!parts.containsKey(key)) {
        tried.add(
            new Certificate.Tried(
                key.kind(),
                key.id(),
                layer(key),
                one.worth().bornAt(),
                one.step(),
                one.worth().mean()));
      }
    }
    record.judged(certified, tried);
  }

  private static Integer layer(PartKey key) {
    return key.layer() < 0 ? null : key.layer();
  }
}
