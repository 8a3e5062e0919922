package io.incrt.data.records;

/** Why a record cannot be used. A flaw of a single record can be skipped. */
public enum Flaw {
  /** A sequence with nothing in it. */
  NO_SEQUENCE("without a sequence", true),
  /** A label was needed and is missing. */
  NO_LABEL("without a label", true),
  /** A FASTA record without a name. */
  NO_NAME("without a name", true),
  /** A row with more or fewer columns than the header. */
  COLUMNS("with the wrong number of columns", true),
  /** A character that sequences do not have. */
  LETTER("with a letter that sequences do not have", true),
  /** A line that is not a JSON object. */
  JSON("with no JSON object", true),
  /** A field with a value of the wrong type. */
  TYPE("with a field of the wrong type", true),
  /** Longer than {@code data.maxRecordLength}. */
  LENGTH("of more than data.maxRecordLength characters", true),
  /** A FASTA header longer than {@code data.maxHeaderLength}. */
  HEADER("with a header longer than data.maxHeaderLength", true),
  /** Too short to hold a single token. */
  SHORT("without room for a token", true),
  /** A label that no training record has. */
  UNKNOWN_LABEL("with a label that no training record has", true),
  /** The file as a whole cannot be read; nothing can be skipped. */
  FILE("in a file that cannot be read", false);

  private final String words;
  private final boolean skippable;

  Flaw(String words, boolean skippable) {
    this.words = words;
    this.skippable = skippable;
  }

  /** The reason, to follow "records". */
  public String words() {
    return words;
  }

  /** Whether the records after it can still be read. */
  public boolean skippable() {
    return skippable;
  }
}
