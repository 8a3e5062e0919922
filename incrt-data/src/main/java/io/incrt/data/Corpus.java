package io.incrt.data;

import java.util.List;

/**
 * What a model is trained and judged on.
 *
 * @param train what it learns from
 * @param valid what the best model is chosen by
 * @param test what is looked at once, at the end; may be empty
 * @param tokenizer turns the sequences into tokens; learned from {@code train} alone
 */
public record Corpus(
    List<LabelledSequence> train,
    List<LabelledSequence> valid,
    List<LabelledSequence> test,
    Tokenizer tokenizer) {

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
