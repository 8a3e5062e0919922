package io.incrt.data;

import java.util.List;
import java.util.regex.Pattern;

/** What sequences are made of, which decides how they are cut into tokens. */
public enum Kind {
  /** Bases A, C, G, T, with IUPAC's letters for several of them: k-mers. */
  DNA("[ACGTNRYSWKMBDHV-]+"),
  /** The same with U for T: k-mers. */
  RNA("[ACGUNRYSWKMBDHV-]+"),
  /** Amino acids: k-mers. */
  PROTEIN("[A-Z*-]+"),
  /** Anything else: words. */
  TEXT("(?s).*");

  private final Pattern letters;

  Kind(String letters) {
    this.letters = Pattern.compile(letters, Pattern.CASE_INSENSITIVE);
  }

  /**
   * The first kind whose letters all records have. Amino acids are told from words by standing in
   * one piece of at least 20 letters.
   */
  public static Kind of(List<LabelledSequence> records) {
    for (Kind kind : values()) {
      boolean fits =
          records.stream()
              .allMatch(
                  record ->
                      kind.letters.matcher(record.sequence()).matches()
                          && (kind != PROTEIN || record.sequence().length() >= 20));
      if (fits) {
        return kind;
      }
    }
    return TEXT;
  }
}
