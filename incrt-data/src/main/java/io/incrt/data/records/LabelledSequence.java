package io.incrt.data.records;

/**
 * One record: a sequence with its label.
 *
 * @param id what names it in messages and predictions
 * @param sequence bases, residues or words
 * @param label its class; empty where it has none
 * @param group what it must not be separated from when records are held out (a patient, a
 *     document); empty where it stands alone
 * @param place where it was read, as {@code file:line}; empty where it was made
 */
public record LabelledSequence(
    String id, String sequence, String label, String group, String place) {

  /** A record that stands alone and was not read from a file. */
  public LabelledSequence(String id, String sequence, String label) {
    this(id, sequence, label, "", "");
  }

  /** Where and which it is, for messages: {@code file:line: record id}. */
  public String where() {
    if (place.isEmpty()) {
      return "record " + id;
    }
    return place.endsWith(id) ? place : place + ": record " + id;
  }
}
