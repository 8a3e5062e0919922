/**
 * What training by several processes would cost on more machines than are here: a simulator of
 * steps, driven by what is measured, and the comparison of the two where both can be had. Figures
 * of networks that are not here are assumptions, and say so.
 */
package io.incrt.bench.scale;
