package io.incrt.data.tasks;

import io.incrt.data.corpus.Corpus;
import io.incrt.data.records.Kind;
import io.incrt.data.records.LabelledSequence;
import io.incrt.data.tokens.KmerTokenizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Synthetic SARS-CoV-2 variants: a random spike-like gene, changed where four lineages are known to
 * differ from the reference, with private mutations on top; overlapping 3-mers, at most 512 tokens.
 *
 * <p>The positions are those of the lineage-defining substitutions and deletions in the spike gene
 * (3 822 bases, 1-based), scaled to the 520 bases that give 512 tokens. A site that happens to
 * carry the new base already gets another one, so that every definition is a change.
 *
 * @param train training records
 * @param held records each to validate and to test on
 */
public record VariantTask(int train, int held) {

  private static final int GENE = 3822;
  private static final int LENGTH = 520;
  private static final int TOKENS = 512;
  private static final int K = 3;
  private static final String BASES = "ACGT";

  /**
   * Chance that a sequence lacks one of its lineage's changes, and private mutations per sequence.
   */
  private static final double REVERSION = 0.02;

  private static final int PRIVATE = 3;

  /** Substitutions as position and base, deletions as −position. */
  private static final Map<String, String> LINEAGES = new LinkedHashMap<>();

  static {
    LINEAGES.put("Alpha", "1501T 1709A 1841G 2147T 2944G 3352C -203 -429");
    LINEAGES.put("Beta", "239C 644G 1251T 1450A 1501T 1841G 2102T -719");
    LINEAGES.put("Delta", "56G 425A 1355G 1433A 1841G 2042G 2848A -467");
    LINEAGES.put(
        "Omicron",
        "200T 284T 1016A 1111C 1117C 1124T 1251T 1320G 1336A 1430A 1433A 1451C 1478G 1486A 1493G"
            + " 1501T 1513C 1640A 1841G 1963T 2037G 2042A 2292A 2386T 2568A 2862T 2907A 2941T 3438T"
            + " -203 -425 -632");
  }

  /** Draws the records. */
  public Corpus generate(long seed) {
    Random random = new Random(seed);
    char[] reference = new char[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      reference[i] = BASES.charAt(random.nextInt(4));
    }
    List<LabelledSequence> training = draw("train", train, reference, random);
    return new Corpus(
        training,
        draw("valid", held, reference, random),
        draw("test", held, reference, random),
        KmerTokenizer.learn(K, 1, Kind.DNA.ambiguous(), training));
  }

  private static List<LabelledSequence> draw(
      String split, int records, char[] reference, Random random) {
    List<String> names = List.copyOf(LINEAGES.keySet());
    List<LabelledSequence> drawn = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      String name = names.get(i % names.size());
      String sequence = mutate(reference.clone(), LINEAGES.get(name), random);
      drawn.add(new LabelledSequence(split + i, sequence, name));
    }
    return drawn;
  }

  private static String mutate(char[] gene, String changes, Random random) {
    boolean[] deleted = new boolean[gene.length];
    for (String change : changes.split(" ", -1)) {
      if (random.nextDouble() < REVERSION) {
        continue;
      }
      if (change.startsWith("-")) {
        int from = scaled(Integer.parseInt(change.substring(1)));
        for (int i = from; i < from + 3; i++) {
          deleted[i] = true;
        }
      } else {
        int last = change.length() - 1;
        int site = scaled(Integer.parseInt(change.substring(0, last)));
        gene[site] = changed(gene[site], change.charAt(last));
      }
    }
    for (int i = 0; i < PRIVATE; i++) {
      gene[random.nextInt(gene.length)] = BASES.charAt(random.nextInt(4));
    }
    StringBuilder sequence = new StringBuilder();
    for (int i = 0; i < gene.length && sequence.length() < TOKENS + K - 1; i++) {
      if (!deleted[i]) {
        sequence.append(gene[i]);
      }
    }
    return sequence.toString();
  }

  private static int scaled(int position) {
    return (int) ((long) (position - 1) * LENGTH / GENE);
  }

  private static char changed(char before, char wanted) {
    return before != wanted ? wanted : BASES.charAt((BASES.indexOf(wanted) + 1) % 4);
  }
}
