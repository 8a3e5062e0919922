package io.incrt.folder;

/** What the answer of a network is read from. */
public enum Readout {
  /** The mean and the maximum over all positions. */
  ALL,
  /** The first position. */
  FIRST
}
