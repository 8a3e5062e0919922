/**
 * Fuzz targets: every reader, given bytes that mean it harm. What one may throw is its typed
 * exception and nothing else.
 */
package io.incrt.fuzz;
