/**
 * Models side by side: on the same records with paired tests, or on what their folders recorded;
 * size, cost, architecture and settings beside it. Enters by {@link io.incrt.Incrt} like any
 * program, trains nothing, writes nothing and prints nothing.
 */
package io.incrt.compare;
