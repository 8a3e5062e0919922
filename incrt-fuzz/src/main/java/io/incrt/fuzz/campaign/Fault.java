package io.incrt.fuzz.campaign;

import java.util.Random;

/** One kind of bad day. */
interface Fault {

  /** What happens, in a few words. */
  String name();

  /** The name of its option, which says how many cases are made. */
  String option();

  /** How many cases a whole campaign makes. */
  int goal();

  /**
   * Makes that many cases and counts what went wrong.
   *
   * @param bench models and data to do it to
   */
  void run(int cases, Random random, Bench bench, Tally tally) throws Exception;
}
