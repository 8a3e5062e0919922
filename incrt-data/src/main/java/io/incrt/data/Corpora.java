package io.incrt.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** Puts records together to a corpus: splits, kind, tokenizer. */
public final class Corpora {

  private static final int KMER = 3;
  private static final int CODON = 3;
  private static final int RARE = 2;

  private Corpora() {}

  /**
   * A corpus of these records. Without records to validate on, a tenth of each class of the
   * training records is held out. Biological sequences are cut into overlapping 3-mers, or, where
   * those would be too many, into longer k-mers at a stride of whole codons that overlap by one
   * codon; all else into words.
   *
   * @param kind what the sequences are made of
   * @param maxLength the most tokens a sequence may have
   */
  public static Corpus of(
      List<LabelledSequence> train,
      List<LabelledSequence> valid,
      List<LabelledSequence> test,
      long seed,
      Kind kind,
      int maxLength) {
    List<LabelledSequence> learning = new ArrayList<>(train);
    List<LabelledSequence> judging = new ArrayList<>(valid);
    if (judging.isEmpty()) {
      learning.clear();
      holdOut(train, learning, judging, seed);
    }
    Tokenizer tokenizer =
        kind != Kind.TEXT ? kmers(learning, maxLength) : WordTokenizer.learn(learning, RARE);
    return new Corpus(learning, judging, test, tokenizer);
  }

  /** A corpus of made-up words: every record is drawn by name, the training records first. */
  static Corpus drawn(int train, int held, Function<String, LabelledSequence> one) {
    List<LabelledSequence> training = draw("train", train, one);
    return new Corpus(
        training,
        draw("valid", held, one),
        draw("test", held, one),
        WordTokenizer.learn(training, 1));
  }

  /** So many records, named after what they are for. */
  static List<LabelledSequence> draw(
      String split, int records, Function<String, LabelledSequence> one) {
    List<LabelledSequence> drawn = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      drawn.add(one.apply(split + i));
    }
    return drawn;
  }

  private static Tokenizer kmers(List<LabelledSequence> records, int maxLength) {
    int longest = records.stream().mapToInt(record -> record.sequence().length()).max().orElse(0);
    if (longest - KMER + 1 <= maxLength) {
      return KmerTokenizer.learn(KMER, 1, records);
    }
    int stride = CODON;
    while ((longest - stride - CODON) / stride + 1 > maxLength) {
      stride += CODON;
    }
    return KmerTokenizer.learn(stride + CODON, stride, records);
  }

  private static void holdOut(
      List<LabelledSequence> all,
      List<LabelledSequence> learning,
      List<LabelledSequence> judging,
      long seed) {
    Map<String, List<LabelledSequence>> classes = new TreeMap<>();
    all.forEach(
        record -> classes.computeIfAbsent(record.label(), label -> new ArrayList<>()).add(record));
    Random random = new Random(seed);
    for (List<LabelledSequence> members : classes.values()) {
      Collections.shuffle(members, random);
      int held = members.size() < 2 ? 0 : Math.max(1, members.size() / 10);
      judging.addAll(members.subList(0, held));
      learning.addAll(members.subList(held, members.size()));
    }
  }
}
