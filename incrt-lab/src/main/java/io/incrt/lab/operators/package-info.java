/**
 * Experiments on operators alone: the rotating operator and the component rules. No network comes
 * in.
 */
package io.incrt.lab.operators;
