package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.Certificate;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Judges;
import java.util.function.UnaryOperator;

/**
 * The records that judge in a run. Where there are enough, some of the validation records decide
 * which parts are kept and the others choose the step and say in the end what the parts are worth;
 * of few records all do both.
 *
 * @param choosing the step by their score
 * @param deciding what parts are kept
 * @param apart whether these are others than those
 */
record RunJudges(Judges choosing, Judges deciding, boolean apart) {

  static RunJudges of(
      Corpus corpus, Judgement judgement, RunRecord record, EvidencePolicy evidence) {
    if (!areApart(corpus, evidence)) {
      Judges all = encoded(corpus, judgement, record, valid -> valid);
      return new RunJudges(all, all, false);
    }
    int most = evidence.judges();
    return new RunJudges(
        encoded(corpus, judgement, record, valid -> valid.where(i -> !decides(i, valid, most))),
        encoded(corpus, judgement, record, valid -> valid.where(i -> decides(i, valid, most))),
        true);
  }

  private static boolean areApart(Corpus corpus, EvidencePolicy evidence) {
    int fewest =
        Math.min(
            corpus.valid().size(),
            corpus.then().map(then -> then.valid().size()).orElse(Integer.MAX_VALUE));
    return evidence.enabled() && evidence.judges() > 0 && fewest >= 2L * evidence.judges();
  }

  /** Whether a record is one of so many, evenly spread. */
  private static boolean decides(int record, TokenizedRecords all, int most) {
    long size = all.size();
    return record * (long) most / size != (record + 1L) * most / size;
  }

  private static Judges encoded(
      Corpus corpus,
      Judgement judgement,
      RunRecord record,
      UnaryOperator<TokenizedRecords> chosen) {
    Examples first = judgement.encoded(chosen.apply(corpus.valid()));
    record.remarkOnTruncation(first, judgement.setup(), "to validate");
    if (corpus.then().isEmpty()) {
      return Judges.same(first);
    }
    Examples then = judgement.encoded(chosen.apply(corpus.then().get().valid()));
    record.remarkOnTruncation(then, judgement.setup(), "to validate, from the change on");
    return new Judges(first, then, judgement.setup().data().changeAt());
  }

  /** As the certificate says it. */
  Certificate.Judges words(EvidencePolicy evidence) {
    int asked = deciding.then().size();
    int most = evidence.judges() == 0 ? asked : Math.min(evidence.judges(), asked);
    return new Certificate.Judges(most, choosing.then().size(), apart);
  }
}
