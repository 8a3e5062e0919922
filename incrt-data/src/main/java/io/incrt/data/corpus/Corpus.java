package io.incrt.data.corpus;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.util.List;
import java.util.Optional;

/**
 * The records that a model is trained and evaluated on.
 *
 * @param train the training records
 * @param valid the validation records, by which the best model is selected
 * @param test the test records, evaluated once, at the end; may be empty
 * @param tokenizer turns the sequences into tokens; learned from {@code train} alone
 * @param then the task from half-way through training on, with the same labels and tokenizer;
 *     usually empty
 */
public record Corpus(
    TokenizedRecords train,
    TokenizedRecords valid,
    TokenizedRecords test,
    Tokenizer tokenizer,
    Optional<Corpus> then) {

  /** A task that does not change; tokenises records that are not yet tokenised. */
  public Corpus(
      List<LabelledSequence> train,
      List<LabelledSequence> valid,
      List<LabelledSequence> test,
      Tokenizer tokenizer) {
    this(
        TokenizedRecords.of(train, tokenizer),
        TokenizedRecords.of(valid, tokenizer),
        TokenizedRecords.of(test, tokenizer),
        tokenizer,
        Optional.empty());
  }

  /** Requires records to learn from and to validate on. */
  public Corpus {
    if (train.isEmpty() || valid.isEmpty()) {
      throw new IllegalArgumentException(
          "training needs records to learn from and to validate on, but there are "
              + train.size()
              + " and "
              + valid.size());
    }
  }

  /** The same task, followed by another half-way through training. */
  public Corpus followedBy(Corpus other) {
    return new Corpus(train, valid, test, tokenizer, Optional.of(other));
  }

  /** The labels of the training records, sorted. */
  public List<String> labels() {
    return train.stream().map(LabelledSequence::label).distinct().sorted().toList();
  }
}
