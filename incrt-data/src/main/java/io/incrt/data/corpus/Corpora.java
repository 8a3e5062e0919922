package io.incrt.data.corpus;

import io.incrt.data.records.BadRecordException;
import io.incrt.data.records.DataSettings;
import io.incrt.data.records.DataSettings.Strand;
import io.incrt.data.records.Flaw;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import io.incrt.data.tokens.Positions;
import io.incrt.data.tokens.Tokenizer;
import io.incrt.data.tokens.Words;
import io.incrt.data.vectors.WordVectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds a corpus from records: splits, tokenizer, tokens. */
public final class Corpora {

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
   * A corpus of these records. Biological sequences are split into letters, or where they are long
   * into overlapping windows of bases; text into words. The vocabulary is that of the training
   * records.
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
    return of(parts, seed, kind, maxLength, settings, Optional.empty(), bad, remark -> {});
  }

  /**
   * The same; what was held out is remarked on.
   *
   * @param embeddings a file of word vectors, for texts
   * @throws UncheckedIOException if it cannot be read
   */
  static Corpus of(
      Parts parts,
      long seed,
      Kind kind,
      int maxLength,
      DataSettings settings,
      Optional<Path> embeddings,
      Consumer<BadRecordException> bad,
      Consumer<String> remark) {
    requireFewLabels(parts.train(), settings.maxLabels());
    if (settings.strand() == Strand.BOTH) {
      requireDna(kind);
    }
    Parts split =
        parts.valid().isEmpty()
            ? Splits.holdOut(parts, kind, settings.split(), seed, remark)
            : parts;
    if (embeddings.isPresent()) {
      return withVectors(split, kind, settings, embeddings.get(), bad, remark)
          .withHeldOut(parts.valid().isEmpty());
    }
    Tokenizer tokenizer =
        kind != Kind.TEXT
            ? kmers(split.train(), kind, maxLength, settings.strand())
            : Words.learn(split.train(), settings.wordsSeen(), settings.wordPieces());
    return tokenised(split, tokenizer, bad).withHeldOut(parts.valid().isEmpty());
  }

  /** A corpus whose tokens are also the words of a file of vectors. */
  private static Corpus withVectors(
      Parts split,
      Kind kind,
      DataSettings settings,
      Path file,
      Consumer<BadRecordException> bad,
      Consumer<String> remark) {
    if (kind != Kind.TEXT) {
      throw new IllegalArgumentException(
          "word vectors are for texts, but the records are read as "
              + kind.option()
              + "; leave the vectors out, or name the kind if it is wrong");
    }
    int seen = settings.wordsSeen();
    Tokenizer learned = Words.learn(split.train(), seen, settings.wordPieces());
    Set<String> own = learned.file().vocabulary().keySet();
    Set<String> wanted = Words.in(split.train());
    WordVectors vectors;
    try {
      vectors = WordVectors.read(file, wanted, settings.vectorWords(), settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Tokenizer tokenizer =
        Words.learn(split.train(), seen, settings.wordPieces(), vectors.wordsBeyond(own));
    remark.accept(
        file
            + " ("
            + vectors.format().words()
            + ", "
            + vectors.dimension()
            + " numbers a word) has vectors for "
            + (vectors.counts().wanted() + vectors.counts().composed())
            + " of the "
            + wanted.size()
            + " words of the training records; "
            + vectors.counts().others()
            + " other words are kept for predictions");
    return tokenised(split, tokenizer, bad).with(Vectors.of(vectors, learned.size(), tokenizer));
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

  /** Refuses to read both strands of what has one. */
  static void requireDna(Kind kind) {
    if (kind != Kind.DNA) {
      throw new IllegalArgumentException(
          "only DNA has two strands, but the records are read as "
              + kind.name().toLowerCase(Locale.ROOT)
              + "; leave data.strand at GIVEN, or name the kind if it is wrong");
    }
  }

  private static void requireFewLabels(List<LabelledSequence> records, int maxLabels) {
    Set<String> labels = new HashSet<>();
    for (LabelledSequence sequence : records) {
      if (labels.add(sequence.label()) && labels.size() > maxLabels) {
        throw BadRecordException.tooManyLabels(sequence, maxLabels);
      }
    }
    if (labels.size() == 1) {
      throw BadRecordException.oneLabel(records.get(0));
    }
  }

  /** Tokenises records and keeps those with at least one token. */
  private static TokenizedRecords withTokens(
      List<LabelledSequence> records, Tokenizer tokenizer, Consumer<BadRecordException> bad) {
    TokenizedRecords tokenized = TokenizedRecords.of(records, tokenizer);
    return tokenized.where(
        i -> {
          if (tokenized.tokens(i).length == 0) {
            bad.accept(BadRecordException.tooShort(tokenized.get(i)));
          }
          return tokenized.tokens(i).length > 0;
        });
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

  /**
   * A corpus of synthetic words whose task changes half-way. Each half has its own records to learn
   * from, to validate and to test on; they share their tokens.
   */
  public static Corpus changing(
      int train,
      int held,
      Function<String, LabelledSequence> first,
      Function<String, LabelledSequence> second) {
    List<LabelledSequence> before = draw("train", train, first);
    List<LabelledSequence> after = draw("train", train, second);
    List<LabelledSequence> both = new ArrayList<>(before);
    both.addAll(after);
    Tokenizer tokenizer = Words.learn(both, 1, 0);
    Corpus then =
        new Corpus(after, draw("valid", held, second), draw("test", held, second), tokenizer);
    return new Corpus(before, draw("valid", held, first), draw("test", held, first), tokenizer)
        .followedBy(then);
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

  /**
   * Windows at every letter, so that tokens do not depend on where a record begins. Single letters
   * where nearly all records fit and of proteins, whose windows are too many to recur; otherwise
   * windows of bases.
   */
  private static Tokenizer kmers(
      List<LabelledSequence> records, Kind kind, int maxLength, Strand strand) {
    int[] lengths = records.stream().mapToInt(record -> record.sequence().length()).toArray();
    int k = kind == Kind.PROTEIN ? 1 : Positions.of(lengths, maxLength).window();
    KmerTokenizer tokenizer = KmerTokenizer.learn(k, 1, kind.ambiguous(), records);
    return strand == Strand.BOTH ? tokenizer.withOtherStrand() : tokenizer;
  }
}
