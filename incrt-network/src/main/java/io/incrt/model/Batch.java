package io.incrt.model;

import io.incrt.tensor.Device;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Sequences of token numbers padded with 0 to equal length, as tensors. Created inside a scope and
 * released with it.
 *
 * @param tokens [B, n·s], s the tokens of a position
 * @param pooling s
 * @param targets the targets of the records, in the objective's form; null for predictions
 * @param floor what the linear model says, [B, outputs]; null where it is not asked
 * @param letters the letters of each token's word, filled up with 0 to the longest, [B, n·s, m];
 *     null where they are not read
 * @param other the same records read from the other strand; null where it is not read
 * @param mask true where a position holds a token, [B, n]; null where all do
 * @param count the number of such positions
 */
public record Batch(
    Tensor tokens,
    int pooling,
    Tensor targets,
    Tensor floor,
    Tensor letters,
    Batch other,
    Tensor mask,
    double count) {

  /**
   * What a network is asked of one record.
   *
   * @param tokens its token numbers
   * @param other those of its other strand; null where that is not read
   * @param floor what the linear model says of it, one number for each output; null where it is not
   *     asked
   * @param letters the letters of each token's word; null where they are not read
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  public record Input(int[] tokens, int[] other, float[] floor, int[][] letters) {}

  /** Records to predict. */
  public static Batch of(List<Input> records, int pooling) {
    int[][] sequences = new int[records.size()][];
    int[][] others = new int[records.size()][];
    float[][] floors = new float[records.size()][];
    int[][][] letters = new int[records.size()][][];
    for (int i = 0; i < sequences.length; i++) {
      sequences[i] = records.get(i).tokens;
      others[i] = records.get(i).other;
      floors[i] = records.get(i).floor;
      letters[i] = records.get(i).letters;
    }
    Batch batch = of(sequences, pooling, null).withFloor(floors).withLetters(letters);
    return others[0] == null ? batch : batch.withOther(others);
  }

  /** Sequences to predict; none may be empty. */
  public static Batch of(int[]... sequences) {
    return of(sequences, 1, null);
  }

  /**
   * Sequences to learn from; none may be empty.
   *
   * @param pooling the tokens of a position
   * @param targets null for predictions
   */
  public static Batch of(int[][] sequences, int pooling, Tensor targets) {
    int longest = 0;
    long count = 0;
    for (int[] sequence : sequences) {
      if (sequence.length == 0) {
        throw new IllegalArgumentException("a sequence without tokens cannot be classified");
      }
      int positions = (sequence.length + pooling - 1) / pooling;
      longest = Math.max(longest, positions);
      count += positions;
    }
    int columns = longest * pooling;
    long[] flat = new long[sequences.length * columns];
    for (int i = 0; i < sequences.length; i++) {
      for (int j = 0; j < sequences[i].length; j++) {
        flat[i * columns + j] = sequences[i][j];
      }
    }
    Tensor tokens = Tensor.create(flat, sequences.length, columns);
    boolean full = count == (long) sequences.length * longest;
    Tensor first = pooling == 1 ? tokens : tokens.reshape(-1, longest, pooling).select(2, 0);
    Tensor mask = full ? null : first.ne(new Scalar(0));
    return new Batch(tokens, pooling, targets, null, null, null, mask, count);
  }

  /** The same with what the linear model says of each record; without it if that is null. */
  public Batch withFloor(float[]... floors) {
    if (floors[0] == null) {
      return this;
    }
    int outputs = floors[0].length;
    float[] flat = new float[floors.length * outputs];
    for (int i = 0; i < floors.length; i++) {
      System.arraycopy(floors[i], 0, flat, i * outputs, outputs);
    }
    Tensor floor = Tensor.create(flat, floors.length, outputs);
    return new Batch(tokens, pooling, targets, floor, letters, other, mask, count);
  }

  /** The same with the letters of each record's words; without them if they are null. */
  public Batch withLetters(int[][]... given) {
    if (given[0] == null) {
      return this;
    }
    int longest = 1;
    for (int[][] record : given) {
      for (int[] word : record) {
        longest = Math.max(longest, word.length);
      }
    }
    int columns = (int) tokens.size(1);
    long[] flat = new long[Math.multiplyExact(given.length * columns, longest)];
    for (int i = 0; i < given.length; i++) {
      for (int j = 0; j < given[i].length; j++) {
        int at = (i * columns + j) * longest;
        for (int letter : given[i][j]) {
          flat[at++] = letter;
        }
      }
    }
    Tensor words = Tensor.create(flat, given.length, columns, longest);
    return new Batch(tokens, pooling, targets, floor, words, other, mask, count);
  }

  /** The same, to be read from both strands. */
  public Batch withOther(int[]... sequences) {
    Batch read = of(sequences, pooling, null);
    Batch said = new Batch(read.tokens, pooling, null, floor, null, null, read.mask, read.count);
    return new Batch(tokens, pooling, targets, floor, letters, said, mask, count);
  }

  /** The same batch on a device. */
  public Batch on(Device device) {
    return device.holds(tokens)
        ? this
        : new Batch(
            device.place(tokens),
            pooling,
            targets == null ? null : device.place(targets),
            floor == null ? null : device.place(floor),
            letters == null ? null : device.place(letters),
            other == null ? null : other.on(device),
            mask == null ? null : device.place(mask),
            count);
  }

  /** What a network answers: to what is read, or the mean over both strands. */
  Tensor answer(Function<Batch, Tensor> network) {
    Tensor answer = network.apply(this);
    return other == null ? answer : answer.add(network.apply(other)).mul(new Scalar(0.5));
  }

  /** B, the number of records. */
  public long records() {
    return tokens.size(0);
  }

  /** n, the positions of the longest record. */
  public long length() {
    return tokens.size(1) / pooling;
  }

  /** The mask attention takes, [B, 1, 1, n]; null where all tokens are real. */
  public Tensor attentionMask() {
    return mask == null ? null : mask.unsqueeze(1).unsqueeze(1);
  }

  /** 1 where a token is real and 0 elsewhere, [B, n, 1]; null where all are. */
  public Tensor real() {
    return mask == null ? null : mask.unsqueeze(2).to(torch.ScalarType.Float);
  }
}
