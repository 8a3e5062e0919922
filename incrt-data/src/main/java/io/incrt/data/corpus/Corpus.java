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
 * @param heldOut whether {@code valid} was held out of what was given to train on
 * @param vectors word vectors for the tokens of texts
 * @param then the task from half-way through training on, with the same labels and tokenizer;
 *     usually empty
 */
public record Corpus(
    TokenizedRecords train,
    TokenizedRecords valid,
    TokenizedRecords test,
    Tokenizer tokenizer,
    boolean heldOut,
    Optional<Vectors> vectors,
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
        false,
        Optional.empty(),
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
    return new Corpus(train, valid, test, tokenizer, heldOut, vectors, Optional.of(other));
  }

  /** The same, whose validation records were held out of what was given to train on. */
  Corpus withHeldOut(boolean held) {
    return new Corpus(train, valid, test, tokenizer, held, vectors, then);
  }

  /** The same with word vectors for its tokens. */
  Corpus with(Vectors given) {
    return new Corpus(train, valid, test, tokenizer, heldOut, Optional.of(given), then);
  }

  /** The labels of the training records, sorted. */
  public List<String> labels() {
    return train.stream().map(LabelledSequence::label).distinct().sorted().toList();
  }
}
