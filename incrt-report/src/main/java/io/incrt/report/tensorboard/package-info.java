/**
 * What TensorBoard reads of a run: the few messages of its format, and the listener that says in
 * them what happens. How records are framed and where they lie is known to the store alone.
 */
package io.incrt.report.tensorboard;
