package io.incrt.lab.experiment;

/** How much work an experiment does. */
public enum Scale {
  /** Seconds; only to see that it runs. */
  TINY,
  /** Minutes on two cores. */
  QUICK,
  /** The full number of seeds and steps. */
  PAPER
}
