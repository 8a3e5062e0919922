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

/** Puts records together to a corpus: splits, kind, tokenizer. */
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
   * A corpus of these records. Biological sequences are cut into overlapping 3-mers, or, where
   * those would be too many, into longer k-mers at a stride of whole codons that overlap by one
   * codon; all else into words. The vocabulary is that of the training records.
   *
   * @param kind what the sequences are made of
   * @param maxLength the most tokens a sequence may have
   * @param settings what becomes a token, and the most labels there may be
   * @param bad told of records that are too short, or whose label no training record has; leaves
   *     them out if it returns
   */
  public static Corpus of(
      Parts parts,
      long seed,
      Kind kind,
      int maxLength,
      DataSettings settings,
      Consumer<BadRecordException> bad) {
    requireFewLabels(parts.train(), settings.maxLabels());
    Parts split = parts.valid().isEmpty() ? Splits.holdOut(parts, seed) : parts;
    Tokenizer tokenizer =
        kind != Kind.TEXT
            ? kmers(split.train(), kind, maxLength)
            : Words.learn(split.train(), settings.wordsSeen(), settings.wordPieces());
    List<LabelledSequence> learning = withTokens(split.train(), tokenizer, bad);
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

  /** Those that hold a token at least. */
  private static List<LabelledSequence> withTokens(
      List<LabelledSequence> records, Tokenizer tokenizer, Consumer<BadRecordException> bad) {
    List<LabelledSequence> kept = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      if (tokenizer.encode(sequence.sequence()).length > 0) {
        kept.add(sequence);
      } else {
        bad.accept(tooShort(sequence));
      }
    }
    return kept;
  }

  /** What is said of a record without a token. */
  public static BadRecordException tooShort(LabelledSequence sequence) {
    return new BadRecordException(
        sequence.where(),
        Flaw.SHORT,
        "the sequence ("
            + sequence.sequence().length()
            + " characters) is too short to hold a token");
  }

  private static List<LabelledSequence> labelled(
      List<LabelledSequence> records, Set<String> labels, Consumer<BadRecordException> bad) {
    List<LabelledSequence> kept = new ArrayList<>();
    for (LabelledSequence sequence : records) {
      if (labels.contains(sequence.label())) {
        kept.add(sequence);
      } else {
        bad.accept(
            new BadRecordException(
                sequence.where(),
                Flaw.UNKNOWN_LABEL,
                "no training record has the label '" + sequence.label() + "'"));
      }
    }
    return kept;
  }

  /** A corpus of made-up words: every record is drawn by name, the training records first. */
  public static Corpus drawn(int train, int held, Function<String, LabelledSequence> one) {
    List<LabelledSequence> training = draw("train", train, one);
    return new Corpus(
        training, draw("valid", held, one), draw("test", held, one), Words.learn(training, 1, 0));
  }

  /** So many records, named after what they are for. */
  public static List<LabelledSequence> draw(
      String split, int records, Function<String, LabelledSequence> one) {
    List<LabelledSequence> drawn = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      drawn.add(one.apply(split + i));
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
