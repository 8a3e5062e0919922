/**
 * What computes: the network, its parts in all their forms, what is learned. Changes no weight,
 * reads no file; libtorch is reached through {@link io.incrt.tensor}.
 */
package io.incrt.model;
