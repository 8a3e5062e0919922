/**
 * Fuzz targets: every reader, given bytes that mean it harm. What one may throw is its typed
 * exception and nothing else. Those of package-private readers live in the readers' package.
 */
package io.incrt.fuzz;
