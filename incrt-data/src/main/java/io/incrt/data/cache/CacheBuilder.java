package io.incrt.data.cache;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.RecordReader;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Builds a cache in one pass over a file. From time to time a journal is written, from which the
 * pass goes on if it was interrupted: the file is then read again up to there, but nothing is coded
 * twice. If building fails, nothing of it is left.
 */
final class CacheBuilder {

  /** What is looked at to detect the kind. */
  private static final int FIRST_RECORDS = 1 << 16;

  private static final long FIRST_LETTERS = 1 << 24;

  /** The most letters of a record of the sample. */
  private static final int SAMPLED = 1 << 15;

  /** Of every label so many records are in the sample, if there are. */
  private static final int OF_LABEL = 2;

  private static final long JOURNAL_EVERY = 1 << 28;

  /** A journal costs no more than this share of what is written between two. */
  private static final int JOURNAL_SHARE = 16;

  private final CachePlan plan;
  private final UnfinishedCache files;
  private final String name;
  private final RecordReader reader;
  private final UnaryOperator<WritableByteChannel> disk;
  private final int blockBytes;
  private final long journalEvery;
  private CacheTail tail;
  private BlockWriter writer;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> labels = new ArrayList<>();
  // By label, how many are learned from.
  private long[] counts = new long[16];
  private long read;
  private long learned;
  private int check;
  private boolean grouped;
  private long journaled;
  private long journalBytes;
  private boolean stopping;

  CacheBuilder(CachePlan plan, RecordReader reader) throws IOException {
    this(plan, reader, UnaryOperator.identity(), CacheFormat.BLOCK, JOURNAL_EVERY);
  }

  /**
   * The same for tests.
   *
   * @param disk what is written goes through it
   * @param blockBytes from how many bytes on a block is written
   * @param journalEvery the bytes written from one journal to the next
   */
  CacheBuilder(
      CachePlan plan,
      RecordReader reader,
      UnaryOperator<WritableByteChannel> disk,
      int blockBytes,
      long journalEvery)
      throws IOException {
    this.plan = plan;
    this.reader = reader;
    this.blockBytes = blockBytes;
    this.journalEvery = journalEvery;
    files = new UnfinishedCache(plan.file());
    this.disk = channel -> files.telling(disk.apply(channel));
    name = RecordReader.shown(plan.data().toString());
  }

  /**
   * Builds it, or goes on with building it.
   *
   * @throws StoppedException if {@code stop} was true; the next call goes on from there
   */
  void build(CacheProgress progress, BooleanSupplier stop) throws IOException {
    CacheSource source = CacheSource.of(plan.data());
    String key = plan.key();
    tail = files.left(key, source).orElse(null);
    try (ReadAhead records = new ReadAhead(plan.data(), name, reader)) {
      long again = tail == null ? 0 : tail.facts().read();
      if (again > 0) {
        restore();
      }
      List<LabelledSequence> first = new ArrayList<>();
      long letters = 0;
      boolean more = true;
      while (more) {
        List<LabelledSequence> next = records.next();
        more = !next.isEmpty();
        if (tail == null) {
          first.addAll(next);
          letters += next.stream().mapToLong(record -> record.sequence().length()).sum();
          boolean enough = first.size() >= FIRST_RECORDS || letters >= FIRST_LETTERS;
          if (more && plan.kind().isEmpty() && !enough) {
            continue;
          }
          begin(key, source, first);
          next = first;
        }
        for (LabelledSequence record : next) {
          note(record);
          if (read > again) {
            take(record);
          } else if (record.sequence().isBlank()) {
            reader.refuse(BadRecordException.tooShort(record));
          }
          if (read == again && check != tail.facts().check()) {
            throw new IOException(name + " is not what was read before; it was changed meanwhile");
          }
        }
        progress.reached(new CacheProgress.At(read, records.bytes(), source.size(), read <= again));
        stopping = stop.getAsBoolean();
      }
      finish(source.read(records.digest()));
    } catch (StoppedException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      close();
      files.delete();
      throw e;
    } finally {
      close();
    }
  }

