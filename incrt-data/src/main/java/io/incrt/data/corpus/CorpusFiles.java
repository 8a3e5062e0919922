package io.incrt.data.corpus;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.records.ReadOptions;
import io.incrt.data.records.RecordReader;
import io.incrt.data.split.Likeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a corpus.
 *
 * @param train records to learn from; {@code -} is standard input
 * @param valid records to select the best model by; without them some of {@code train} are held out
 * @param test records to evaluate that model on, once, at the end
 * @param kind the kind of the sequences; if empty it is detected from their letters
 */
public record CorpusFiles(
    String train, Optional<String> valid, Optional<String> test, Optional<Kind> kind) {

  /**
   * A corpus with remarks on it.
   *
   * @param remarks what was decided and noticed, one sentence each
   */
  public record Loaded(Corpus corpus, List<String> remarks) {}

  /**
   * Reads the files.
   *
   * @param seed determines what is held out
   * @param maxLength the most tokens of a sequence
   */
  public Loaded read(ReadOptions options, long seed, int maxLength) throws IOException {
    RecordReader reader = new RecordReader(options);
    Corpora.Parts parts =
        new Corpora.Parts(
            reader.all(train),
            valid.isPresent() ? reader.all(valid.get()) : List.of(),
            test.isPresent() ? reader.all(test.get()) : List.of());
    return of(RecordReader.shown(train), parts, kind, reader, options, seed, maxLength);
  }

  /**
   * The same for records that are already read.
   *
   * @param name what the training records are called in remarks
   * @param reader what they were read with; counts those that cannot be used
   */
  public static Loaded of(
      String name,
      Corpora.Parts parts,
      Optional<Kind> kind,
      RecordReader reader,
      ReadOptions options,
      long seed,
      int maxLength)
      throws IOException {
    List<String> remarks = new ArrayList<>();
    Kind made = kind.orElseGet(() -> detect(name, parts.train(), remarks));
    Corpus corpus;
    try {
      corpus =
          Corpora.of(
              parts,
              seed,
              made,
              maxLength,
              options.settings(),
              options.embeddings(),
              reader::refuse,
              remarks::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (BadRecordException e) {
      throw reader.skipped().isEmpty() ? e : e.after(String.join("; ", skipped(reader.skipped())));
    }
    return new Loaded(corpus, remarksOn(corpus, made, reader.skipped(), remarks));
  }

  /** Adds what there is to say of a corpus whatever its records are read from. */
  static List<String> remarksOn(
      Corpus corpus, Kind made, Map<Flaw, Long> skipped, List<String> remarks) {
    remarks.add("tokens are " + corpus.tokenizer().describe());
    Splits.overlaps(corpus).forEach(overlap -> remarks.add(words(overlap)));
    remarks.addAll(
        Likeness.words(Likeness.of(corpus.train(), corpus.valid(), corpus.test(), made)));
    remarks.addAll(skipped(skipped));
    return remarks;
  }

  private static Kind detect(String name, List<LabelledSequence> training, List<String> remarks) {
    Kind.Finding finding = Kind.of(training);
    remarks.add(readAs(name, finding.kind(), finding.reason()));
    if (finding.odd().count() > 0) {
      remarks.add(finding.remark());
    }
    return finding.kind();
  }

  /** How a kind was detected. */
  static String readAs(String name, Kind kind, String reason) {
    return name
        + " is read as "
        + kind.option()
        + ", because "
        + reason
        + "; name the kind if that is wrong (--kind)";
  }

  private static String words(Splits.Overlap overlap) {
    return overlap.count()
        + " "
        + overlap.judged()
        + (overlap.count() == 1 ? " record is" : " records are")
        + " also in the "
        + overlap.seen()
        + " records (the first: "
        + overlap.example().where()
        + ")"
        + (overlap.disagreeing() > 0
            ? ", " + overlap.disagreeing() + " of them with another label"
            : "");
  }

  /** What was skipped, one sentence for each reason. */
  public static List<String> skipped(Map<Flaw, Long> counts) {
    return counts.entrySet().stream()
        .map(
            entry ->
                "skipped "
                    + entry.getValue()
                    + (entry.getValue() == 1 ? " record " : " records ")
                    + entry.getKey().words())
        .toList();
  }
}
