package io.incrt.predict;

import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.LabelledSequence;
import io.incrt.folder.Companions;
import io.incrt.folder.RecordEncoder;
import io.incrt.model.Batch;
import io.incrt.store.ModelConfig;

/** Turns records into what a model's network is asked, as {@link RecordEncoder} says. */
public final class Encoder {

  private final RecordEncoder encoder;
  private final int pooling;

  Encoder(ModelConfig config, Companions companions) {
    this.encoder =
        new RecordEncoder(
            config.tokenizer(),
            config.shape(),
            config.architecture(),
            config.settings().data().strand() == Strand.BOTH,
            companions);
    this.pooling = config.shape().pooling();
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
    return new Batch.Input(tokens, encoder.other(tokens), said, words);
  }

  /**
   * Encodes a record.
   *
   * @throws io.incrt.data.records.BadRecordException if it holds no token
   */
  Encoded encode(LabelledSequence record) {
    RecordEncoder.Encoded own = encoder.encode(record);
    return new Encoded(
        new Batch.Input(own.tokens(), own.other(), own.floor(), own.letters()),
        new Known(own.known(), own.warning()),
        own.cut());
  }
}
