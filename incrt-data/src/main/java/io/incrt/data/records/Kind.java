package io.incrt.data.records;

import java.util.List;
import java.util.regex.Pattern;

/** The kind of sequences, which determines how they are tokenised. */
public enum Kind {
  /** Bases A, C, G, T, with IUPAC's ambiguity letters: k-mers. */
  DNA("[ACGTNRYSWKMBDHV-]+", "NRYSWKMBDHV"),
  /** The same with U for T: k-mers. */
  RNA("[ACGUNRYSWKMBDHV-]+", "NRYSWKMBDHV"),
  /** Amino acids: k-mers. */
  PROTEIN("[A-Z*-]+", "BJXZ"),
  /** Anything else: words. */
  TEXT("(?s).*", "");

  private static final int SHORTEST_PROTEIN = 20;

  private final Pattern letters;
  private final String ambiguous;

  Kind(String letters, String ambiguous) {
    this.letters = Pattern.compile(letters, Pattern.CASE_INSENSITIVE);
    this.ambiguous = ambiguous;
  }

  /** The ambiguity letters, in upper case. */
  public String ambiguous() {
    return ambiguous;
  }

  /**
   * A kind and why it was chosen.
   *
   * @param reason to follow "because"
   */
  public record Finding(Kind kind, String reason) {}

  /**
   * Detects the kind: DNA and RNA by their letters, at least nine tenths of them unambiguous;
   * proteins as 20 or more letters without a break; everything else is text.
   */
  public static Finding of(List<LabelledSequence> records) {
    if (allFit(records, DNA) && unambiguous(records, DNA) >= 0.9) {
      return new Finding(DNA, "every record is made of A, C, G, T and IUPAC's ambiguity letters");
    }
    if (allFit(records, RNA) && unambiguous(records, RNA) >= 0.9) {
      return new Finding(RNA, "every record is made of A, C, G, U and IUPAC's ambiguity letters");
    }
    LabelledSequence other =
        records.stream().filter(record -> !PROTEIN.fits(record)).findFirst().orElse(null);
    if (other == null) {
      return new Finding(PROTEIN, "every record is one piece of 20 letters or more");
    }
    String reason =
        PROTEIN.letters.matcher(other.sequence()).matches()
            ? "has " + other.sequence().length() + " letters only"
            : "holds more than letters";
    return new Finding(TEXT, other.where() + " " + reason);
  }

  private static boolean allFit(List<LabelledSequence> records, Kind kind) {
    return records.stream().allMatch(kind::fits);
  }

  private boolean fits(LabelledSequence sequence) {
    return letters.matcher(sequence.sequence()).matches()
        && (this != PROTEIN || sequence.sequence().length() >= SHORTEST_PROTEIN);
  }

  private static double unambiguous(List<LabelledSequence> records, Kind kind) {
    long plain = 0;
    long total = 0;
    for (LabelledSequence sequence : records) {
      String letters = sequence.sequence();
      total += letters.length();
      for (int i = 0; i < letters.length(); i++) {
        plain += kind.ambiguous.indexOf(Character.toUpperCase(letters.charAt(i))) < 0 ? 1 : 0;
      }
    }
    return total == 0 ? 0 : (double) plain / total;
  }
}
