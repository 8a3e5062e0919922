package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpora;
import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * The motif task: random DNA, in most records with the binding site of one transcription factor
 * somewhere, and the label says which; {@code none} where there is none. What speaks for an answer
 * is known: the id of a record with a site ends with {@code @} and the place of its first letter,
 * counted from 0.
 *
 * @param motifs how many sites there are, one for each class but that of none
 * @param length the bases of a record
 * @param mutated the chance, in percent, that a letter of a site is another one
 * @param train training records
 * @param held records each to validate and to test on
 */
public record MotifTask(int motifs, int length, int mutated, int train, int held) {

  private static final String BASES = "ACGT";

  /** The class of records without a site. */
  public static final String NONE = "none";

  private static final List<String> NAMES = List.of("AP1", "TATA", "EBOX", "CREB");

  private static final List<String> SITES = List.of("TGAGTCAG", "TATAAAAG", "CCACGTGG", "ATTACGCA");

  /** Checks the numbers. */
  public MotifTask {
    boolean few = motifs >= 1 && motifs <= SITES.size();
    if (!few || length < 16 || mutated < 0 || mutated > 50 || train < 2 || held < 2) {
      throw new IllegalArgumentException(
          "the motif task needs motifs from 1 to "
              + SITES.size()
              + ", length ≥ 16, mutated from 0 to 50, train ≥ 2 and held ≥ 2, not "
              + List.of(motifs, length, mutated, train, held));
    }
  }

  /** The site that records of a class hold, before mutation. */
  public static String site(String label) {
    return SITES.get(NAMES.indexOf(label));
  }

  /** Where the site of a record begins; −1 if it has none. */
  public static int place(LabelledSequence record) {
    int mark = record.id().indexOf('@');
    return mark < 0 ? -1 : Integer.parseInt(record.id().substring(mark + 1));
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    Function<String, LabelledSequence> draw = id -> draw(id, random);
    List<LabelledSequence> training = Corpora.draw("train", train, draw);
    return new Corpus(
        training,
        Corpora.draw("valid", held, draw),
        Corpora.draw("test", held, draw),
        KmerTokenizer.learn(1, 1, Kind.DNA.ambiguous(), training));
  }

  private LabelledSequence draw(String id, Random random) {
    int drawn = random.nextInt(motifs + 1);
    StringBuilder bases = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      bases.append(base(random));
    }
    if (drawn == motifs) {
      return new LabelledSequence(id, bases.toString(), NONE);
    }
    String site = SITES.get(drawn);
    int place = random.nextInt(length - site.length() + 1);
    for (int i = 0; i < site.length(); i++) {
      char own = random.nextInt(100) < mutated ? base(random) : site.charAt(i);
      bases.setCharAt(place + i, own);
    }
    return new LabelledSequence(id + "@" + place, bases.toString(), NAMES.get(drawn));
  }

  private static char base(Random random) {
    return BASES.charAt(random.nextInt(BASES.length()));
  }
}
