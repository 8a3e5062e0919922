/**
 * The second half of the algorithm: geometry proposes, records that no gradient sees decide. Knows
 * parts by their names and worths by their numbers, and nothing of networks.
 */
package io.incrt.geometry.evidence;
