package io.incrt.bench.cache;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Makes up files of records of any size: texts of some twenty words, or genes of 3 800 bases in
 * lines of 60, whose label is whether one mark comes before another.
 */
public final class MadeUpRecords {

  /** What records are made of. */
  public enum Form {
    /** A table of texts. */
    TSV,
    /** Genes. */
    FASTA
  }

  private static final int WORDS = 20;
  private static final int BASES = 3800;
  private static final int LINE = 60;
  private static final int MARK = 20;
  private static final byte[][] VOCABULARY = vocabulary(20_000);
  private static final byte[] FIRST = "sun ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SECOND = "moon ".getBytes(StandardCharsets.US_ASCII);

  private final SplittableRandom random;
  private final byte[] record = new byte[1 << 13];
  private int at;

  private MadeUpRecords(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Takes a form, a size in MB, and the file. */
  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      System.err.println("usage: MadeUpRecords TSV|FASTA MEGABYTES FILE");
      return;
    }
    Form form = Form.valueOf(args[0].toUpperCase(Locale.ROOT));
    long records = write(form, Long.parseLong(args[1]) * 1_000_000, Path.of(args[2]), 1);
    System.out.println(records + " records");
  }

  /** Writes about so many bytes, and returns how many records they are. */
  public static long write(Form form, long bytes, Path file, long seed) throws IOException {
    MadeUpRecords records = new MadeUpRecords(seed);
    long made = 0;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write((form == Form.TSV ? "text\tlabel\n" : "").getBytes(StandardCharsets.US_ASCII));
      for (long written = 0; written < bytes; written += records.at) {
        records.next(form, made++);
        out.write(records.record, 0, records.at);
      }
    }
    return made;
  }

  private void next(Form form, long number) {
    at = 0;
    boolean first = random.nextBoolean();
    if (form == Form.TSV) {
      text(first);
    } else {
      gene(first, number);
    }
  }

  private void text(boolean first) {
    int one = random.nextInt(WORDS);
    int other = random.nextInt(WORDS);
    for (int i = 0; i < WORDS; i++) {
      put(VOCABULARY[word()]);
      if (i == Math.min(one, other)) {
        put(first ? FIRST : SECOND);
      }
      if (i == Math.max(one, other)) {
        put(first ? SECOND : FIRST);
      }
    }
    record[at - 1] = '\t';
    record[at++] = (byte) (first ? 'x' : 'y');
    record[at++] = '\n';
  }

  /** Rarer words are rarer as in languages: the n-th by about 1/n. */
  private int word() {
    double rank = Math.pow(VOCABULARY.length, random.nextDouble());
    return Math.min(VOCABULARY.length - 1, (int) rank - 1);
  }

  private void gene(boolean first, long number) {
    put((">s" + number + (first ? "|x\n" : "|y\n")).getBytes(StandardCharsets.US_ASCII));
    int mark = random.nextInt(BASES - 2 * MARK);
    long bits = 0;
    for (int i = 0; i < BASES; i++) {
      bits = i % 32 == 0 ? random.nextLong() : bits >>> 2;
      boolean marked = i >= mark && i < mark + MARK;
      record[at++] = (byte) "ACGT".charAt(marked ? (first ? i & 1 : 2 + (i & 1)) : (int) bits & 3);
      if (i % LINE == LINE - 1) {
        record[at++] = '\n';
      }
    }
    record[at++] = '\n';
  }

  private void put(byte... bytes) {
    System.arraycopy(bytes, 0, record, at, bytes.length);
    at += bytes.length;
  }

  private static byte[][] vocabulary(int size) {
    byte[][] words = new byte[size][];
    for (int i = 0; i < size; i++) {
      words[i] = ("w" + Integer.toString(i, 36) + " ").getBytes(StandardCharsets.US_ASCII);
    }
    return words;
  }
}
