package io.incrt.predict;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.ngrams.Floor;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.OtherStrand;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.model.Batch;
import io.incrt.model.part.FloorMix;
import io.incrt.model.part.LetterPath;
import io.incrt.store.Companions;
import io.incrt.store.ModelConfig;
import java.util.Arrays;
import java.util.Optional;

/**
 * Turns records into what a model's network is asked, and says how much of each the model knows.
 */
public final class Encoder {

  private final Tokenizer tokenizer;
  private final int maxTokens;
  private final int pooling;
  private final Companions companions;
  private final Optional<OtherStrand> strand;
  private final Optional<Floor> floor;
  private final boolean letters;

  Encoder(ModelConfig config, Companions companions) {
    this.tokenizer = config.tokenizer();
    this.maxTokens = config.shape().maxTokens();
    this.pooling = config.shape().pooling();
    this.companions = companions;
    this.floor =
        config.architecture().has(FloorMix.Type.NAME) ? companions.floor() : Optional.empty();
    this.letters = config.architecture().has(LetterPath.Type.NAME);
    this.strand =
        config.settings().data().strand() == Strand.BOTH
            ? OtherStrand.of(tokenizer)
            : Optional.empty();
  }

  /**
   * How much of a record a model knows.
   *
   * @param share the share of its tokens that the model knows
   * @param warning why the answer may mean little, in one sentence; null if nothing speaks against
   *     it
   */
  public record Known(double share, String warning) {}

  /**
   * An encoded record.
   *
   * @param input what the network is asked
   * @param cut whether it had more tokens than the model takes
   */
  record Encoded(Batch.Input input, Known known, boolean cut) {}

  /** The tokens of a position of the stream. */
  int pooling() {
    return pooling;
  }

  /** What the network is asked of tokens. */
  Batch.Input input(int[] tokens, float[] said, int[][] words) {
    return new Batch.Input(tokens, strand.map(other -> other.of(tokens)).orElse(null), said, words);
  }

  /**
   * Encodes a record.
   *
   * @throws io.incrt.data.records.BadRecordException if it holds no token
   */
  Encoded encode(LabelledSequence record) {
    String sequence = record.sequence();
    int[] tokens = tokenizer.encode(sequence);
    if (tokens.length == 0) {
      throw Corpora.tooShort(record);
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
        input(
            read,
            floor.map(linear -> linear.logProbabilities(sequence)).orElse(null),
            letters ? words(sequence) : null),
        new Known(share, warning.orElse(null)),
        cut);
  }

  private int[][] words(String sequence) {
    int[][] words = tokenizer.spelled(sequence).orElseThrow();
    return words.length > maxTokens ? Arrays.copyOf(words, maxTokens) : words;
  }
}
