package io.incrt.train.data;

import io.incrt.data.cache.CachedRecords;
import io.incrt.data.cache.CachedTokens;
import io.incrt.data.corpus.TokenizedRecords;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.folder.Shape;
import io.incrt.model.Batch;
import io.incrt.objective.ClassTargets;
import io.incrt.objective.Classification;
import io.incrt.objective.Objective;
import io.incrt.objective.Targets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Records encoded for training: token numbers and targets, and their division into batches.
 *
 * @param tokens of each record, truncated to the network's length
 * @param targets the target of each record
 * @param floors what the linear model says of each; null where it is not asked
 * @param letters the letters of the words of each record's tokens; null where they are not read
 * @param moves how training moves them
 * @param cut how many records were truncated
 * @param pooling the tokens of a position of the stream
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
public record Examples(
    TokenStore tokens,
    Targets targets,
    float[][] floors,
    int[][][] letters,
    Moves moves,
    int cut,
    int pooling) {

  private static final int SOME = 512;

  /** Records of which none was truncated. */
  public Examples(int[][] tokens, Targets targets) {
    this(tokens, targets, Moves.NONE, 1);
  }

  /** The same, moved while they are trained on. */
  public Examples(int[][] tokens, Targets targets, Moves moves, int pooling) {
    this(new MemoryTokens(tokens), targets, null, null, moves, 0, pooling);
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
        new MemoryTokens(tokens),
        objective.targets(records),
        null,
        null,
        Moves.NONE,
        records.longerThan(maxLength),
        shape.pooling());
  }

  /**
   * Records that stay on disk, truncated to the tokens that a network takes.
   *
   * @throws IllegalArgumentException if the objective is not the classes that their labels name
   */
  public static Examples of(CachedRecords records, Objective objective, Shape shape) {
    if (!(objective instanceof Classification) || !objective.labels().equals(records.labels())) {
      throw new IllegalArgumentException(
          "a cache of records holds the classes that their labels name; what else is learned of"
              + " them has to be in memory (data.cache=NEVER)");
    }
    CachedTokens tokens = records.tokens();
    int[] counts = records.labelCounts().values().stream().mapToInt(Math::toIntExact).toArray();
    return new Examples(
        new DiskTokens(tokens, shape.maxTokens()),
        new ClassTargets(tokens.size(), counts, tokens::classOf),
        null,
        null,
        Moves.NONE,
        tokens.longerThan(shape.maxTokens()),
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
          words[i].length > tokens.length(i) ? Arrays.copyOf(words[i], tokens.length(i)) : words[i];
    }
    return new Examples(tokens, targets, floors, read, moves, cut, pooling);
  }

  /** The same, moved while they are trained on. */
  public Examples with(Moves given) {
    return new Examples(tokens, targets, floors, letters, given, cut, pooling);
  }

  /** How many records there are. */
  public int size() {
    return tokens.size();
  }

  /** Some records by chance, for what need not be known of all. */
  public int[] some(long seed, long step) {
    return tokens.some(SOME, seed * 0x5DEECE66DL + step);
  }

  /** How many positions of the stream a record takes. */
  public int positions(int record) {
    return positionsOf(tokens.length(record));
  }

  private int positionsOf(int length) {
    return (length + pooling - 1) / pooling;
  }

  /** The mean over all records. */
  public double meanPositions() {
    return tokens.mean(this::positionsOf);
  }

  /**
   * The records of each batch of an epoch: every record once, in an order that the seed and the
   * epoch alone determine, records of similar length side by side.
   */
  public List<int[]> epoch(int batchSize, long seed, long epoch) {
    return tokens.epoch(batchSize, seed, epoch);
  }

  /** The batch of these records, as they are, to judge a network by. */
  public Batch batch(int... records) {
    int[][] chosen = Arrays.stream(records).mapToObj(tokens::of).toArray(int[][]::new);
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
    long seed = tokens.isMovedAlone() ? random.nextLong() : 0;
    int[][] chosen = new int[records.length][];
    for (int i = 0; i < records.length; i++) {
      chosen[i] =
          moved(
              tokens.of(records[i]),
              unknownRate,
              tokens.isMovedAlone() ? own(seed, records[i]) : random);
    }
    return chosen;
  }

  /** Its seeds are mixed, as those that are close together begin alike. */
  private static Random own(long seed, int record) {
    return new Random(new SplittableRandom(seed ^ record).nextLong());
  }

  private int[] moved(int[] own, double unknownRate, Random random) {
    int[] read = moves.apply(own, random);
    if (unknownRate == 0) {
      return read;
    }
    int[] chosen = read.clone();
    for (int j = 0; j < chosen.length; j++) {
      if (random.nextDouble() < unknownRate) {
        chosen[j] = Tokenizer.UNKNOWN;
      }
    }
    return chosen;
  }
}
