/**
 * Motifs: what the stretches of sequences that decided answers have in common. Letters and weights
 * come in, tables of frequencies go out; where weights come from is not known here.
 */
package io.incrt.data.motifs;
