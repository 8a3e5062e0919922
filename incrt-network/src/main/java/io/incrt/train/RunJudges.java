package io.incrt.train;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.event.Certificate;
import io.incrt.geometry.policy.EvidencePolicy;
import io.incrt.train.data.Examples;
import io.incrt.train.data.Judges;
import java.util.Arrays;
import java.util.SplittableRandom;
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
      Judges all = encoded(corpus, judgement, record, valid -> valid, "to validate");
      return new RunJudges(all, all, false);
    }
    int most = evidence.judges();
    return new RunJudges(
        encoded(corpus, judgement, record, valid -> part(valid, most, false), "to validate"),
        encoded(corpus, judgement, record, valid -> part(valid, most, true), "to judge parts by"),
        true);
  }

  private static boolean areApart(Corpus corpus, EvidencePolicy evidence) {
    int fewest =
        Math.min(
            corpus.valid().size(),
            corpus.then().map(then -> then.valid().size()).orElse(Integer.MAX_VALUE));
    return evidence.enabled()
        && evidence.judges() > 0
        && fewest >= 2L * evidence.judges()
        && canPart(corpus, evidence)
        && corpus.then().stream().allMatch(then -> canPart(then, evidence));
  }

  /** Whether groups are small enough for it. */
  private static boolean canPart(Corpus corpus, EvidencePolicy evidence) {
    return part(corpus.valid(), evidence.judges(), true).size() >= evidence.judges() / 2;
  }

  /** The records that decide, or the others; those of a group stay together. */
  private static TokenizedRecords part(TokenizedRecords all, int most, boolean deciding) {
    long[] places = new long[all.size()];
    for (int i = 0; i < places.length; i++) {
      String group = all.get(i).group();
      places[i] = drawn(group.isEmpty() ? all.get(i).sequence() : group);
    }
    long[] sorted = places.clone();
    Arrays.sort(sorted);
    // Fewer than asked for where the last of them have one group with the next.
    long end = sorted[most];
    return all.where(i -> places[i] < end == deciding);
  }

  /** The same for the same text, and by chance for others. */
  private static long drawn(String text) {
    return new SplittableRandom(31L * text.hashCode() + text.length()).nextLong();
  }

  private static Judges encoded(
      Corpus corpus,
      Judgement judgement,
      RunRecord record,
      UnaryOperator<TokenizedRecords> chosen,
      String use) {
    Examples first = judgement.encoded(chosen.apply(corpus.valid()));
    record.remarkOnTruncation(first, judgement.setup(), use);
    if (corpus.then().isEmpty()) {
      return Judges.same(first);
    }
    Examples then = judgement.encoded(chosen.apply(corpus.then().get().valid()));
    record.remarkOnTruncation(then, judgement.setup(), use + ", from the change on");
    return new Judges(first, then, judgement.setup().data().changeAt());
  }

  /** As the certificate says it. */
  Certificate.Judges words(EvidencePolicy evidence) {
    int asked = deciding.then().size();
    int most = evidence.judges() == 0 ? asked : Math.min(evidence.judges(), asked);
    return new Certificate.Judges(most, choosing.then().size(), apart);
  }
}
