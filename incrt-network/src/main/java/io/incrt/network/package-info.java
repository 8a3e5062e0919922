/**
 * The self-sizing Transformer on libtorch: layers, surgery, optimizer, training loop, checkpoints.
 * It carries out what the Homeostat decides and decides nothing itself.
 */
package io.incrt.network;
