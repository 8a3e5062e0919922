/**
 * Model folders and checkpoints: the only place that reads or writes them. Whatever does not fit
 * together is refused here. Trains and predicts nothing.
 */
package io.incrt.store;
