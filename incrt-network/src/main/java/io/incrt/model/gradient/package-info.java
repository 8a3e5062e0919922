/**
 * What gradients say of a network that no longer learns. Changes no weight; what trains is
 * elsewhere.
 */
package io.incrt.model.gradient;
