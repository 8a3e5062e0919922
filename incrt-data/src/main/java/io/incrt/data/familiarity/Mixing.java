package io.incrt.data.familiarity;

/** Numbers that look random but follow from others, the same on every machine. */
final class Mixing {

  private Mixing() {}

  /** Mixes all bits (the finaliser of SplitMix64). */
  static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /** The mixed value as a number from 0 to below 1. */
  static double unit(long mixed) {
    return (mixed >>> 11) * 0x1.0p-53;
  }

  /** One of {@code parts} parts that a name always falls into. */
  static int part(String name, long seed, int parts) {
    // String.hashCode is fixed by its specification.
    return (int) Math.floorMod(mix(seed ^ mix(name.hashCode())), (long) parts);
  }
}
