/**
 * The paper's experiments: each computes a result, a table and figures, and says beside its own
 * number what the paper printed and what its definitions give. Nothing here trains by itself; that
 * is the network's work.
 */
package io.incrt.lab;
