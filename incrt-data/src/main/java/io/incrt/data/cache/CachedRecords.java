package io.incrt.data.cache;

import io.incrt.base.file.DurableFiles;
import io.incrt.base.file.ProcessLock;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Positions;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The training records in a cache, with all that is known of them besides. What is needed as it was
 * read is in memory: the records held out, and a sample of the others.
 */
public final class CachedRecords {

  /** The most words that become tokens: each has a row of trained numbers. */
  public static final int MOST_WORDS = 1 << 17;

  /** The lengths that stand for those of all records. */
  private static final int SPREAD = 10_000;

  private static final int PAUSE_MILLIS = 200;

  private final Path file;
  private final CacheFacts facts;
  private final LengthCounts lengths;
  private final List<LabelledSequence> held;
  private final List<LabelledSequence> sample;
  private final CachedTokens tokens;
  private final long unknown;
  private final long counted;
  private final boolean found;

  private CachedRecords(
      TokenCache.Opened opened, Path file, DataSettings settings, int most, boolean found) {
    CacheTail tail = opened.tail();
    this.file = file;
    this.found = found;
    facts = tail.facts();
    lengths = tail.lengths();
    held = tail.held().records();
    sample = tail.sample().records();
    List<String> sorted = labels();
    int[] classes = facts.labels().stream().mapToInt(sorted::indexOf).toArray();
    if (tail.coder() instanceof WordCoder coder) {
      Dictionary dictionary = coder.dictionary();
      int[] chosen = dictionary.frequent(settings.wordsSeen(), MOST_WORDS);
      int[] numbers = new int[dictionary.numbers() + 1];
      Arrays.fill(numbers, Tokenizer.UNKNOWN);
      for (int i = 0; i < chosen.length; i++) {
        numbers[chosen[i]] = Tokenizer.FIRST + i;
      }
      counted = dictionary.all();
      unknown = counted - dictionary.occurrences(chosen);
      tokens =
          CachedTokens.ofWords(
              opened.cache(), lengths, Words.of(dictionary.words(chosen)), classes, numbers);
    } else {
      counted = 0;
      unknown = 0;
      tokens =
          CachedTokens.ofLetters(
              opened.cache(), lengths, kmers((LetterCoder) tail.coder(), most, settings), classes);
    }
  }

  /** Windows of letters, by the same rule as those of records in memory. */
  private KmerTokenizer kmers(LetterCoder coder, int most, DataSettings settings) {
    int[] spread = lengths.spread(SPREAD, length -> length);
    int k = kind() == Kind.PROTEIN ? 1 : Positions.of(spread, most).window();
    KmerTokenizer tokenizer = KmerTokenizer.of(k, 1, coder.seen().of(k, kind().ambiguous()));
    return settings.strand() == Strand.BOTH ? tokenizer.withOtherStrand() : tokenizer;
  }

  /**
   * The records of a file: from its cache, which is built if there is none of just these data.
   *
   * @param reader reads them; counts those that cannot be used
   * @param most the most tokens a sequence may have
   * @throws io.incrt.base.file.CorruptFileException if there is a cache, but damaged
   * @throws StoppedException if {@code stop} was true before it was built
   */
  @SuppressWarnings("try") // the lock is held, not used
  public static CachedRecords of(
      CachePlan plan, RecordReader reader, int most, CacheProgress progress, BooleanSupplier stop)
      throws IOException {
    DurableFiles.createDirectories(plan.folder());
    Path file = plan.file();
    Path lock = file.resolveSibling(file.getFileName() + ".lock");
    Optional<ProcessLock> alone = Optional.empty();
    while (alone.isEmpty()) {
      Optional<CachedRecords> there = found(plan, file, most);
      if (there.isPresent()) {
        return there.get();
      }
      alone = ProcessLock.tryLock(lock);
      if (alone.isEmpty()) {
        // Another process builds it, as of several that train jointly.
        pause(file, stop);
      }
    }
    try (ProcessLock held = alone.get()) {
      if (found(plan, file, most).isEmpty()) {
        new CacheBuilder(plan, reader).build(progress, stop);
      }
    }
    DataSettings settings = plan.options().settings();
    return new CachedRecords(TokenCache.open(file), file, settings, most, false);
  }

  /**
   * Builds the cache of a file where there is none, for those who train later: needs none of the
   * libraries that cut texts.
   *
   * @return the cache's file
   */
  @SuppressWarnings("try") // the lock is held, not used
  public static Path build(CachePlan plan, RecordReader reader) throws IOException {
    DurableFiles.createDirectories(plan.folder());
    Path file = plan.file();
    Path lock = file.resolveSibling(file.getFileName() + ".lock");
    try (ProcessLock held =
        ProcessLock.tryLock(lock)
            .orElseThrow(() -> new IOException(file + " is being built by another process"))) {
      if (!isThere(plan, file)) {
        new CacheBuilder(plan, reader).build(CacheProgress.NONE, () -> false);
      }
    }
    return file;
  }

