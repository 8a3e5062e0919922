package io.incrt.data.records;

/** A record or file that cannot be used: says where, what was found and what was expected. */
public final class BadRecordException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int LONGEST = 500;

  private final Flaw flaw;
  private final String place;
  private final String id;

  /** With the place as {@code file:line}. */
  public BadRecordException(String place, Flaw flaw, String problem) {
    this(flaw, place, "", place + ": " + inOneLine(problem));
  }

  private BadRecordException(Flaw flaw, String place, String id, String message) {
    super(message);
    this.flaw = flaw;
    this.place = place;
    this.id = id;
  }

  /** The error for a record without a token. */
  public static BadRecordException tooShort(LabelledSequence sequence) {
    return new BadRecordException(
        sequence.where(),
        Flaw.SHORT,
        "the sequence ("
            + sequence.sequence().length()
            + " characters) is too short to hold a token");
  }

  /** The error for a record whose label is one too many. */
  public static BadRecordException tooManyLabels(LabelledSequence sequence, int allowed) {
    return new BadRecordException(
        sequence.where(),
        Flaw.FILE,
        "the label '"
            + sequence.label()
            + "' is one more than the "
            + allowed
            + " different labels allowed (data.maxLabels); is it the right column?");
  }

  /** The error for records that all have the label of this one. */
  public static BadRecordException oneLabel(LabelledSequence sequence) {
    return new BadRecordException(
        sequence.where(),
        Flaw.FILE,
        "every record has the label '" + sequence.label() + "'; there is nothing to tell apart");
  }

  /** The same, with a note on what happened before. */
  public BadRecordException after(String before) {
    return new BadRecordException(flaw, place, id, getMessage() + " (" + before + ")");
  }

  /** The same of a record whose name is known; empty if it has none. */
  public BadRecordException of(String name) {
    return name.isBlank() ? this : new BadRecordException(flaw, place, name.strip(), getMessage());
  }

  /** The record's name, or its place where the name is not known: {@code file:line}. */
  public String id() {
    return id.isEmpty() ? place.substring(place.lastIndexOf('/') + 1) : id;
  }

  /** Text from a file may hold anything; a message must be one line of printable characters. */
  private static String inOneLine(String problem) {
    String line = problem.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}]+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  /** What is wrong with it. */
  public Flaw flaw() {
    return flaw;
  }
}
