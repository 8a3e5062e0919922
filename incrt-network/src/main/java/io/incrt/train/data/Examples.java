package io.incrt.train.data;

import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Shape;
import io.incrt.model.Batch;
import io.incrt.objective.Objective;
import io.incrt.objective.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Records encoded for training: token numbers and targets, and their division into batches.
 *
 * @param tokens one array per record, truncated to the network's length
 * @param targets the target of each record
 * @param floors what the linear model says of each; null where it is not asked
 * @param letters the letters of the words of each record's tokens; null where they are not read
 * @param moves how training moves them
 * @param cut how many records were truncated
 * @param pooling the tokens of a position of the stream
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record Examples(
    int[][] tokens,
    Targets targets,
    float[][] floors,
    int[][][] letters,
    Moves moves,
    int cut,
    int pooling) {

  /** The number of batches among whose records lengths are sorted. */
  private static final int BUCKET = 50;

  private static final int SOME = 512;

  /** Records of which none was truncated. */
  public Examples(int[][] tokens, Targets targets) {
    this(tokens, targets, null, null, Moves.NONE, 0, 1);
  }

  /** Records truncated to the tokens that a network takes. */
  public static Examples of(TokenizedRecords records, Objective objective, Shape shape) {
    int maxLength = shape.maxTokens();
    int[][] tokens = new int[records.size()][];
    for (int i = 0; i < tokens.length; i++) {
      int[] own = records.tokens(i);
      tokens[i] = own.length > maxLength ? Arrays.copyOf(own, maxLength) : own;
    }
    return new Examples(
        tokens,
        objective.targets(records),
        null,
        null,
        Moves.NONE,
        records.longerThan(maxLength),
        shape.pooling());
  }

  /** The same with what the linear model says of each record. */
  public Examples with(float[]... said) {
    return new Examples(tokens, targets, said, letters, moves, cut, pooling);
  }

  /** The same with the letters of the words of each record, whose tokens are not moved. */
  public Examples withLetters(int[][]... words) {
    int[][][] read = new int[words.length][][];
    for (int i = 0; i < read.length; i++) {
      read[i] =
          words[i].length > tokens[i].length ? Arrays.copyOf(words[i], tokens[i].length) : words[i];
    }
    return new Examples(tokens, targets, floors, read, moves, cut, pooling);
  }

  /** The same, moved while they are trained on. */
  public Examples with(Moves given) {
    return new Examples(tokens, targets, floors, letters, given, cut, pooling);
  }

  /** How many records there are. */
  public int size() {
    return tokens.length;
  }

  /** Some records by chance, for what need not be known of all. */
  public int[] some(long seed, long step) {
    return new Random(seed * 0x5DEECE66DL + step)
        .ints(0, size())
        .distinct()
        .limit(Math.min(SOME, size()))
        .toArray();
  }

  /** How many positions of the stream a record takes. */
  public int positions(int record) {
    return (tokens[record].length + pooling - 1) / pooling;
  }

  /**
   * The records of each batch of an epoch: every record once, in an order that the seed and the
   * epoch alone determine, records of similar length side by side.
   */
  public List<int[]> epoch(int batchSize, long seed, long epoch) {
    Random random = new Random(seed * 1_000_003 + epoch);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    int bucket = batchSize * BUCKET;
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < size(); from += bucket) {
      List<Integer> part = new ArrayList<>(order.subList(from, Math.min(size(), from + bucket)));
      part.sort(Comparator.comparingInt(i -> tokens[i].length));
      for (int i = 0; i < part.size(); i += batchSize) {
        batches.add(
            part.subList(i, Math.min(part.size(), i + batchSize)).stream()
                .mapToInt(Integer::intValue)
                .toArray());
      }
    }
    Collections.shuffle(batches, random);
    return batches;
  }

  /** The batch of these records, as they are, to judge a network by. */
  public Batch batch(int... records) {
    int[][] chosen = Arrays.stream(records).mapToObj(i -> tokens[i]).toArray(int[][]::new);
    Batch batch = batch(records, chosen);
    return moves.strand() == null
        ? batch
        : batch.withOther(Arrays.stream(chosen).map(moves.strand()::of).toArray(int[][]::new));
  }

  /** The batch of these records, with a share of the tokens replaced by the unknown token. */
  public Batch batch(int[] records, double unknownRate, Random random) {
    return batch(records, drawn(records, unknownRate, random));
  }

  /** The batch of these records with other tokens. */
  public Batch batch(int[] records, int[][] chosen) {
    Batch batch = Batch.of(chosen, pooling, targets.batch(records));
    if (floors != null) {
      batch =
          batch.withFloor(Arrays.stream(records).mapToObj(i -> floors[i]).toArray(float[][]::new));
    }
    return letters == null
        ? batch
        : batch.withLetters(
            Arrays.stream(records).mapToObj(i -> letters[i]).toArray(int[][][]::new));
  }

  /**
   * The tokens of these records as training sees them: moved, and a share of them replaced by the
   * unknown token.
   */
  public int[][] drawn(int[] records, double unknownRate, Random random) {
    int[][] chosen = new int[records.length][];
    for (int i = 0; i < records.length; i++) {
      chosen[i] = moves.apply(tokens[records[i]], random);
      if (unknownRate > 0) {
        chosen[i] = chosen[i].clone();
        for (int j = 0; j < chosen[i].length; j++) {
          if (random.nextDouble() < unknownRate) {
            chosen[i][j] = Tokenizer.UNKNOWN;
          }
        }
      }
    }
    return chosen;
  }
}
