package io.incrt.model;

import io.incrt.model.Block.Place;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;

/**
 * The inference form of a network: every block frozen, one token per row. The same numbers as
 * {@link Network#forward} up to rounding. The network must not change any more.
 */
public final class FrozenNetwork implements AutoCloseable {

  private final Network network;
  private final TokenEmbedding embedding;
  private final OutputLayer output;
  private final Map<Block, FrozenBlock> blocks = new LinkedHashMap<>();

  FrozenNetwork(Network network, TokenEmbedding embedding, OutputLayer output) {
    this.network = network;
    this.embedding = embedding;
    this.output = output;
    Libtorch.building(
        () -> {
          network.blocks().forEach(block -> blocks.put(block, block.freeze()));
          return null;
        });
  }

  /** The network it was made of. */
  public Network network() {
    return network;
  }

  /** Where it computes. */
  public Device device() {
    return network.device();
  }

  /** d, the model dimension. */
  public int width() {
    return network.shape().width();
  }

  /** The multiplications for a record of that many tokens, in matrix products only. */
  public double operations(int tokens) {
    return blocks.values().stream().mapToDouble(block -> block.operations(tokens)).sum();
  }

  /**
   * The decoded answer to each record of a batch.
   *
   * @param batch creates the batch, inside a scope
   * @param decode turns outputs into answers
   */
  public List<float[]> answers(Supplier<Batch> batch, UnaryOperator<Tensor> decode) {
    return Libtorch.scoped(
        () ->
            Libtorch.inferring(
                () ->
                    Libtorch.rows(
                        batch.get().on(device()).answer(own -> decode.apply(outputs(own))))));
  }

  /**
   * The outputs for each record of a batch; of two strands their mean.
   *
   * @param batch creates the batch, inside a scope
   */
  public List<float[]> outputs(Supplier<Batch> batch) {
    return answers(batch, UnaryOperator.identity());
  }

  private Tensor outputs(Batch batch) {
    int d = width();
    Tensor x = embedding.forward(batch).reshape(-1, d);
    x = through(Place.STREAM, through(Place.TOKENS, x, batch), batch);
    Tensor stream = x.reshape(batch.records(), batch.length(), d);
    return through(Place.OUTPUTS, output.forward(stream, batch), batch);
  }

  private Tensor through(Place place, Tensor x, Batch batch) {
    Tensor result = x;
    for (Map.Entry<Block, FrozenBlock> block : blocks.entrySet()) {
      if (block.getKey().place() == place) {
        result = block.getValue().forward(result, batch);
      }
    }
    return result;
  }

  @Override
  public void close() {
    new ArrayList<>(blocks.values()).forEach(FrozenBlock::close);
    network.close();
  }
}
