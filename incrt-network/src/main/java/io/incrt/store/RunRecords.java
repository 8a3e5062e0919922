package io.incrt.store;

import io.incrt.base.file.CorruptFileException;
import io.incrt.base.file.Digests;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.LabelledSequence;
import io.incrt.folder.HostTensor;
import io.incrt.folder.SafeTensors;
import io.incrt.objective.AnswerLog;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * Which records a run had, as 64 bits of the SHA-256 of each sequence, and what its model answered
 * to the test records: records.safetensors. So models can be compared record by record later, and
 * records that one was trained on are recognised; the records themselves are not in it.
 *
 * @param train of those trained on, each once, ascending; of many the smallest
 * @param valid of those that chose what was kept, the same
 * @param test of the test records, in their order; empty where answers are
 * @param answers to the test records; empty where there are none, or too many to keep
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record RunRecords(long[] train, long[] valid, long[] test, Optional<AnswerLog> answers) {

  /** The most digests or answers that are kept. */
  public static final int MOST = 1 << 18;

  private static final String TRAIN = "train.records";
  private static final String VALID = "valid.records";
  private static final String TEST = "test.records";
  private static final String ANSWERS = "test.answers";

  /** As many bits of a digest are in one 32-bit float, which holds them exactly. */
  private static final int PIECE = 16;

  private static final long MASK = (1 << PIECE) - 1;
  private static final int PIECES = Long.SIZE / PIECE;

  /** Label, answer, loss and confidence. */
  private static final int COLUMNS = 4;

  /** The records of a run, with what its model answered to the test records. */
  public static RunRecords of(Corpus corpus, Optional<AnswerLog> answers) {
    LongStream train = LongStream.empty();
    LongStream valid = LongStream.empty();
    Corpus last = corpus;
    for (Corpus task = corpus; task != null; task = task.then().orElse(null)) {
      train = LongStream.concat(train, digests(task.train()));
      valid = LongStream.concat(valid, digests(task.valid()));
      last = task;
    }
    int tested = last.test().size();
    Optional<AnswerLog> kept =
        answers.filter(log -> log.size() == tested && tested > 0 && tested <= MOST);
    return new RunRecords(
        smallest(train),
        smallest(valid),
        kept.isPresent() ? digests(last.test()).toArray() : new long[0],
        kept);
  }

  private static LongStream digests(List<LabelledSequence> records) {
    return records.stream().mapToLong(record -> digest(record.sequence()));
  }

  private static long[] smallest(LongStream digests) {
    return digests.sorted().distinct().limit(MOST).toArray();
  }

  /** The digest of a sequence. */
  public static long digest(String sequence) {
    return ByteBuffer.wrap(Digests.sha256().add(sequence.strip()).bytes()).getLong();
  }

  /**
   * Tells which digests are among those of many records, of which perhaps only the smallest are
   * kept.
   */
  public static LongPredicate among(long... digests) {
    return digest -> Arrays.binarySearch(digests, digest) >= 0;
  }

  /** Whether all records were kept, so that what is not among them was not there. */
  public static boolean isWhole(long... digests) {
    return digests.length < MOST;
  }

  /** The content of the file. */
  byte[] bytes() {
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    tensors.put(TRAIN, pieces(train));
    tensors.put(VALID, pieces(valid));
    if (answers.isPresent()) {
      AnswerLog log = answers.get();
      tensors.put(TEST, pieces(test));
      float[] values = new float[log.size() * COLUMNS];
      for (int i = 0; i < log.size(); i++) {
        values[i * COLUMNS] = log.label(i);
        values[i * COLUMNS + 1] = log.answer(i);
        values[i * COLUMNS + 2] = log.loss(i);
        values[i * COLUMNS + 3] = log.confidence(i);
      }
      tensors.put(ANSWERS, new HostTensor(new long[] {log.size(), COLUMNS}, values));
    }
    return SafeTensors.write(tensors);
  }

  private static HostTensor pieces(long... digests) {
    float[] values = new float[digests.length * PIECES];
    for (int i = 0; i < values.length; i++) {
      values[i] = (digests[i / PIECES] >>> (PIECE * (i % PIECES))) & MASK;
    }
    return new HostTensor(new long[] {digests.length, PIECES}, values);
  }

  /**
   * Reads the content of the file.
   *
   * @param classes how many labels the model has
   */
  static RunRecords read(byte[] content, int classes) {
    Map<String, HostTensor> tensors = SafeTensors.read(content);
    long[] test = tensors.containsKey(TEST) ? digests(tensors, TEST) : new long[0];
    RunRecords records =
        new RunRecords(
            ascending(digests(tensors, TRAIN), TRAIN),
            ascending(digests(tensors, VALID), VALID),
            test,
            tensors.containsKey(ANSWERS)
                ? Optional.of(answers(tensors.get(ANSWERS), classes))
                : Optional.empty());
    if (records.answers.map(AnswerLog::size).orElse(0) != test.length) {
      throw damaged(ANSWERS + " and " + TEST + " are not of the same records");
    }
    return records;
  }

  private static long[] digests(Map<String, HostTensor> tensors, String name) {
    HostTensor tensor = tensors.get(name);
    if (tensor == null || tensor.shape().length != 2 || tensor.shape()[1] != PIECES) {
      throw damaged(name + " is missing or of another shape");
    }
    long[] digests = new long[tensor.values().length / PIECES];
    for (int i = 0; i < tensor.values().length; i++) {
      long piece = (long) tensor.values()[i];
      if (piece != tensor.values()[i] || piece < 0 || piece > MASK) {
        throw damaged(name + " holds " + tensor.values()[i] + ", which is no part of a digest");
      }
      digests[i / PIECES] |= piece << (PIECE * (i % PIECES));
    }
    return digests;
  }

  private static long[] ascending(long[] digests, String name) {
    for (int i = 1; i < digests.length; i++) {
      if (digests[i] <= digests[i - 1]) {
        throw damaged(name + " does not ascend");
      }
    }
    return digests;
  }

  private static AnswerLog answers(HostTensor tensor, int classes) {
    if (tensor.shape().length != 2 || tensor.shape()[1] != COLUMNS) {
      throw damaged(ANSWERS + " is of another shape");
    }
    AnswerLog log = new AnswerLog();
    float[] values = tensor.values();
    for (int i = 0; i < values.length; i += COLUMNS) {
      boolean possible =
          isClass(values[i], classes)
              && isClass(values[i + 1], classes)
              && values[i + 2] >= 0
              && Float.isFinite(values[i + 2])
              && values[i + 3] >= 0
              && values[i + 3] <= 1.001f;
      if (!possible) {
        throw damaged(ANSWERS + " holds an answer that no model gives");
      }
      log.add((int) values[i], (int) values[i + 1], values[i + 2], values[i + 3]);
    }
    return log;
  }

  private static boolean isClass(float value, int classes) {
    return value >= 0 && value < classes && value == Math.rint(value);
  }

  private static CorruptFileException damaged(String problem) {
    return new CorruptFileException(ModelFolder.RECORDS + ": " + problem);
  }
}
