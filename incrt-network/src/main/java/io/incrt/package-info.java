/**
 * The API for programs: {@link io.incrt.Incrt} trains, loads, predicts and evaluates. The packages
 * below implement it.
 */
package io.incrt;
