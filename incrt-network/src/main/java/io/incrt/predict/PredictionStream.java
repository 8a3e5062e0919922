package io.incrt.predict;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.records.RecordSink;
import io.incrt.model.Batch;
import io.incrt.model.FrozenNetwork;
import io.incrt.objective.Objective;
import io.incrt.tensor.Device;
import io.incrt.tensor.Libtorch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Predicts a stream of records, in order and in constant memory. One thread reads and tokenises the
 * next records while another computes. Within chunks of some thousand records or some million
 * letters, those of similar length are batched, so that little is computed on padding. Where input
 * comes slowly, each record is answered before the next is waited for ({@link Handover}).
 */
public final class PredictionStream {

  /**
   * The most values per layer in a batch, padding included: large batches if freed memory is kept
   * for reuse, as ./incrt asks of glibc; otherwise what fits into a core's cache, since the system
   * would map every large tensor anew.
   */
  private static final int BATCH_NUMBERS =
      System.getenv("MALLOC_TRIM_THRESHOLD_") != null ? 1 << 18 : 1 << 17;

  private static final int BATCH_RECORDS = 256;

  /** Waking a second thread takes longer than this many multiplications. */
  private static final double SMALL = 8e6;

  /** How many times larger batches are on a GPU. */
  private static final int CUDA_FACTOR = 8;

  private final FrozenNetwork network;
  private final Objective objective;
  private final Encoder encoder;
  private final Optional<ExecutorService> workers;
  private long truncated;
  private long unknown;
  private long warned;

  /**
   * A stream through a network.
   *
   * @param workers compute batches in parallel; if empty, batches are computed one by one
   */
  PredictionStream(
      FrozenNetwork network,
      Objective objective,
      Encoder encoder,
      Optional<ExecutorService> workers) {
    this.network = network;
    this.objective = objective;
    this.encoder = encoder;
    this.workers = workers;
  }

  /** Receives records with their answers, one at a time. */
  @FunctionalInterface
  public interface Receiver {
    /** Called for each record, in order. */
    void accept(LabelledSequence sequence, Encoder.Known known, float[] answer) throws IOException;

    /** The same with the record's other columns, as {@link RecordSink#accept} gives them. */
    default void accept(
        LabelledSequence sequence, Map<String, Object> others, Encoder.Known known, float[] answer)
        throws IOException {
      accept(sequence, known, answer);
    }

    /** Called in the place of a bad record; unless overridden it ends the stream. */
    default void refused(BadRecordException bad, Map<String, Object> others) throws IOException {
      throw bad;
    }

    /** Called when all that has been read is answered, before more is waited for. */
    default void caughtUp() throws IOException {}
  }

  /**
   * How many records of a stream need a remark.
   *
   * @param cut how many were truncated to the tokens the model takes
   * @param unknown how many hold unknown tokens only, so that their answers mean little
   * @param warned how many came with a warning, the unknown ones among them
   */
  public record Counts(long cut, long unknown, long warned) {}

  /** The counts so far. */
  Counts counts() {
    return new Counts(truncated, unknown, warned);
  }

  /** What reads records and passes them on. */
  @FunctionalInterface
  interface Source {
    void feed(RecordSink sink) throws IOException;
  }

