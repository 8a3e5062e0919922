package io.incrt.bench.micro;

import io.incrt.base.Statistics;
import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/** How fast records are read and made tokens of, on one thread, as a Markdown table. */
public final class ReadBenchmark {

  private static final int ROUNDS = 7;
  private static final int BYTES = 50_000_000;

  private ReadBenchmark() {}

  /** Takes nothing. */
  public static void main(String[] args) throws IOException {
    System.out.println("| file | reading (MB/s) | reading and making tokens (MB/s) |");
    System.out.println("|---|---|---|");
    Random random = new Random(1);
    report("FASTA, variants of one gene, 3 800 bases, 60 a line", fasta(random), Kind.DNA);
    report("the same, gzip (of the unpacked bytes)", gzip(fasta(random)), Kind.DNA);
    report("CSV, 20 words a record, quoted", csv(random, ','), Kind.TEXT);
    report("TSV, 20 words a record", csv(random, '\t'), Kind.TEXT);
    report("JSONL, 20 words a record", jsonl(random), Kind.TEXT);
  }

  private static void report(String name, byte[] content, Kind kind) throws IOException {
    List<LabelledSequence> some = new ArrayList<>();
    long[] unpacked = {0};
    read(
        content,
        one -> {
          unpacked[0] += one.sequence().length();
          if (some.size() < 2000) {
            some.add(one);
          }
        });
    Corpus corpus =
        Corpora.of(
            new Corpora.Parts(some, List.of(), List.of()),
            1,
            kind,
            512,
            DataSettings.defaults(),
            bad -> {
              throw bad;
            });
    double megabytes = Math.max(content.length, unpacked[0]) / 1e6;
    double[] reading = new double[ROUNDS];
    double[] both = new double[ROUNDS];
    long[] tokens = {0};
    for (int round = -2; round < ROUNDS; round++) {
      long start = System.nanoTime();
      read(content, one -> tokens[0] += one.sequence().length());
      long middle = System.nanoTime();
      read(content, one -> tokens[0] += corpus.tokenizer().encode(one.sequence()).length);
      if (round >= 0) {
        reading[round] = megabytes / ((middle - start) / 1e9);
        both[round] = megabytes / ((System.nanoTime() - middle) / 1e9);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f |%n",
        name,
        Statistics.median(reading),
        Statistics.median(both));
  }

  private static void read(byte[] content, Consumer<LabelledSequence> receiver) throws IOException {
    new RecordReader(ReadOptions.defaults())
        .forEach("benchmark", new ByteArrayInputStream(content), true, receiver);
  }

  private static byte[] fasta(Random random) {
    char[] reference = new char[3800];
    for (int j = 0; j < reference.length; j++) {
      reference[j] = "ACGT".charAt(random.nextInt(4));
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < BYTES; i++) {
      text.append(">s").append(i).append(i % 2 == 0 ? "|x\n" : "|y\n");
      char[] variant = reference.clone();
      for (int j = 0; j < 20; j++) {
        variant[random.nextInt(variant.length)] = "ACGT".charAt(random.nextInt(4));
      }
      for (int j = 0; j < variant.length; j += 60) {
        text.append(variant, j, Math.min(60, variant.length - j)).append('\n');
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String words(Random random) {
    StringBuilder text = new StringBuilder("word");
    for (int j = 0; j < 20; j++) {
      text.append(" w")
          .append(Integer.toString(Math.abs((int) (random.nextGaussian() * 3000)), 36));
    }
    return text.toString();
  }

  private static byte[] csv(Random random, char separator) {
    String quote = separator == ',' ? "\"" : "";
    StringBuilder text = new StringBuilder("text" + separator + "label\n");
    for (int i = 0; text.length() < BYTES; i++) {
      text.append(quote).append(words(random)).append(quote).append(separator);
      text.append(i % 2 == 0 ? "x\n" : "y\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] jsonl(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < BYTES; i++) {
      text.append("{\"text\": \"").append(words(random)).append("\", \"label\": ");
      text.append(i % 2).append("}\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(content);
    }
    return packed.toByteArray();
  }
}
