package io.incrt.data.corpus;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.util.List;
import java.util.Optional;

/**
 * What a model is trained and judged on.
 *
 * @param train what it learns from
 * @param valid what the best model is chosen by
 * @param test what is looked at once, at the end; may be empty
 * @param tokenizer turns the sequences into tokens; learned from {@code train} alone
 * @param then what the task becomes half-way through training, with the same labels and tokenizer;
 *     mostly it stays as it is
 */
public record Corpus(
    List<LabelledSequence> train,
    List<LabelledSequence> valid,
    List<LabelledSequence> test,
    Tokenizer tokenizer,
    Optional<Corpus> then) {

  /** A task that stays as it is. */
  public Corpus(
      List<LabelledSequence> train,
      List<LabelledSequence> valid,
      List<LabelledSequence> test,
      Tokenizer tokenizer) {
    this(train, valid, test, tokenizer, Optional.empty());
  }

  /** Copies the lists. */
  public Corpus {
    train = List.copyOf(train);
    valid = List.copyOf(valid);
    test = List.copyOf(test);
    if (train.isEmpty() || valid.isEmpty()) {
      throw new IllegalArgumentException(
          "training needs records to learn from and to validate on, but there are "
              + train.size()
              + " and "
              + valid.size());
    }
  }

  /** The labels of the training records, sorted. */
  public List<String> labels() {
    return train.stream().map(LabelledSequence::label).distinct().sorted().toList();
  }
}
