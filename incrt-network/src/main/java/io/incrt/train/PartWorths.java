package io.incrt.train;

import io.incrt.event.Certificate;
import io.incrt.geometry.evidence.EvidenceState;
import io.incrt.geometry.evidence.PartKey;
import io.incrt.geometry.evidence.Worth;
import io.incrt.model.Network;
import io.incrt.model.Part;
import io.incrt.train.data.Examples;
import io.incrt.train.judge.PartJury;
import io.incrt.train.judge.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
   * @param judges those that choose the step say what its parts are worth
   * @param removed what evidence removed in the run
   */
  static void note(
      Network network,
      TrainerSetup setup,
      RunJudges judges,
      List<EvidenceState.Removed> removed,
      RunRecord record) {
    Examples valid = judges.choosing().then();
    if (valid.size() < 2) {
      return;
    }
    PartJury jury = setup.jury(network, valid, 0, new Work(0));
    Map<PartKey, PartJury.Judged> parts = PartJury.judged(network);
    List<Certificate.Part> certified = new ArrayList<>();
    for (PartJury.Certified one : jury.certified()) {
      Worth worth = one.worth();
      Part part = PartJury.part(network, worth.part());
      boolean classes = Double.isFinite(one.accuracy());
      certified.add(
          new Certificate.Part(
              worth.part().kind(),
              worth.part().id(),
              layer(worth.part()),
              part.describe(),
              worth.bornAt(),
              worth.mean(),
              interval(worth.mean(), worth.error()),
              classes ? one.accuracy() : null,
              classes ? interval(one.accuracy(), one.accuracyError()) : null,
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
    record.judged(judges.words(setup.settings().homeostat().evidence()), certified, tried);
  }

  private static List<Double> interval(double mean, double error) {
    return List.of(mean - ERRORS * error, mean + ERRORS * error);
  }

  private static Integer layer(PartKey key) {
    return key.layer() < 0 ? null : key.layer();
  }
}