  private static boolean isThere(CachePlan plan, Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    TokenCache.Opened opened = TokenCache.open(file);
    opened.cache().close();
    return isOf(opened.tail().facts(), plan);
  }

  private static Optional<CachedRecords> found(CachePlan plan, Path file, int most)
      throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    TokenCache.Opened opened = TokenCache.open(file);
    if (!isOf(opened.tail().facts(), plan)) {
      opened.cache().close();
      return Optional.empty();
    }
    return Optional.of(new CachedRecords(opened, file, plan.options().settings(), most, true));
  }

  private static void pause(Path file, BooleanSupplier stop) throws IOException {
    if (stop.getAsBoolean()) {
      throw new StoppedException(file + " is being built by another process, which goes on");
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("waiting for " + file + " was interrupted", e);
    }
  }

  /**
   * Reads a whole cache and checks all of it.
   *
   * @return how many training records it has
   * @throws io.incrt.base.file.CorruptFileException if it is damaged
   */
  public static int verify(Path file) throws IOException {
    try (TokenCache cache = TokenCache.open(file).cache()) {
      for (int number = 0; number < cache.table().size(); number++) {
        Block block = cache.block(number);
        for (int record = 0; record < block.records(); record++) {
          block.require(record);
        }
      }
      return cache.table().records();
    }
  }

  private static boolean isOf(CacheFacts facts, CachePlan plan) throws IOException {
    CacheSource now = CacheSource.of(plan.data());
    return facts.key().equals(plan.key())
        && (facts.source().isUntouched(now)
            || (facts.source().size() == now.size()
                && facts.source().sha256().equals(CacheSource.digest(plan.data()))));
  }

  /** What the sequences are made of. */
  public Kind kind() {
    return facts.kind();
  }

  /** Why they are read as that, to follow "because"; empty where the kind was given. */
  public String reason() {
    return facts.reason();
  }

  /** How many training records there are. */
  public int size() {
    return tokens.size();
  }

  /** Whether the cache was there already. */
  public boolean wasThere() {
    return found;
  }

  /** The file they are in. */
  public Path file() {
    return file;
  }

  /** Identifies the records. */
  public String identity() {
    return facts.key() + " " + facts.source().sha256();
  }

  /** The training records as tokens. */
  public CachedTokens tokens() {
    return tokens;
  }

  /** The labels, sorted. */
  public List<String> labels() {
    return facts.labels().stream().sorted().toList();
  }

  /** By label how many training records have it. */
  public Map<String, Long> labelCounts() {
    Map<String, Long> counts = new TreeMap<>();
    for (int i = 0; i < facts.labels().size(); i++) {
      counts.put(facts.labels().get(i), facts.labelCounts().get(i));
    }
    return counts;
  }

  /** The records held out to validate on. */
  public List<LabelledSequence> held() {
    return held;
  }

  /** Some of the training records by chance; of long ones the beginning. */
  public List<LabelledSequence> sample() {
    return sample;
  }

  /** The tokens of the longest record. */
  public int longest() {
    return Math.max(1, lengths.longest() - overlap());
  }

  /** Lengths in tokens that are spread as those of all records. */
  public int[] lengths() {
    return lengths.spread(SPREAD, length -> Math.max(1, length - overlap()));
  }

  private int overlap() {
    return tokens.tokenizer() instanceof KmerTokenizer kmers ? kmers.k() - 1 : 0;
  }

  /** What a reader should know of how they were read, one sentence each. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(
        (found ? "training records are read from " : "training records were written to ")
            + file
            + ": "
            + size()
            + " of "
            + facts.read()
            + " records, "
            + lengths.total()
            + (kind() == Kind.TEXT ? " words" : " letters"));
    if (!held.isEmpty()) {
      remarks.add(
          held.size()
              + " records are held out to validate on, drawn by their content so that equal records"
              + (facts.grouped() ? " and those of one group" : "")
              + " are together, and records that share a part of their shingles as likely as that"
              + " part; the seed does not change them");
    }
    remarks.add(
        "what is said of the training records, and the linear model, is of a sample of "
            + sample.size());
    if (unknown > 0) {
      remarks.add(
          unknown
              + " of "
              + counted
              + " words are unknown: they occur fewer than data.wordsSeen times, or are none of the"
              + " "
              + MOST_WORDS
              + " most frequent");
    }
    return remarks;
  }

  /** Why records were left out, and how many for each reason. */
  public Map<Flaw, Long> skipped() {
    return facts.skipped();
  }
}
