/**
 * The paper's closed formulas: head counts, decay envelopes, kernel constants, sample sizes. Pure
 * functions of numbers; they predict and bound, and decide nothing.
 */
package io.incrt.geometry.prediction;
