package io.incrt.folder;

import io.incrt.data.ngrams.Floor;
import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.data.tokens.Tokenizer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Turns records into what a model's network is asked, and says how much of each the model knows.
 */
public final class RecordEncoder {

  private final Tokenizer tokenizer;
  private final int maxTokens;
  private final Companions companions;
  private final Optional<OtherStrand> strand;
  private final Optional<Floor> floor;
  private final boolean letters;

  /**
   * For a model.
   *
   * @param bothStrands whether it reads both strands of DNA
   */
  public RecordEncoder(
      Tokenizer tokenizer,
      Shape shape,
      Architecture architecture,
      boolean bothStrands,
      Companions companions) {
    this.tokenizer = tokenizer;
    this.maxTokens = shape.maxTokens();
    this.companions = companions;
    this.floor = architecture.has(Architecture.FLOOR) ? companions.floor() : Optional.empty();
    this.letters = architecture.has(Architecture.LETTERS);
    this.strand = bothStrands ? OtherStrand.of(tokenizer) : Optional.empty();
  }

  /**
   * An encoded record.
   *
   * @param tokens its token numbers, at most as many as the model takes
   * @param other those of its other strand; null where that is not read
   * @param floor what the linear model says of it, one number for each output; null where it is not
   *     asked
   * @param letters the letters of each token's word; null where they are not read
   * @param known the share of its tokens that the model knows
   * @param warning why the answer may mean little, in one sentence; null if nothing speaks against
   *     it
   * @param cut whether it had more tokens than the model takes
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  public record Encoded(
      int[] tokens,
      int[] other,
      float[] floor,
      int[][] letters,
      double known,
      String warning,
      boolean cut) {}

  /** The tokens of the other strand; null where it is not read. */
  public int[] other(int... tokens) {
    return strand.map(other -> other.of(tokens)).orElse(null);
  }

  /**
   * Encodes a record.
   *
   * @throws BadRecordException if it holds no token
   */
  public Encoded encode(LabelledSequence record) {
    String sequence = record.sequence();
    int[] tokens = tokenizer.encode(sequence);
    if (tokens.length == 0) {
      throw BadRecordException.tooShort(record);
    }
    long unknown = Arrays.stream(tokens).filter(token -> token == Tokenizer.UNKNOWN).count();
    double share = 1 - (double) unknown / tokens.length;
    Optional<String> warning =
        companions.familiarity().flatMap(familiarity -> familiarity.warning(sequence));
    if (unknown == tokens.length) {
      warning = Optional.of("the model knows none of its tokens");
    }
    boolean cut = tokens.length > maxTokens;
    int[] read = cut ? Arrays.copyOf(tokens, maxTokens) : tokens;
    return new Encoded(
        read,
        other(read),
        floor.map(linear -> linear.logProbabilities(sequence)).orElse(null),
        letters ? words(sequence) : null,
        share,
        warning.orElse(null),
        cut);
  }

  private int[][] words(String sequence) {
    int[][] words = tokenizer.spelled(sequence).orElseThrow();
    return words.length > maxTokens ? Arrays.copyOf(words, maxTokens) : words;
  }
}
