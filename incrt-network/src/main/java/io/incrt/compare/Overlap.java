package io.incrt.compare;

import io.incrt.data.records.LabelledSequence;
import io.incrt.store.RunRecords;
import io.incrt.store.StoredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/** Counts which of some records a model's run had before, where its folder tells. */
final class Overlap {

  private static final int FIRST = 3;

  private final boolean known;
  private final boolean whole;
  private final LongPredicate train;
  private final LongPredicate valid;
  private final List<String> first = new ArrayList<>();
  private long trained;
  private long chosenBy;

  private Overlap(Optional<RunRecords> records) {
    this.known = records.isPresent();
    long[] ofTrain = records.map(RunRecords::train).orElseGet(() -> new long[0]);
    long[] ofValid = records.map(RunRecords::valid).orElseGet(() -> new long[0]);
    this.whole = RunRecords.isWhole(ofTrain) && RunRecords.isWhole(ofValid);
    this.train = RunRecords.among(ofTrain);
    this.valid = RunRecords.among(ofValid);
  }

  /** With the records of a model's run. */
  static Overlap with(StoredModel model) {
    return new Overlap(model.records());
  }

  /** Looks for a record by its digest. */
  void add(long digest, LabelledSequence record) {
    boolean inTrain = train.test(digest);
    boolean inValid = !inTrain && valid.test(digest);
    trained += inTrain ? 1 : 0;
    chosenBy += inValid ? 1 : 0;
    if ((inTrain || inValid) && first.size() < FIRST) {
      first.add(record.id());
    }
  }

  /** The counts; null where the folder does not tell. */
  ComparedModel.Seen seen() {
    return known ? new ComparedModel.Seen(trained, chosenBy, first, whole) : null;
  }
}
