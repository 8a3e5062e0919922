/**
 * Other ways to a network of the right size: sweeps, pruning after training, stacking, search, and
 * classical models. Nothing here is used by the product.
 */
package io.incrt.lab.rivals;
