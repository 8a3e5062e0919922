package io.incrt.data.corpus;

import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.Tokenizer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Records with their tokens, so that each record is tokenised only once in a run. */
public final class TokenizedRecords extends AbstractList<LabelledSequence> implements RandomAccess {

  private final Tokenizer tokenizer;
  private final List<LabelledSequence> records;
  private final int[][] tokens;

  private TokenizedRecords(Tokenizer tokenizer, List<LabelledSequence> records, int[][] tokens) {
    this.tokenizer = tokenizer;
    this.records = records;
    this.tokens = tokens;
  }

  /** Tokenises records, unless this tokenizer has already done so. */
  public static TokenizedRecords of(List<LabelledSequence> records, Tokenizer tokenizer) {
    if (records instanceof TokenizedRecords done && done.tokenizer.equals(tokenizer)) {
      return done;
    }
    int[][] tokens =
        records.stream().map(record -> tokenizer.encode(record.sequence())).toArray(int[][]::new);
    return new TokenizedRecords(tokenizer, List.copyOf(records), tokens);
  }

  /** The records whose indices satisfy a predicate, in order. */
  public TokenizedRecords where(IntPredicate chosen) {
    return select(IntStream.range(0, size()).filter(chosen).toArray());
  }

  /** The records with these indices, in the order of the indices. */
  public TokenizedRecords select(int... chosen) {
    List<LabelledSequence> selected = new ArrayList<>(chosen.length);
    int[][] selectedTokens = new int[chosen.length][];
    for (int i = 0; i < chosen.length; i++) {
      selected.add(records.get(chosen[i]));
      selectedTokens[i] = tokens[chosen[i]];
    }
    return new TokenizedRecords(tokenizer, List.copyOf(selected), selectedTokens);
  }

  @Override
  public LabelledSequence get(int index) {
    return records.get(index);
  }

  @Override
  public int size() {
    return records.size();
  }

  /** The tokens of a record; not to be changed. */
  public int[] tokens(int index) {
    return tokens[index];
  }

  /**
   * The letters of the words of each record's tokens.
   *
   * @throws IllegalArgumentException if the tokens are no words
   */
  public int[][][] letters() {
    return records.stream()
        .map(
            record ->
                tokenizer
                    .spelled(record.sequence())
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "tokens that are "
                                    + tokenizer.describe()
                                    + " have no letters of words")))
        .toArray(int[][][]::new);
  }

  /** The number of tokens of the longest record. */
  public int longest() {
    return Arrays.stream(tokens).mapToInt(own -> own.length).max().orElse(0);
  }

  /** The number of tokens of each record. */
  public int[] lengths() {
    return Arrays.stream(tokens).mapToInt(own -> own.length).toArray();
  }

  /** How many records have more tokens than this. */
  public int longerThan(int length) {
    return (int) Arrays.stream(tokens).filter(own -> own.length > length).count();
  }
}
