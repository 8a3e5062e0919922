package io.incrt.network;

import io.incrt.data.Corpora;
import io.incrt.data.LabelledSequence;
import io.incrt.data.RecordReader;
import io.incrt.data.Tokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;

/**
 * Predictions of a stream of records, in its order and in constant memory. One thread reads and
 * makes tokens of the next records while another computes. Among some thousand records those of
 * similar length are computed together, so that little is computed on padding.
 */
final class PredictionStream {

  private static final int CHUNK = 2048;
  private static final int WAITING = 2;

  /** The most tokens, padding among them, and the most records that are computed together. */
  private static final int BATCH_TOKENS = 8192;

  private static final int BATCH_RECORDS = 256;

  private final Network network;
  private final Tokenizer tokenizer;
  private final int maxLength;
  private long cut;

  PredictionStream(Network network, Tokenizer tokenizer, int maxLength) {
    this.network = network;
    this.tokenizer = tokenizer;
    this.maxLength = maxLength;
  }

  /** Is given one record and the probabilities of its classes. */
  interface Receiver {
    void accept(LabelledSequence sequence, float[] probabilities) throws IOException;
  }

  /** How many records had more tokens than the model takes and were cut. */
  long cut() {
    return cut;
  }

  /** Records with their tokens; the last chunk of a stream says so, or why it ended. */
  private record Chunk(
      List<LabelledSequence> records, List<int[]> tokens, boolean last, Exception failure) {}

  void run(RecordReader reader, String file, boolean labelled, Receiver receiver)
      throws IOException {
    BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(WAITING);
    Thread producer = new Thread(() -> produce(reader, file, labelled, queue), "incrt-reader");
    producer.setDaemon(true);
    producer.start();
    try {
      boolean last = false;
      while (!last) {
        Chunk chunk = queue.take();
        List<float[]> rows = compute(chunk.tokens);
        for (int i = 0; i < rows.size(); i++) {
          receiver.accept(chunk.records.get(i), rows.get(i));
        }
        rethrow(chunk.failure);
        last = chunk.last;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while predicting", e);
    } finally {
      producer.interrupt();
    }
  }

  private static void rethrow(Exception failure) throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
  }

  private void produce(
      RecordReader reader, String file, boolean labelled, BlockingQueue<Chunk> queue) {
    List<LabelledSequence> records = new ArrayList<>();
    List<int[]> tokens = new ArrayList<>();
    Exception failure = null;
    try {
      reader.forEach(
          file,
          labelled,
          sequence -> {
            int[] encoded = tokenizer.encode(sequence.sequence());
            if (encoded.length == 0) {
              reader.refuse(Corpora.tooShort(sequence));
              return;
            }
            if (encoded.length > maxLength) {
              cut++;
              encoded = Arrays.copyOf(encoded, maxLength);
            }
            records.add(sequence);
            tokens.add(encoded);
            if (records.size() == CHUNK) {
              put(queue, new Chunk(List.copyOf(records), List.copyOf(tokens), false, null));
              records.clear();
              tokens.clear();
            }
          });
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    try {
      put(queue, new Chunk(List.copyOf(records), List.copyOf(tokens), true, failure));
    } catch (UncheckedIOException e) {
      // Nobody waits for it any more.
    }
  }

  private static void put(BlockingQueue<Chunk> queue, Chunk chunk) {
    try {
      queue.put(chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("nobody reads on", e));
    }
  }

  /** The probabilities of each sequence of tokens, in the order given. */
  List<float[]> compute(List<int[]> tokens) {
    Integer[] order = IntStream.range(0, tokens.size()).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(i -> tokens.get(i).length));
    float[][] rows = new float[tokens.size()][];
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length
          && to - from < BATCH_RECORDS
          && (to - from + 1) * tokens.get(order[to]).length <= BATCH_TOKENS) {
        to++;
      }
      int[][] batch = new int[to - from][];
      for (int i = from; i < to; i++) {
        batch[i - from] = tokens.get(order[i]);
      }
      List<float[]> found = network.probabilities(() -> Batch.of(batch, new int[batch.length]));
      for (int i = from; i < to; i++) {
        rows[order[i]] = found.get(i - from);
      }
      from = to;
    }
    return Arrays.asList(rows);
  }
}
