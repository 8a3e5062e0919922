package io.incrt.objective;

import org.bytedeco.pytorch.Tensor;

/** The targets of records, in an objective's own form. */
public interface Targets {

  /** How many records there are. */
  int size();

  /** The targets of some records, as a loss takes them. */
  Tensor batch(int... records);
}
