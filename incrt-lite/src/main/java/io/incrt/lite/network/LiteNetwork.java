package io.incrt.lite.network;

import io.incrt.folder.Architecture;
import io.incrt.folder.HostTensor;
import io.incrt.folder.RecordEncoder;
import io.incrt.folder.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A network of a model's folder: embeddings, what is added to them, the stream, the outputs, what
 * is added to those. It never changes, so any number of threads may ask it.
 */
public final class LiteNetwork {

  private static final String CONVOLUTION = "convolution";
  private static final String FEED_FORWARD = "feedForward";
  private static final String NGRAMS = "ngrams";
  private static final String VECTORS = "vectors";

  private final Embedding embedding;
  private final List<StreamPart> tokens = new ArrayList<>();
  private final List<StreamPart> stream = new ArrayList<>();
  private final Output output;
  private final List<OutputPart> outputs = new ArrayList<>();

  /**
   * The network that a folder describes.
   *
   * @throws io.incrt.base.file.CorruptFileException if the tensors do not fit the description
   * @throws IllegalArgumentException if it has a part that is not known here
   */
  public LiteNetwork(Shape shape, Architecture architecture, Map<String, HostTensor> tensors) {
    Weights weights = new Weights(tensors);
    embedding = new Embedding(shape, weights);
    List<Object> order = new ArrayList<>(architecture.layers());
    for (Architecture.BlockShape block : architecture.blocks()) {
      order.add(Math.min(block.position(), order.size()), block);
    }
    for (Object part : order) {
      if (part instanceof Architecture.Layer layer) {
        stream.add(new Attention(layer, shape, weights));
      } else {
        add((Architecture.BlockShape) part, shape, weights);
      }
    }
    output = new Output(shape, weights);
    weights.requireAllTaken();
  }

  private void add(Architecture.BlockShape block, Shape shape, Weights weights) {
    switch (block.type()) {
      case Architecture.LETTERS -> tokens.add(new Letters(block, shape, weights));
      case VECTORS -> tokens.add(new WordVectors(block, shape, weights));
      case CONVOLUTION -> stream.add(new Convolution(block, shape, weights));
      case FEED_FORWARD -> stream.add(new FeedForward(block, shape, weights));
      case NGRAMS -> outputs.add(new Ngrams(block, shape, weights));
      case Architecture.FLOOR -> outputs.add(new Mix(weights));
      default ->
          throw new IllegalArgumentException(
              "this program knows no part of the type '"
                  + block.type()
                  + "'; it was written by another version or with another library");
    }
  }

  /**
   * The probabilities of the classes; of two strands their mean.
   *
   * @throws IllegalStateException if they are no numbers
   */
  public float[] answer(RecordEncoder.Encoded record) {
    float[] answer = answer(new Asked(record.tokens(), record.floor(), record.letters()));
    if (record.other() != null) {
      float[] other = answer(new Asked(record.other(), record.floor(), null));
      for (int c = 0; c < answer.length; c++) {
        answer[c] = (answer[c] + other[c]) / 2;
      }
    }
    for (float value : answer) {
      if (!Float.isFinite(value)) {
        throw new IllegalStateException(
            "the model answers "
                + value
                + " to a record: its weights are damaged, or training had diverged");
      }
    }
    return answer;
  }

  private float[] answer(Asked asked) {
    float[][] x = embedding.of(asked);
    tokens.forEach(part -> part.add(x, asked));
    stream.forEach(part -> part.add(x, asked));
    double[] said = output.of(x);
    outputs.forEach(part -> part.add(said, asked));
    return Softmax.of(said);
  }
}
