package io.incrt.lite.network;

/** A part that adds to the outputs, or mixes them with something else. */
@FunctionalInterface
interface OutputPart {

  /** Adds to the outputs. */
  void add(double[] outputs, Asked asked);
}
