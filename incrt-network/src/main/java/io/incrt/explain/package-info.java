/**
 * Why a model answers as it does: what each piece of a record and each part of the model adds to an
 * answer. Changes no weight, writes nothing, and computes by what {@code predict} and {@code model}
 * offer.
 */
package io.incrt.explain;
