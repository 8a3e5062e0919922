package io.incrt.geometry.growth;

/** One active head as a {@link GrowthRule} sees it. */
public interface HeadView {

  /** The head's number. */
  int id();

  /** The step it was born at. */
  long bornAt();

  /** The step of its last widening, or of its birth. */
  long lastGrowth();

  /** Its key dimensions. */
  int dimensions();
}
