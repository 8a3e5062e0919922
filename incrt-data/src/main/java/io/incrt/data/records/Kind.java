package io.incrt.data.records;

import java.util.List;
import java.util.Locale;

/** The kind of sequences, which determines how they are tokenised. */
public enum Kind {
  /** Bases A, C, G, T, with IUPAC's ambiguity letters: k-mers. */
  DNA("DNA", "NRYSWKMBDHV"),
  /** The same with U for T: k-mers. */
  RNA("RNA", "NRYSWKMBDHV"),
  /** Amino acids: k-mers. */
  PROTEIN("proteins", "BJXZ"),
  /** Anything else: words. */
  TEXT("text", "");

  private final String words;
  private final String ambiguous;

  Kind(String words, String ambiguous) {
    this.words = words;
    this.ambiguous = ambiguous;
  }

  /** The ambiguity letters, in upper case. */
  public String ambiguous() {
    return ambiguous;
  }

  /** What sequences of this kind are, to follow "look like". */
  public String words() {
    return words;
  }

  /** Its name as options have it. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A kind and why it was chosen.
   *
   * @param reason to follow "because"
   * @param odd the records that do not look like it
   */
  public record Finding(Kind kind, String reason, Odd odd) {

    /** A sentence on the odd records, with the first few of them; empty if there are none. */
    public String remark() {
      if (odd.count() == 0) {
        return "";
      }
      return odd.count()
          + " of "
          + odd.records()
          + (odd.count() == 1 ? " records does" : " records do")
          + " not look like "
          + kind.words()
          + ", the first: "
          + String.join(", ", odd.first());
    }
  }

  /**
   * Records that do not look like the others.
   *
   * @param count how many there are
   * @param records among how many
   * @param first where the first few are and what they hold
   */
  public record Odd(int count, int records, List<String> first) {

    /** Copies. */
    public Odd {
      first = List.copyOf(first);
    }
  }

  /**
   * Detects the kind by the bulk of the records, at least three quarters of those that hold more
   * than gaps, N and X; the rest is odd, and counted.
   *
   * <ul>
   *   <li>DNA or RNA, whichever of T and U there are more: one piece of A, C, G, T, U and IUPAC's
   *       ambiguity letters, three quarters of them unambiguous, N aside; and half of the records
   *       have 6 letters or more, or 3 if they are in upper case ("cat" and "tag" are words).
   *   <li>Proteins: one piece of letters with gaps and stops. From 20 letters on it is too long for
   *       a word, and a protein's if at most a tenth is B, J, O, U or Z, or its letters are
   *       likelier among residues than in English. Shorter ones are peptides if there are 5 letters
   *       to a record and all of them together are likelier (20 to 1) among the residues of
   *       proteins than among the letters of English words.
   *   <li>Text: everything else.
   * </ul>
   *
   * A piece may be broken by blanks into blocks of ten letters or more, as databases print them;
   * after shorter ones it is words.
   */
  public static Finding of(List<LabelledSequence> records) {
    return new KindVotes(records).finding();
  }
}
