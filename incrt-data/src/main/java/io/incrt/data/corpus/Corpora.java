package io.incrt.data.corpus;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds a corpus from records: splits, tokenizer, tokens. */
public final class Corpora {

  private static final int KMER = 3;
  private static final int CODON = 3;

  private Corpora() {}

  /**
   * The records of a corpus, as they were given.
   *
   * @param valid may be empty: then {@link Splits#holdOut} takes some of {@code train}
   * @param test may be empty
   */
  public record Parts(
      List<LabelledSequence> train, List<LabelledSequence> valid, List<LabelledSequence> test) {}

  /**
   * A corpus of these records. Biological sequences are split into overlapping 3-mers, or, if those
   * would be too many, into longer k-mers at a stride of whole codons that overlap by one codon;
   * text into words. The vocabulary is that of the training records.
   *
   * @param kind what the sequences are made of
   * @param maxLength the most tokens a sequence may have
   * @param settings what becomes a token, and the most labels there may be
   * @param bad called with records that are too short, or whose label no training record has; they
   *     are left out if it returns
   */
  public static Corpus of(
      Parts parts,
      long seed,
      Kind kind,
      int maxLength,
      DataSettings settings,
      Consumer<BadRecordException> bad) {
    return of(parts, seed, kind, maxLength, settings, bad, remark -> {});
  }

  /** The same; what was held out is remarked on. */
  static Corpus of(
      Parts parts,
      long seed,
      Kind kind,
      int maxLength,
      DataSettings settings,
      Consumer<BadRecordException> bad,
      Consumer<String> remark) {
    requireFewLabels(parts.train(), settings.maxLabels());
    Parts split =
        parts.valid().isEmpty()
            ? Splits.holdOut(parts, kind, settings.split(), seed, remark)
            : parts;
    Tokenizer tokenizer =
        kind != Kind.TEXT
            ? kmers(split.train(), kind, maxLength)
            : Words.learn(split.train(), settings.wordsSeen(), settings.wordPieces());
    return tokenised(split, tokenizer, bad);
  }

  /** A corpus of records that are already split; tokenises each once. */
  static Corpus tokenised(Parts split, Tokenizer tokenizer, Consumer<BadRecordException> bad) {
    TokenizedRecords learning = withTokens(split.train(), tokenizer, bad);
    Set<String> labels = learning.stream().map(LabelledSequence::label).collect(Collectors.toSet());
    return new Corpus(
        learning,
        labelled(withTokens(split.valid(), tokenizer, bad), labels, bad),
        labelled(withTokens(split.test(), tokenizer, bad), labels, bad),
        tokenizer);
  }

  private static void requireFewLabels(List<LabelledSequence> records, int maxLabels) {
    Set<String> labels = new HashSet<>();
    for (LabelledSequence sequence : records) {
      if (labels.add(sequence.label()) && labels.size() > maxLabels) {
        throw new BadRecordException(
            sequence.where(),
            Flaw.FILE,
            "the label '"
                + sequence.label()
                + "' is one more than the "
                + maxLabels
                + " different labels allowed (data.maxLabels); is it the right column?");
      }
    }
    if (labels.size() == 1) {
      throw new BadRecordException(
          records.get(0).where(),
          Flaw.FILE,
          "every record has the label '"
              + records.get(0).label()
              + "'; there is nothing to tell apart");
    }
  }

  /** Tokenises records and keeps those with at least one token. */
  private static TokenizedRecords withTokens(
      List<LabelledSequence> records, Tokenizer tokenizer, Consumer<BadRecordException> bad) {
    TokenizedRecords tokenized = TokenizedRecords.of(records, tokenizer);
    return tokenized.where(
        i -> {
          if (tokenized.tokens(i).length == 0) {
            bad.accept(tooShort(tokenized.get(i)));
          }
          return tokenized.tokens(i).length > 0;
        });
  }

  /** The error for a record without a token. */
  public static BadRecordException tooShort(LabelledSequence sequence) {
    return new BadRecordException(
        sequence.where(),
        Flaw.SHORT,
        "the sequence ("
            + sequence.sequence().length()
            + " characters) is too short to hold a token");
  }

  private static TokenizedRecords labelled(
      TokenizedRecords records, Set<String> labels, Consumer<BadRecordException> bad) {
    return records.where(
        i -> {
          LabelledSequence sequence = records.get(i);
          boolean known = labels.contains(sequence.label());
          if (!known) {
            bad.accept(
                new BadRecordException(
                    sequence.where(),
                    Flaw.UNKNOWN_LABEL,
                    "no training record has the label '" + sequence.label() + "'"));
          }
          return known;
        });
  }

  /** A corpus of synthetic words: every record is drawn by name, the training records first. */
  public static Corpus drawn(int train, int held, Function<String, LabelledSequence> generator) {
    List<LabelledSequence> training = draw("train", train, generator);
    return new Corpus(
        training,
        draw("valid", held, generator),
        draw("test", held, generator),
        Words.learn(training, 1, 0));
  }

  /** Draws that many records, named after their split. */
  public static List<LabelledSequence> draw(
      String split, int records, Function<String, LabelledSequence> generator) {
    List<LabelledSequence> drawn = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      drawn.add(generator.apply(split + i));
    }
    return drawn;
  }

  private static Tokenizer kmers(List<LabelledSequence> records, Kind kind, int maxLength) {
    int longest = records.stream().mapToInt(record -> record.sequence().length()).max().orElse(0);
    if (longest - KMER + 1 <= maxLength) {
      return KmerTokenizer.learn(KMER, 1, kind.ambiguous(), records);
    }
    int stride = CODON;
    while ((longest - stride - CODON) / stride + 1 > maxLength) {
      stride += CODON;
    }
    return KmerTokenizer.learn(stride + CODON, stride, kind.ambiguous(), records);
  }
}
