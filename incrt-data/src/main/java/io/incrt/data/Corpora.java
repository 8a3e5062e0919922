package io.incrt.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Puts records together to a corpus: splits, kind, tokenizer. */
public final class Corpora {

  private static final Pattern NUCLEOTIDES = Pattern.compile("[ACGTUNRYSWKMBDHVacgtunryswkmbdhv]+");
  private static final int KMER = 3;
  private static final int RARE = 2;

  private Corpora() {}

  /**
   * A corpus of these records. Without records to validate on, a tenth of each class of the
   * training records is held out. Nucleotide sequences are cut into overlapping 3-mers, all else
   * into words.
   */
  public static Corpus of(
      List<LabelledSequence> train,
      List<LabelledSequence> valid,
      List<LabelledSequence> test,
      long seed) {
    List<LabelledSequence> learning = new ArrayList<>(train);
    List<LabelledSequence> judging = new ArrayList<>(valid);
    if (judging.isEmpty()) {
      learning.clear();
      holdOut(train, learning, judging, seed);
    }
    boolean bases =
        train.stream().allMatch(record -> NUCLEOTIDES.matcher(record.sequence()).matches());
    Tokenizer tokenizer =
        bases ? KmerTokenizer.learn(KMER, 1, learning) : WordTokenizer.learn(learning, RARE);
    return new Corpus(learning, judging, test, tokenizer);
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
