package io.incrt.geometry.evidence;

import java.util.List;
import java.util.Set;

/** Records that no gradient sees, and what they say of a network's parts. */
public interface Jury {

  /** H, the entropy of the labels in nats. */
  double entropy();

  /**
   * The worth of every part that is there.
   *
   * @param removed parts that are left out of every pass, since they are to be removed
   */
  List<Worth> worths(Set<PartKey> removed);

  /**
   * The worth of the weaker half of every head's dimensions.
   *
   * @param removed the same; of a head whose weaker half is among them, of what is left
   */
  List<Worth> halves(Set<PartKey> removed);
}