  void run(Source source, RecordReader reader, Receiver receiver) throws IOException {
    Handover handover = new Handover();
    Thread producer = new Thread(() -> produce(source, reader, handover), "incrt-reader");
    producer.setDaemon(true);
    producer.start();
    try {
      boolean told = true;
      while (true) {
        if (!told && handover.isEmpty()) {
          receiver.caughtUp();
        }
        List<Handover.Item> chunk = handover.take();
        if (chunk.isEmpty()) {
          rethrow(handover.failure());
          return;
        }
        answer(chunk, receiver);
        told = false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while predicting", e);
    } finally {
      producer.interrupt();
    }
  }

  private void answer(List<Handover.Item> chunk, Receiver receiver) throws IOException {
    List<Handover.Item> records = chunk.stream().filter(item -> item.record() != null).toList();
    Iterator<float[]> rows =
        compute(records.stream().map(item -> item.encoded().input()).toList()).iterator();
    for (Handover.Item item : chunk) {
      if (item.record() == null) {
        receiver.refused(item.problem(), item.others());
      } else {
        receiver.accept(item.record(), item.others(), item.encoded().known(), rows.next());
      }
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  /** Reads to the end or to the first failure; whatever happens, the end is told. */
  private void produce(Source source, RecordReader reader, Handover handover) {
    Throwable failure = null;
    try {
      source.feed(new Encoding(reader, handover));
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    handover.end(failure);
  }

  /** Encodes records and hands them over. */
  private final class Encoding implements RecordSink {

    private final RecordReader reader;
    private final Handover handover;

    Encoding(RecordReader reader, Handover handover) {
      this.reader = reader;
      this.handover = handover;
    }

    @Override
    public void accept(LabelledSequence sequence, Map<String, Object> others) {
      Encoder.Encoded encoded;
      try {
        encoded = encoder.encode(sequence);
      } catch (BadRecordException e) {
        if (!reader.skip(e)) {
          refused(e.of(sequence.id()), others);
        }
        return;
      }
      unknown += encoded.known().share() == 0 ? 1 : 0;
      warned += encoded.known().warning() == null ? 0 : 1;
      truncated += encoded.cut() ? 1 : 0;
      add(new Handover.Item(sequence, encoded, null, others));
    }

    @Override
    public void refused(BadRecordException bad, Map<String, Object> others) {
      add(new Handover.Item(null, null, bad, others));
    }

    @Override
    public void waits(boolean begins) {
      handover.readerWaits(begins);
    }

    private void add(Handover.Item item) {
      try {
        handover.add(item);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new IOException("nobody reads on", e));
      }
    }
  }

  /** The answer to each record, in the order given. */
  List<float[]> compute(List<Batch.Input> inputs) {
    return compute(inputs, true);
  }

  /** The outputs for each record, before they are decoded. */
  List<float[]> outputs(List<Batch.Input> inputs) {
    return compute(inputs, false);
  }

  private List<float[]> compute(List<Batch.Input> inputs, boolean decoded) {
    int factor = network.device() == Device.CUDA ? CUDA_FACTOR : 1;
    Integer[] order = IntStream.range(0, inputs.size()).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(i -> positions(inputs.get(i))));
    float[][] rows = new float[inputs.size()][];
    List<Callable<Void>> batches = new ArrayList<>();
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length
          && to - from < BATCH_RECORDS * factor
          && (to - from + 1) * positions(inputs.get(order[to])) * network.width()
              <= BATCH_NUMBERS * factor) {
        to++;
      }
      Integer[] chosen = Arrays.copyOfRange(order, from, to);
      batches.add(() -> compute(inputs, chosen, decoded, rows));
      from = to;
    }
    run(batches);
    return Arrays.asList(rows);
  }

  /** The positions of the stream that a record takes. */
  private int positions(Batch.Input input) {
    int pooling = encoder.pooling();
    return (input.tokens().length + pooling - 1) / pooling;
  }

  private Void compute(
      List<Batch.Input> inputs, Integer[] chosen, boolean decoded, float[][] rows) {
    List<Batch.Input> batch = Arrays.stream(chosen).map(inputs::get).toList();
    Supplier<List<float[]>> work =
        () ->
            decoded
                ? network.answers(() -> Batch.of(batch, encoder.pooling()), objective::decode)
                : network.outputs(() -> Batch.of(batch, encoder.pooling()));
    int longest = batch.stream().mapToInt(this::positions).max().orElse(0);
    boolean small = batch.size() * network.operations(longest) < SMALL;
    List<float[]> answers = small ? Libtorch.inOneThread(work) : work.get();
    for (int i = 0; i < chosen.length; i++) {
      rows[chosen[i]] = requireNumbers(answers.get(i));
    }
    return null;
  }

  private static float[] requireNumbers(float... answer) {
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

  private void run(List<Callable<Void>> batches) {
    try {
      if (workers.isEmpty() || batches.size() == 1) {
        for (Callable<Void> batch : batches) {
          batch.call();
        }
      } else {
        for (Future<Void> batch : workers.get().invokeAll(batches)) {
          batch.get();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while predicting", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException runtime
          ? runtime
          : new IllegalStateException(e.getCause());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
