package io.incrt.data.records;

import static io.incrt.base.Given.given;

/**
 * One record: a sequence with its label.
 *
 * @param id its name in messages and predictions
 * @param sequence bases, residues or words
 * @param label its class; empty where it has none
 * @param group what it must not be separated from when records are held out (a patient, a
 *     document); empty if it has none
 * @param place where it was read, as {@code file:line}; empty if it was not read
 */
public record LabelledSequence(
    String id, String sequence, String label, String group, String place) {

  /** Refuses what is missing. */
  public LabelledSequence {
    given(id, "id");
    given(sequence, "sequence");
    given(label, "label");
    given(group, "group");
    given(place, "place");
  }

  /** A record without a group that was not read from a file. */
  public LabelledSequence(String id, String sequence, String label) {
    this(id, sequence, label, "", "");
  }

  /** Its place and name, for messages: {@code file:line: record id}. */
  public String where() {
    if (place.isEmpty()) {
      return "record " + id;
    }
    return place.endsWith(id) ? place : place + ": record " + id;
  }
}
