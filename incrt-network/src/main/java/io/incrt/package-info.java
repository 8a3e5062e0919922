/**
 * The door for programs: {@link io.incrt.Incrt} trains, loads, predicts and judges. What is behind
 * it lives in the rooms below.
 */
package io.incrt;
