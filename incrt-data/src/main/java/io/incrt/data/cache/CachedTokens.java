package io.incrt.data.cache;

import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;

/**
 * The training records of a cache as tokens. Blocks that were read last are kept, so that who goes
 * by {@link #epoch} reads each block once an epoch. Any number of threads may ask at once.
 */
public final class CachedTokens {

  /** The blocks whose records are shuffled together, and their bytes. */
  static final int WINDOW = 64;

  static final long WINDOW_BYTES = 64L * CacheFormat.BLOCK;

  /** The blocks that records drawn by chance are taken of. */
  private static final int DRAWN_BLOCKS = 4;

  private static final int LETTERS = 128;

  private final RecentBlocks blocks;
  private final LengthCounts lengths;
  private final Tokenizer tokenizer;
  private final int[] classes;
  // Of texts: by provisional number the token.
  private final int[] tokens;
  // Of letters: how many a token has, by letter its bits, by their bits the token.
  private final int k;
  private final int[] codes = new int[LETTERS];
  private final int[] windows;

  private CachedTokens(
      TokenCache cache, LengthCounts lengths, Tokenizer tokenizer, int[] classes, int[] tokens) {
    this.blocks = new RecentBlocks(cache);
    this.lengths = lengths;
    this.tokenizer = tokenizer;
    this.classes = classes;
    this.tokens = tokens;
    Arrays.fill(codes, -1);
    if (tokenizer instanceof KmerTokenizer kmers) {
      k = kmers.k();
      windows = windows(kmers);
    } else {
      k = 1;
      windows = new int[0];
    }
  }

  /**
   * Those of texts.
   *
   * @param classes by label as the cache numbers them, the class
   * @param tokens by provisional number the token
   */
  static CachedTokens ofWords(
      TokenCache cache, LengthCounts lengths, Tokenizer tokenizer, int[] classes, int[] tokens) {
    return new CachedTokens(cache, lengths, tokenizer, classes, tokens);
  }

  /** Those of letters. */
  static CachedTokens ofLetters(
      TokenCache cache, LengthCounts lengths, KmerTokenizer tokenizer, int... classes) {
    return new CachedTokens(cache, lengths, tokenizer, classes, null);
  }

  private int[] windows(KmerTokenizer kmers) {
    List<String> vocabulary = kmers.vocabulary();
    for (int letter = 1; letter < LETTERS; letter++) {
      codes[letter] = k == 1 ? letter : Seen.code(letter);
    }
    int[] table = new int[k == 1 ? LETTERS : 1 << (Seen.BITS * k)];
    Arrays.fill(table, Tokenizer.UNKNOWN);
    for (int i = 0; i < vocabulary.size(); i++) {
      int window = 0;
      for (char letter : vocabulary.get(i).toCharArray()) {
        window = k == 1 ? letter : (window << Seen.BITS) | Seen.code(letter);
      }
      table[window] = Tokenizer.FIRST + i;
    }
    return table;
  }

  /** What the numbers are of. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** How many records there are. */
  public int size() {
    return blocks.table().records();
  }

  /** The class of a record: the place of its label among all labels in their order. */
  public int classOf(int record) {
    int block = blocks.table().of(record);
    return classes[blocks.get(block).label(record - blocks.table().first(block))];
  }

  /** How many tokens a record has. */
  public int length(int record) {
    int block = blocks.table().of(record);
    return length(blocks.get(block), record - blocks.table().first(block));
  }

  private int length(Block block, int record) {
    return Math.max(1, block.units(record) - k + 1);
  }

  /** The first tokens of a record, at most so many. */
  public int[] tokens(int record, int most) {
    int block = blocks.table().of(record);
    return tokens(blocks.get(block), record - blocks.table().first(block), most);
  }

  private int[] tokens(Block block, int record, int most) {
    if (tokens != null) {
      int[] numbers = block.words(record, most);
      for (int i = 0; i < numbers.length; i++) {
        // A number that was never given cannot be in a block that is whole; it is unknown anyway.
        numbers[i] = numbers[i] < tokens.length ? tokens[numbers[i]] : Tokenizer.UNKNOWN;
      }
      return numbers;
    }
    byte[] letters = block.letters(record, (int) Math.min((long) most + k - 1, Integer.MAX_VALUE));
    if (letters.length < k) {
      return new int[] {Tokenizer.UNKNOWN};
    }
    int[] numbers = new int[letters.length - k + 1];
    int mask = windows.length - 1;
    int window = 0;
    int run = 0;
    for (int i = 0; i < letters.length; i++) {
      int code = codes[letters[i] & (LETTERS - 1)];
      run = code < 0 ? 0 : run + 1;
      window = ((window << Seen.BITS) | Math.max(0, code)) & mask;
      if (i >= k - 1) {
        numbers[i - k + 1] = run < k ? Tokenizer.UNKNOWN : windows[k == 1 ? code : window];
      }
    }
    return numbers;
  }

  /** Visits the first tokens of all records, in their order. */
  public void forEach(int most, Consumer<int[]> visitor) {
    for (int number = 0; number < blocks.table().size(); number++) {
      Block block = blocks.read(number);
      for (int i = 0; i < block.records(); i++) {
        visitor.accept(tokens(block, i, most));
      }
    }
  }

  /** How many records have more tokens than this. */
  public int longerThan(int length) {
    return (int) lengths.longerThan((int) Math.min((long) length + k - 1, Integer.MAX_VALUE));
  }

  /** The mean of a number that depends on a record's tokens. */
  public double mean(IntToDoubleFunction of) {
    return lengths.mean(length -> of.applyAsDouble(Math.max(1, length - k + 1)));
  }

  /**
   * The batches of an epoch: every record once, in an order that the seed and the epoch alone
   * determine. It is found out as it is asked for, so that the batch at any place can be.
   *
   * <p>Blocks are drawn in a random order and {@value #WINDOW} of them, a window, shuffled
   * together; records of similar length come side by side, and the batches of a window in a random
   * order.
   *
   * @param longest tokens beyond so many are cut off
   */
  public List<int[]> epoch(int batchSize, int longest, long seed, long epoch) {
    return new BlockOrder(blocks, batchSize, (long) longest + k - 1, seed * 1_000_003 + epoch);
  }

  /** Some different records by chance: of a few blocks, as each has to be read. */
  public int[] some(int most, long seed) {
    return BlockOrder.some(blocks.table(), DRAWN_BLOCKS, most, seed);
  }
}
