package io.incrt.data.records;

import java.util.Arrays;

/** Counts the letters of one record after the other, each in one pass. */
final class Letters {

  private static final int ALPHABET = 26;
  // Sequence databases print blocks of ten; k-mers and words are shorter.
  private static final int SHORTEST_BLOCK = 10;
  private static final String IUPAC = "RYSWKMBDHV";
  private static final String RARE_RESIDUES = "BJOUZ";

  // In thousandths of all letters: the residues of Swiss-Prot, and the words of a dictionary of
  // English, A to Z. X stands for any residue and tells nothing.
  private static final double[] PROTEINS = {
    82.5, 0.5, 13.8, 54.6, 67.2, 38.6, 70.7, 22.7, 59.1, 0.1, 58.0, 96.5, 24.1, 40.6, 0.3, 47.4,
    39.3, 55.3, 66.5, 53.6, 0.8, 68.6, 11.0, 2.9, 29.2, 0.5
  };
  private static final double[] ENGLISH = {
    85.0, 20.7, 45.4, 33.8, 111.6, 18.1, 24.7, 30.0, 75.4, 2.0, 11.0, 54.9, 30.1, 66.5, 71.6, 31.7,
    2.0, 75.8, 57.4, 69.5, 36.3, 10.1, 12.9, 2.9, 17.8, 2.7
  };

  private static final double[] EVIDENCE = new double[ALPHABET];

  static {
    for (int i = 0; i < ALPHABET; i++) {
      EVIDENCE[i] = StrictMath.log(PROTEINS[i] / ENGLISH[i]);
    }
  }

  private final int[] counts = new int[ALPHABET];
  private int total;
  private int upper;
  private int caseChanges;
  private boolean capitalised;

  /** Counts a record and says what it looks like. */
  Look read(String sequence) {
    return isOnePiece(sequence) ? look() : Look.WORDS;
  }

  /** The letters of the record read last. */
  int total() {
    return total;
  }

  /** The letters in upper case. */
  int upper() {
    return upper;
  }

  int count(char letter) {
    return counts[letter - 'A'];
  }

  /**
   * How much likelier these letters are in a protein than in an English word, as the logarithm of
   * the ratio.
   */
  double proteinOverEnglish() {
    double sum = 0;
    for (int i = 0; i < ALPHABET; i++) {
      sum += counts[i] * EVIDENCE[i];
    }
    return sum;
  }

  /** Counts letters as long as there are only such, gaps, stops and blanks between long blocks. */
  private boolean isOnePiece(String sequence) {
    Arrays.fill(counts, 0);
    total = 0;
    upper = 0;
    caseChanges = 0;
    capitalised = false;
    int block = 0;
    boolean ended = false;
    boolean lastUpper = false;
    for (int i = 0; i < sequence.length(); i++) {
      char c = sequence.charAt(i);
      if (c <= ' ') {
        ended = block > 0;
        continue;
      }
      if (ended && block < SHORTEST_BLOCK) {
        return false;
      }
      block = ended ? 1 : block + 1;
      ended = false;
      int letter = (c | 0x20) - 'a';
      if (c > 'z' || letter < 0 || letter >= ALPHABET) {
        if (c != '-' && c != '*') {
          return false;
        }
        continue;
      }
      boolean isUpper = c <= 'Z';
      if (total > 0 && isUpper != lastUpper) {
        caseChanges++;
        capitalised = total == 1 && lastUpper;
      }
      lastUpper = isUpper;
      upper += isUpper ? 1 : 0;
      counts[letter]++;
      total++;
    }
    return true;
  }

  private Look look() {
    int known = total - count('N');
    if (known == count('X')) {
      return Look.NOTHING;
    }
    int plain = count('A') + count('C') + count('G') + count('T') + count('U');
    // Primers hold some ambiguity letters; a protein of such letters alone would be mostly those.
    if (plain + sum(IUPAC) == known && 4L * plain >= 3L * known) {
      int tOverU = count('T') - count('U');
      return tOverU > 0 ? Look.DNA : tOverU < 0 ? Look.RNA : Look.BASES;
    }
    // Masked residues are lower case in runs; MetAlaGly and CamelCase change all the time.
    if (4L * caseChanges > total || (capitalised && caseChanges == 1 && isShort())) {
      return Look.WORDS;
    }
    if (isShort()) {
      return Look.SHORT;
    }
    boolean rare = 10L * sum(RARE_RESIDUES) <= total;
    return rare || proteinOverEnglish() > 0 ? Look.RESIDUES : Look.WORDS;
  }

  boolean isShort() {
    return total < Look.LONGER_THAN_WORDS;
  }

  private int sum(String letters) {
    int sum = 0;
    for (int i = 0; i < letters.length(); i++) {
      sum += count(letters.charAt(i));
    }
    return sum;
  }
}
