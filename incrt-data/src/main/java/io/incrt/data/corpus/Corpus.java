package io.incrt.data.corpus;

import io.incrt.data.cache.CachedRecords;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The records that a model is trained and evaluated on.
 *
 * @param train the training records; a sample of them where they are in a cache
 * @param valid the validation records, by which the best model is selected
 * @param test the test records, evaluated once, at the end; may be empty
 * @param tokenizer turns the sequences into tokens; learned from {@code train} alone
 * @param heldOut whether {@code valid} was held out of what was given to train on
 * @param vectors word vectors for the tokens of texts
 * @param then the task from half-way through training on, with the same labels and tokenizer;
 *     usually empty
 * @param cached the training records where they are too many for memory
 */
public record Corpus(
    TokenizedRecords train,
    TokenizedRecords valid,
    TokenizedRecords test,
    Tokenizer tokenizer,
    boolean heldOut,
    Optional<Vectors> vectors,
    Optional<Corpus> then,
    Optional<CachedRecords> cached) {

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
    return new Corpus(train, valid, test, tokenizer, heldOut, vectors, Optional.of(other), cached);
  }

  /** The same, whose validation records were held out of what was given to train on. */
  Corpus withHeldOut(boolean held) {
    return new Corpus(train, valid, test, tokenizer, held, vectors, then, cached);
  }

  /** The same with word vectors for its tokens. */
  Corpus with(Vectors given) {
    return new Corpus(train, valid, test, tokenizer, heldOut, Optional.of(given), then, cached);
  }

  /** The same whose training records are in a cache, of which it has a sample. */
  Corpus with(CachedRecords records) {
    return new Corpus(train, valid, test, tokenizer, heldOut, vectors, then, Optional.of(records));
  }

  /** How many training records there are. */
  public int learned() {
    return cached.map(CachedRecords::size).orElseGet(train::size);
  }

  /** The tokens of the longest training record. */
  public int longest() {
    return cached.map(CachedRecords::longest).orElseGet(train::longest);
  }

  /** The tokens of each training record; of those in a cache lengths that are spread as theirs. */
  public int[] lengths() {
    return cached.map(CachedRecords::lengths).orElseGet(train::lengths);
  }

  /** By label how many training records have it. */
  public Map<String, Long> labelCounts() {
    if (cached.isPresent()) {
      return cached.get().labelCounts();
    }
    Map<String, Long> counts = new TreeMap<>();
    train.forEach(record -> counts.merge(record.label(), 1L, Long::sum));
    return counts;
  }

  /** The labels of the training records, sorted. */
  public List<String> labels() {
    return cached.isPresent()
        ? cached.get().labels()
        : train.stream().map(LabelledSequence::label).distinct().sorted().toList();
  }
}
