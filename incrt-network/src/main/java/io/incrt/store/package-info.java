/**
 * Model folders and checkpoints: the only package that reads or writes them. Inconsistent files are
 * refused here. Trains and predicts nothing.
 */
package io.incrt.store;