  private void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }

  private void begin(String key, CacheSource source, List<LabelledSequence> first)
      throws IOException {
    if (first.isEmpty()) {
      throw new BadRecordException(name, Flaw.FILE, "there is no record in it");
    }
    Optional<Kind.Finding> found =
        plan.kind().isPresent() ? Optional.empty() : Optional.of(Kind.of(first));
    String reason =
        found.map(kind -> kind.reason() + " (of the first " + first.size() + ")").orElse("");
    Kind kind = plan.kind().orElseGet(() -> found.orElseThrow().kind());
    tail =
        CacheTail.empty(
            new CacheFacts(key, kind, reason, source, 0, 0, false, List.of(), List.of(), Map.of()));
    open();
  }

  private void open() throws IOException {
    writer = new BlockWriter(files.building(), tail.isText(), tail.table(), blockBytes, disk);
  }

  private void restore() throws IOException {
    CacheFacts facts = tail.facts();
    for (int i = 0; i < facts.labels().size(); i++) {
      numbers.put(facts.labels().get(i), i);
    }
    labels.addAll(facts.labels());
    counts =
        Arrays.copyOf(
            facts.labelCounts().stream().mapToLong(Long::longValue).toArray(),
            16 + facts.labels().size());
    learned = tail.table().records();
    grouped = facts.grouped();
    journaled = tail.table().end();
    open();
  }

  private void note(LabelledSequence record) {
    read++;
    check = 31 * (31 * check + record.sequence().length()) + record.label().hashCode();
  }

  private void take(LabelledSequence record) throws IOException {
    RecordCoder coder = tail.coder();
    int units = coder.read(record.sequence());
    if (units == 0) {
      reader.refuse(BadRecordException.tooShort(record));
      return;
    }
    int label = number(record);
    if (plan.holdsOut()) {
      boolean alone = record.group().isEmpty();
      grouped |= !alone;
      long place = alone ? coder.sketch() : RecordCoder.hash(record.group());
      if (tail.held().takes(place)) {
        for (Chosen.One back : tail.held().add(new Chosen.One(place, false, record))) {
          learn(back.record());
        }
        journalFrom();
        return;
      }
    }
    learn(record, units, label);
    journalFrom();
  }

  private int number(LabelledSequence record) {
    Integer known = numbers.get(record.label());
    if (known != null) {
      return known;
    }
    int most = plan.options().settings().maxLabels();
    if (labels.size() == most) {
      throw BadRecordException.tooManyLabels(record, most);
    }
    numbers.put(record.label(), labels.size());
    labels.add(record.label());
    if (labels.size() > counts.length) {
      counts = Arrays.copyOf(counts, 2 * counts.length);
    }
    return labels.size() - 1;
  }

  private void learn(LabelledSequence record) throws IOException {
    learn(record, tail.coder().read(record.sequence()), number(record));
  }

  /** Adds the record that the coder read last to the training records. */
  private void learn(LabelledSequence record, int units, int label) throws IOException {
    if (learned == Integer.MAX_VALUE) {
      throw new BadRecordException(
          record.where(), Flaw.FILE, "it is one more than the " + learned + " records allowed");
    }
    learned++;
    RecordCoder coder = tail.coder();
    int length = coder.code();
    tail.lengths().add(units);
    long drawn = RecordCoder.mix(learned * 0x9E3779B97F4A7C15L);
    boolean always = counts[label] < OF_LABEL;
    counts[label]++;
    if (always || tail.sample().takes(drawn)) {
      tail.sample().add(new Chosen.One(drawn, always, shortened(record)));
    }
    writer.add(label, units, coder.coded(), length);
  }

  private static LabelledSequence shortened(LabelledSequence record) {
    String sequence = record.sequence();
    if (sequence.length() <= SAMPLED) {
      return record;
    }
    int end = Character.isHighSurrogate(sequence.charAt(SAMPLED - 1)) ? SAMPLED - 1 : SAMPLED;
    return new LabelledSequence(
        record.id(), sequence.substring(0, end), record.label(), record.group(), record.place());
  }

  private CacheFacts facts(CacheSource source) {
    return new CacheFacts(
        tail.facts().key(),
        tail.facts().kind(),
        tail.facts().reason(),
        source,
        read,
        check,
        grouped,
        labels,
        Arrays.stream(counts).limit(labels.size()).boxed().toList(),
        reader.skipped());
  }

  /** Writes a journal if it is time, and no record waits to be written. */
  private void journalFrom() throws IOException {
    if (!writer.isWritten() || tail.table().end() == journaled) {
      return;
    }
    long since = tail.table().end() - journaled;
    if (stopping || since >= Math.max(journalEvery, JOURNAL_SHARE * journalBytes)) {
      writeJournal();
    }
    if (stopping) {
      throw new StoppedException(
          "reading "
              + name
              + " was stopped at record "
              + read
              + "; the same command goes on with it");
    }
  }

  private void writeJournal() throws IOException {
    writer.sync();
    journalBytes = files.writeJournal(tail.with(facts(tail.facts().source())));
    journaled = tail.table().end();
  }

  private void finish(CacheSource source) throws IOException {
    // Labels that are known by held-out records alone could not be learned.
    for (Chosen.One back :
        tail.held().remove(one -> counts[numbers.get(one.record().label())] == 0)) {
      learn(back.record());
    }
    if (learned == 0) {
      throw new BadRecordException(name, Flaw.FILE, "there is no record in it that can be used");
    }
    if (labels.size() == 1) {
      throw BadRecordException.oneLabel(tail.sample().records().get(0));
    }
    writer.flush();
    tail.with(facts(source)).write(writer.behind(), tail.table().end());
    writer.sync();
    writer.close();
    files.publish();
  }
}
